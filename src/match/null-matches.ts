/** Plays null models in the seats and worlds in which a model played, to measure what the wrapper achieves without the model. */
import { agentRef } from '~/agents/agent';
import { BUILT_IN, NULL_MODELS, nullsBeside } from '~/agents/built-in';
import { refOf } from '~/contract/game-ref';
import { findGame } from '~/games/registry';
import type { AgentStore, GamePlace, PlayedSeat } from '~/store/agent-store';
import type { MatchRecord, NewMatch } from '~/store/event-store';
import { type Answer, answered, refused } from './answer';
import { isOver } from './match-card';
import { matchIdOf } from './match-id';
import type { Services } from './services';

/** How many of the newest worlds of a task each null model plays. */
export const MOST_NULL_WORLDS = 20;
/** How many matches of one player in one task are considered. */
export const MOST_LOOKED_THROUGH = 2000;
/** An aborted match is repeated under another id, at most this often. */
const MOST_TRIES = 10;

/** Every version of both. */
export const NULL_REFS: readonly string[] = BUILT_IN.filter(({ name }) => NULL_MODELS.some((one) => one === name)).map(agentRef);

export interface NullMatches {
  /** Created now; the caller plays them. */
  opened: string[];
  /** Created before and still being played. */
  underWay: string[];
}

/** One match per set of conditions that a null model can be placed in, newest first. */
export function comparable(played: readonly PlayedSeat[]): Map<string, string> {
  const byConditions = new Map<string, string>();
  for (const { conditions, matchId } of played) {
    if (conditions !== null && !byConditions.has(conditions) && !NULL_REFS.some((ref) => conditions.includes(`"${ref}"`)))
      byConditions.set(conditions, matchId);
  }
  return byConditions;
}

/** Matches in a task of the null models that are asked as an agent with this prompt is, by reference. */
export async function playedByNulls(
  store: AgentStore,
  place: GamePlace,
  prompt: string | undefined,
): Promise<{ ref: string; played: PlayedSeat[] }[]> {
  return Promise.all(
    nullsBeside(refOf(place), prompt).map(async (ref) => ({ ref, played: await store.playedBy(ref, MOST_LOOKED_THROUGH, place) })),
  );
}

/** Worlds that a null model still has to play. */
export function missingWorlds(worlds: ReadonlyMap<string, string>, played: readonly PlayedSeat[]): [conditions: string, matchId: string][] {
  const known = new Set(played.map(({ conditions }) => conditions));
  return [...worlds].slice(0, MOST_NULL_WORLDS).filter(([conditions]) => !known.has(conditions));
}

/**
 * Creates unrated matches with each null model in the agent's seat and everything else unchanged. Calling it twice creates no further
 * matches.
 */
export async function openNullMatches(
  services: Pick<Services, 'store' | 'audience' | 'agents'>,
  { ref: asked, ...place }: GamePlace & { ref: string },
): Promise<Answer<NullMatches, 'unknown_agent' | 'bad_input'>> {
  const listed = await services.agents?.get(asked);
  if (!listed) return refused('unknown_agent', (await services.agents?.whyNoVersion(asked)) ?? `There is no agent "${asked}".`);
  const { ref } = listed;
  const { spec } = listed.agent;
  if (spec.kind !== 'model' || NULL_REFS.includes(ref))
    return refused('bad_input', `Null models are compared with language models; ${ref} is not one.`);
  const { agents } = services.store;
  const worlds = comparable(await agents.playedBy(ref, MOST_LOOKED_THROUGH, place));
  if (worlds.size === 0)
    return refused('bad_input', `${ref} has finished no match of ${place.game} ${place.task} that a null model can play too.`);
  const matches: NullMatches = { opened: [], underWay: [] };
  for (const { ref: nullRef, played } of await playedByNulls(agents, place, spec.prompt)) {
    for (const [conditions, matchId] of missingWorlds(worlds, played)) {
      const made = await openOne(services, { ref, nullRef, conditions, matchId });
      if (made) matches[made.isNew ? 'opened' : 'underWay'].push(made.id);
    }
  }
  return answered(matches);
}

interface Wanted {
  ref: string;
  nullRef: string;
  conditions: string;
  /** The agent's own match. */
  matchId: string;
}

async function openOne(
  services: Pick<Services, 'store' | 'audience'>,
  { ref, nullRef, conditions, matchId }: Wanted,
): Promise<{ id: string; isNew: boolean } | null> {
  const origin = await services.store.get(matchId);
  for (let attempt = 0; origin && attempt < MOST_TRIES; attempt += 1) {
    const id = matchIdOf(`${nullRef} ${attempt} ${conditions}`);
    const known = await services.store.get(id);
    if (known && !isOver(known)) return { id, isNew: false };
    if (known) continue;
    const opened = await create(services, { id, origin, ref, nullRef });
    if (opened) return { id, isNew: true };
  }
  return null;
}

/** Returns false if that match's rules are no longer available, or if another process created it at the same moment. */
async function create(
  { store, audience }: Pick<Services, 'store' | 'audience'>,
  { id, origin, ref, nullRef }: { id: string; origin: MatchRecord; ref: string; nullRef: string },
): Promise<boolean> {
  const game = findGame(origin.game, origin.version);
  const config = game?.parseConfig(origin.config);
  if (!game || !config?.ok) return false;
  const { game: key, version, task, seed, judgeMode, rounds } = origin;
  const seats = origin.seats.map((card) => (card.kind === 'script' && card.policy === ref ? { ...card, policy: nullRef } : card));
  const match: NewMatch = {
    id,
    game: key,
    version,
    task,
    seed,
    judgeMode,
    config: config.value,
    seats,
    rounds,
    visibility: 'open',
    pace: 0,
    showcase: false,
    delayTurns: 0,
  };
  try {
    audience.card(await store.create(match, game.open(config.value)));
    return true;
  } catch (fault) {
    if (await store.get(id)) return false;
    throw fault;
  }
}
