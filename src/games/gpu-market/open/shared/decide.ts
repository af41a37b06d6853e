/** A seat's turn becomes events: taken, and, when it was the last awaited, the whole round's. */
import { HouseTurn } from '~/contract/actions-of-move';
import type { Receipt } from '~/contract/game';
import { type OpenTurn, type ReadTurn, readTurn } from './actions';
import { type OpenConfig, RULESET } from './config';
import { copyState } from './copy';
import type { OpenEvent } from './events';
import { evolve } from './evolve';
import { type Apply, type Laws, Proceedings } from './proceedings';
import { type RefusalCode, refuse } from './refusal';
import { awaited, closeRounds } from './rules/rounds';
import type { OpenState } from './state';

/** The seed becomes an opening. */
function open(laws: Laws, config: OpenConfig): OpenEvent[] {
  return [{ type: 'match_opened', ruleset: RULESET, version: laws.version, config, ...laws.draw(config) }];
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
  const code = refusalAtEndpoint(state, seat, turn);
  if (code === null) return accepted(state.round_index);
  return { ok: false, code, message: refuse(code).message, turn: state.round_index };
}

/** A seat's turn under these laws. `apply` applies the round's events: tests plant faults in the rules by it. */
export interface Decided {
  laws: Laws;
  apply: Apply;
  state: OpenState;
}

/** Events of one seat's turn; none when it is not taken (see `receive`). */
function decideBy({ laws, apply, state }: Decided, seat: string, move: unknown): OpenEvent[] {
  const turn = outlineOf(move);
  const last = state.receipts[seat];
  const again = turn.key !== null && last !== undefined && last.key === turn.key;
  if (again || refusalAtEndpoint(state, seat, turn) !== null) return [];
  const taken: OpenEvent = {
    type: 'turn_taken',
    lab_id: seat,
    round_index: state.round_index,
    key: turn.key,
    turn: readActions(laws, turn, state.config.actions_per_round),
    ...(move instanceof HouseTurn ? { house_drawn: move.drawn } : {}),
  };
  const waitedFor = awaited(state);
  if (waitedFor.length > 1) return [taken];
  const book = new Proceedings(laws, copyState(state), apply);
  book.record(taken);
  closeRounds(book);
  return book.events;
}

/** The clock ran out: who has not spoken waits. */
function lapse(laws: Laws, state: OpenState): OpenEvent[] {
  if (state.finished) return [];
  const book = new Proceedings(laws, copyState(state));
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

function refusalAtEndpoint(state: OpenState, seat: string, turn: OpenTurn): RefusalCode | null {
  const lab = Object.hasOwn(state.labs, seat) ? state.labs[seat] : undefined;
  if (lab === undefined) return 'unknown_seat';
  if (state.finished) return 'episode_done';
  if (turn.round_index !== null && turn.round_index < state.round_index) return 'stale_round';
  if (turn.round_index !== null && turn.round_index > state.round_index) return 'early_round';
  if (lab.finished) return 'seat_finished';
  return state.turns[seat] === undefined ? null : 'already_submitted';
}

function readActions(laws: Laws, turn: OpenTurn, limit: number): ReadTurn {
  const actions = turn.actions.slice(0, limit).map((raw) => {
    const read = laws.readAction(raw);
    return read.ok ? { action: read.value, why: null } : { action: null, why: read.why };
  });
  return { actions, left_out: Math.max(0, turn.actions.length - limit) };
}

/** What decides under these laws. */
export function decidingBy(laws: Laws) {
  return {
    /** The seed becomes an opening. */
    open: (config: OpenConfig) => open(laws, config),
    decide: (state: OpenState, seat: string, move: unknown) => decideBy({ laws, apply: evolve, state }, seat, move),
    decideWith: (apply: Apply, state: OpenState, { seat, move }: { seat: string; move: unknown }) =>
      decideBy({ laws, apply, state }, seat, move),
    lapse: (state: OpenState) => lapse(laws, state),
  };
}
