/** A seat's turn becomes events: taken, and, when it was the last awaited, the whole round's. */
import { HouseTurn } from '~/contract/actions-of-move';
import type { Receipt } from '~/contract/game';
import { type OpenTurn, type ReadTurn, readAction, readTurn } from './actions';
import { type OpenConfig, RULESET, RULESET_VERSION } from './config';
import { copyState } from './copy';
import type { OpenEvent } from './events';
import { evolve } from './evolve';
import { type Apply, Proceedings } from './proceedings';
import { type RefusalCode, refuse } from './refusal';
import { awaited, closeRounds } from './rules/rounds';
import type { OpenState } from './state';
import { drawWorld } from './world';

/** The seed becomes an opening. */
export function open(config: OpenConfig): OpenEvent[] {
  return [{ type: 'match_opened', ruleset: RULESET, version: RULESET_VERSION, config, ...drawWorld(config) }];
}

/** What is said of a turn that is handed in: `turn_accepted` also for the same key again, with the same receipt. A turn is a round. */
export interface OpenReceipt extends Receipt {
  code: 'turn_accepted' | RefusalCode;
}

/** How a turn would be received now: the answer to whoever hands it in. Nothing of it is recorded when it is not taken. */
export function receive(state: OpenState, seat: string, move: unknown): OpenReceipt {
  const turn = outlineOf(move);
  const last = state.receipts[seat];
  if (turn.key !== null && last !== undefined && last.key === turn.key) return accepted(last.round_index);
  const code = refusalAtDoor(state, seat, turn);
  if (code === null) return accepted(state.round_index);
  return { ok: false, code, message: refuse(code).message, turn: state.round_index };
}

/** Events of one seat's turn; none when it is not taken (see `receive`). */
export function decide(state: OpenState, seat: string, move: unknown): OpenEvent[] {
  return decideBy(evolve, state, { seat, move });
}

/** `decide`, with the round's events applied by `apply`: tests plant faults in the rules this way. */
export function decideBy(apply: Apply, state: OpenState, { seat, move }: { seat: string; move: unknown }): OpenEvent[] {
  const turn = outlineOf(move);
  const last = state.receipts[seat];
  const again = turn.key !== null && last !== undefined && last.key === turn.key;
  if (again || refusalAtDoor(state, seat, turn) !== null) return [];
  const taken: OpenEvent = {
    type: 'turn_taken',
    lab_id: seat,
    round_index: state.round_index,
    key: turn.key,
    turn: readActions(turn, state.config.actions_per_round),
    ...(move instanceof HouseTurn ? { house_drawn: move.drawn } : {}),
  };
  const waitedFor = awaited(state);
  if (waitedFor.length > 1) return [taken];
  const book = new Proceedings(copyState(state), apply);
  book.record(taken);
  closeRounds(book);
  return book.events;
}

/** The clock ran out: who has not spoken waits. */
export function lapse(state: OpenState): OpenEvent[] {
  if (state.finished) return [];
  const book = new Proceedings(copyState(state));
  closeRounds(book);
  return book.events;
}

function accepted(turn: number): OpenReceipt {
  return { ok: true, code: 'turn_accepted', message: 'The turn is taken.', turn };
}

/** What cannot be read as a turn waits. */
function outlineOf(move: unknown): OpenTurn {
  const read = readTurn(move instanceof HouseTurn ? move.turn : move);
  return read.ok ? read.value : { actions: [], round_index: null, key: null };
}

function refusalAtDoor(state: OpenState, seat: string, turn: OpenTurn): RefusalCode | null {
  const lab = Object.hasOwn(state.labs, seat) ? state.labs[seat] : undefined;
  if (lab === undefined) return 'unknown_seat';
  if (state.finished) return 'episode_done';
  if (turn.round_index !== null && turn.round_index < state.round_index) return 'stale_round';
  if (turn.round_index !== null && turn.round_index > state.round_index) return 'early_round';
  if (lab.finished) return 'seat_finished';
  return state.turns[seat] === undefined ? null : 'already_submitted';
}

function readActions(turn: OpenTurn, limit: number): ReadTurn {
  const actions = turn.actions.slice(0, limit).map((raw) => {
    const read = readAction(raw);
    return read.ok ? { action: read.value, why: null } : { action: null, why: read.why };
  });
  return { actions, left_out: Math.max(0, turn.actions.length - limit) };
}
