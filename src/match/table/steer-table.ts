/** What a host can do in a running match, except changing seats. */
import type { ControlCommand, MatchRecord } from '~/store/event-store';
import { isForPeople } from '~/store/match-types';
import type { NewNote } from '~/store/table-store';
import { type Answer, type Refused, refused } from '../answer';
import { type ControlRefusal, controlMatch } from '../control-match';
import { askRules, loadMatch } from '../load-match';
import type { Services } from '../services';
import { changeTable, type TableServices } from './change-table';
import { refuseUnlessUnderWay } from './seats';

export const LEAST_EXTENSION_S = 5;
export const MOST_EXTENSION_S = 600;

const NOTED = { pause: 'paused', resume: 'resumed', step: 'stepped', abort: 'aborted' } as const;

/** Pause, resume, step (ends the round now, even if seats are missing), abort (also in the lobby). */
export async function controlTable(
  services: TableServices & Pick<Services, 'now'>,
  matchId: string,
  command: ControlCommand,
): Promise<Answer<{ match: MatchRecord }, ControlRefusal>> {
  const steered = await controlMatch(services, matchId, command);
  if (!steered.ok) return steered;
  return note(services, matchId, { kind: NOTED[command], detail: null });
}

export type ExtendRefusal = 'unknown_match' | 'match_over' | 'not_started' | 'no_clock' | 'bad_clock';

/** Extends the current round. */
export async function extendClock(
  services: TableServices,
  matchId: string,
  seconds: number,
): Promise<Answer<{ match: MatchRecord }, ExtendRefusal>> {
  if (!(seconds >= LEAST_EXTENSION_S && seconds <= MOST_EXTENSION_S)) {
    return refused('bad_clock', `A clock can be extended by ${LEAST_EXTENSION_S} to ${MOST_EXTENSION_S} seconds.`);
  }
  const match = await services.store.get(matchId);
  if (!match) return unknown(matchId);
  const late = refuseUnlessUnderWay(match);
  if (late) return late;
  if (match.clock === null || !match.seats.some(isForPeople)) return refused('no_clock', 'This match is not waiting for anybody.');
  const ordered = await services.store.command(matchId, { command: 'extend', seconds });
  if (!ordered.ok) return refused(ordered.code === 'not_paused' ? 'not_started' : ordered.code, 'This match is over.');
  return note(services, matchId, { kind: 'extended', detail: `${seconds} s` });
}

export type ShockRefusal = 'unknown_match' | 'match_over' | 'not_started' | 'bad_shock';

export interface ShockRequest {
  kind: string;
  /** 1: at the start of the next round. */
  inRounds: number;
}

/** Schedules a shock on behalf of the host. The match is unrated from here on. */
export async function fireShock(
  services: TableServices,
  matchId: string,
  { kind, inRounds }: ShockRequest,
): Promise<Answer<{ match: MatchRecord }, ShockRefusal>> {
  const match = await loadMatch(services.store, matchId);
  if (!match) return unknown(matchId);
  const late = refuseUnlessUnderWay(match.record);
  if (late) return late;
  const { game, state } = match;
  const request = { kind, round_index: game.clock(state).round + inRounds };
  const reading = game.interfere && askRules(game, () => game.interfere?.(state, request));
  if (!reading) return refused('bad_shock', `${game.ref.key} has no shocks that a host can fire.`);
  if (!reading.ok) return refused('bad_shock', reading.why);
  const ordered = await services.store.command(matchId, { command: 'shock', request });
  if (!ordered.ok) return refused(ordered.code === 'not_paused' ? 'not_started' : ordered.code, 'This match is over.');
  return note(services, matchId, { kind: 'shock', detail: `${kind} in round ${request.round_index}` });
}

function unknown(matchId: string): Refused<'unknown_match'> {
  return refused('unknown_match', `There is no match "${matchId}".`);
}

async function note(
  services: TableServices,
  matchId: string,
  { kind, detail }: Pick<NewNote, 'kind' | 'detail'>,
): Promise<Answer<{ match: MatchRecord }, 'unknown_match'>> {
  const notes: NewNote[] = [{ kind, by: 'host', seat: null, name: null, detail }];
  const isUnrated = kind === 'shock';
  return changeTable<object, never>(services, matchId, ({ rated }) => ({ value: {}, notes, ...(rated && isUnrated && { rated: false }) }));
}
