/** Results of an agent's finished matches: scores with intervals, its share of own turns, and null models for comparison. */

import { type Agent, agentRef } from '~/agents/agent';
import { countTurns } from '~/agents/count-turns';
import { buildsOf } from '~/agents/other-build';
import { refOf, refText } from '~/contract/game-ref';
import { comparable, missingWorlds, NULL_REFS, playedByNulls } from '~/match/null-matches';
import { mean } from '~/statistics/basics';
import { intervalsOf } from '~/statistics/bootstrap';
import { NEWEST_STATISTICS } from '~/statistics/methods';
import type { AgentStore, GamePlace, PlayedSeat } from '~/store/agent-store';
import type { AgentResult, NullResult, NullsBeside } from './types';

const MOST_MATCHES = 500;
const MOST_VERSIONS = 5;

/** Results of the newest versions, by game, version and task. */
export async function resultsOf(store: AgentStore, versions: readonly Agent[]): Promise<AgentResult[]> {
  const results = await Promise.all(versions.slice(0, MOST_VERSIONS).map((agent) => resultsOfOne(store, agent)));
  return results.flat();
}

async function resultsOfOne(store: AgentStore, agent: Agent): Promise<AgentResult[]> {
  const { kind } = agent.spec;
  const ref = agent.spec.kind === 'scripted' && agent.spec.policy === agent.name ? agent.name : agentRef(agent);
  const played = await store.playedBy(ref, MOST_MATCHES);
  const isCounted = ref !== agent.name && kind !== 'person';
  const turns = isCounted ? await store.turnsIn(ref, idsOf(played)) : [];
  const asked = agent.spec.kind === 'model' && !NULL_REFS.includes(ref) ? agent.spec : null;
  const results: AgentResult[] = [];
  for (const seats of groupBy(played).values()) {
    const [first] = seats;
    if (!first) continue;
    const { game, version: gameVersion, task } = first;
    const ids = new Set(idsOf(seats));
    const own = turns.filter(({ matchId }) => ids.has(matchId)).map(({ turn }) => turn);
    const builds = buildsOf(own);
    results.push({
      version: agent.version,
      ruleset: game,
      task,
      matches: ids.size,
      score: scoreOf(seats),
      counts: isCounted ? countTurns(own) : null,
      beside: asked && (await besideIt(store, seats, { place: { game, version: gameVersion, task }, prompt: asked.prompt })),
      gameVersion,
      ...(builds.length > 0 && { builds }),
    });
  }
  return results;
}

/** Results of null models in the same worlds and seats and the same format, with the same other players. */
async function besideIt(
  store: AgentStore,
  seats: readonly PlayedSeat[],
  { place, prompt }: { place: GamePlace; prompt: string },
): Promise<NullsBeside> {
  const worlds = comparable(seats);
  if (worlds.size === 0) return { worlds: 0, toPlay: 0, results: [] };
  const nulls = await playedByNulls(store, place, prompt);
  const results = await Promise.all(nulls.map(({ ref, played }) => nullResult(store, ref, withinWorlds(played, worlds))));
  const toPlay = nulls.reduce((sum, { played }) => sum + missingWorlds(worlds, played).length, 0);
  return { worlds: worlds.size, toPlay, results: results.filter(({ matches }) => matches > 0) };
}

async function nullResult(store: AgentStore, agent: string, seats: readonly PlayedSeat[]): Promise<NullResult> {
  const ids = idsOf(seats);
  const turns = ids.length === 0 ? [] : await store.turnsIn(agent, ids);
  return { agent, matches: ids.length, score: scoreOf(seats), counts: countTurns(turns.map(({ turn }) => turn)) };
}

/** One match per world, because a repeated world would count twice. */
function withinWorlds(played: readonly PlayedSeat[], worlds: ReadonlyMap<string, string>): PlayedSeat[] {
  const chosen = new Map<string, string>();
  for (const { conditions, matchId } of played)
    if (conditions !== null && worlds.has(conditions) && !chosen.has(conditions)) chosen.set(conditions, matchId);
  const ids = new Set(chosen.values());
  return played.filter(({ matchId }) => ids.has(matchId));
}

function idsOf(seats: readonly PlayedSeat[]): string[] {
  return [...new Set(seats.map(({ matchId }) => matchId))];
}

/** Averages all matches and seats of a world into one value, because they are not independent. null below two worlds. */
function scoreOf(seats: readonly PlayedSeat[]): AgentResult['score'] {
  const byWorld = new Map<string, number[]>();
  for (const { world, score } of seats) if (score !== null) byWorld.set(world, [...(byWorld.get(world) ?? []), score]);
  if (byWorld.size < 2) return null;
  const scores = [...byWorld.values()].map(mean);
  const [interval] = intervalsOf([scores], NEWEST_STATISTICS);
  return { mean: mean(scores), low: interval?.[0] ?? null, high: interval?.[1] ?? null, worlds: scores.length };
}

function groupBy(played: readonly PlayedSeat[]): Map<string, PlayedSeat[]> {
  const groups = new Map<string, PlayedSeat[]>();
  for (const seat of played) {
    const key = `${refText(refOf(seat))} ${seat.task}`;
    groups.set(key, [...(groups.get(key) ?? []), seat]);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}
