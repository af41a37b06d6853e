/** What came of an agent's finished matches: scores with intervals, and beside them how many turns were its own. */
import { type Agent, agentRef } from '~/agents/agent';
import { countTurns } from '~/agents/count-turns';
import { bootstrapMean, mean } from '~/eval/statistics';
import type { AgentStore, PlayedSeat } from '~/store/agent-store';
import type { AgentResult } from './agent-words';

const MOST_MATCHES = 500;
const MOST_VERSIONS = 5;

/** Of the newest versions, by ruleset and task. */
export async function resultsOf(store: AgentStore, versions: readonly Agent[]): Promise<AgentResult[]> {
  const results = await Promise.all(versions.slice(0, MOST_VERSIONS).map((agent) => resultsOfOne(store, agent)));
  return results.flat();
}

async function resultsOfOne(store: AgentStore, agent: Agent): Promise<AgentResult[]> {
  const ref = agent.spec.kind === 'scripted' && agent.spec.policy === agent.name ? agent.name : agentRef(agent);
  const played = await store.playedBy(ref, MOST_MATCHES);
  const isHouse = ref === agent.name;
  const turns = isHouse ? [] : await store.turnsIn(ref, [...new Set(played.map(({ matchId }) => matchId))]);
  const groups = groupBy(played);
  return [...groups.values()].map((seats) => {
    const [first] = seats;
    const ids = new Set(seats.map(({ matchId }) => matchId));
    const own = turns.filter(({ matchId }) => ids.has(matchId)).map(({ turn }) => turn);
    return {
      version: agent.version,
      ruleset: first?.ruleset ?? '',
      task: first?.task ?? '',
      matches: ids.size,
      score: scoreOf(seats),
      counts: isHouse ? null : countTurns(own),
    };
  });
}

/** Several seats of one match are one value, their mean: they are not independent. null below two matches. */
function scoreOf(seats: readonly PlayedSeat[]): AgentResult['score'] {
  const byMatch = new Map<string, number[]>();
  for (const { matchId, score } of seats) if (score !== null) byMatch.set(matchId, [...(byMatch.get(matchId) ?? []), score]);
  const scores = [...byMatch.values()].map(mean);
  const interval = bootstrapMean(scores);
  return interval && { mean: mean(scores), low: interval[0], high: interval[1] };
}

function groupBy(played: readonly PlayedSeat[]): Map<string, PlayedSeat[]> {
  const groups = new Map<string, PlayedSeat[]>();
  for (const seat of played) {
    const key = `${seat.ruleset} ${seat.task}`;
    groups.set(key, [...(groups.get(key) ?? []), seat]);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}
