/** Turns a seat's move into events: accepted and, if it was the last awaited one, the whole round's. */
import { HouseTurn } from '~/contract/actions-of-move';
import type { InPlace, Receipt } from '~/contract/game';
import { MadeTurn, type OpenTurn, type ReadTurn, readTurn } from './actions';
import { type OpenConfig, RULESET } from './config';
import { copyState } from './copy';
import type { OpenEvent } from './events';
import { evolve } from './evolve';
import { type Apply, type Laws, Proceedings, UnwrittenProceedings } from './proceedings';
import { type RefusalCode, refuse } from './refusal';
import { awaited, closeRounds } from './rules/rounds';
import type { OpenState } from './state';

/** The opening events for a configuration. */
function open(laws: Laws, config: OpenConfig): OpenEvent[] {
  return [{ type: 'match_opened', ruleset: RULESET, version: laws.version, config, ...laws.draw(config) }];
}

/** The response to a submitted turn; `turn_accepted` also for a repeated key, with the same receipt. A turn is a round. */
export interface OpenReceipt extends Receipt {
  code: 'turn_accepted' | RefusalCode;
}

/** How a turn would be received now: the response to its submitter. A turn that is not accepted leaves no record. */
export function receive(state: OpenState, seat: string, move: unknown): OpenReceipt {
  const turn = outlineOf(move);
  const last = state.receipts[seat];
  if (turn.key !== null && last !== undefined && last.key === turn.key) return accepted(last.round_index);
  const code = refusalAtEndpoint(state, seat, turn);
  if (code === null) return accepted(state.round_index);
  return { ok: false, code, message: refuse(code).message, turn: state.round_index };
}

/** A seat's turn under these laws. `apply` applies the round's events; tests plant faults with it. */
export interface Decided {
  laws: Laws;
  apply: Apply;
  state: OpenState;
}

/** The events of one seat's turn; none if it is not accepted (see `receive`). */
function decideBy({ laws, apply, state }: Decided, seat: string, move: unknown): OpenEvent[] {
  const taken = takenBy(laws, state, { seat, move });
  if (taken === null) return [];
  if (awaited(state).length > 1) return [taken];
  const book = new Proceedings(laws, copyState(state), apply);
  book.record(taken);
  closeRounds(book);
  return book.events;
}

/** null: the turn is not accepted. */
function takenBy(laws: Laws, state: OpenState, { seat, move }: { seat: string; move: unknown }): OpenEvent | null {
  const turn = outlineOf(move);
  const last = state.receipts[seat];
  const again = turn.key !== null && last !== undefined && last.key === turn.key;
  if (again || refusalAtEndpoint(state, seat, turn) !== null) return null;
  return {
    type: 'turn_taken',
    lab_id: seat,
    round_index: state.round_index,
    key: turn.key,
    turn: move instanceof MadeTurn ? asRead(move, state) : readActions(laws, turn, state.config.actions_per_round),
    ...(move instanceof HouseTurn ? { house_drawn: move.drawn } : {}),
  };
}

/** For programs that play thousands of matches: copies nothing and records no events. */
function inPlaceBy(laws: Laws, config: OpenConfig): InPlace<OpenState> {
  let opening: OpenState | null = null;
  for (const event of open(laws, config)) opening = evolve(opening, event);
  if (opening === null) throw new Error('a match has an opening');
  const book = new UnwrittenProceedings(laws, opening);
  return {
    get state() {
      return book.state;
    },
    play(seat, move) {
      const taken = takenBy(laws, book.state, { seat, move });
      if (taken === null) return;
      book.record(taken);
      if (awaited(book.state).length === 0) closeRounds(book);
    },
    leave: () => undefined,
  };
}

/** The clock ran out: seats that have not moved wait. */
function lapse(laws: Laws, state: OpenState): OpenEvent[] {
  if (state.finished) return [];
  const book = new Proceedings(laws, copyState(state));
  closeRounds(book);
  return book.events;
}

function accepted(turn: number): OpenReceipt {
  return { ok: true, code: 'turn_accepted', message: 'The turn is taken.', turn };
}

/** An invalid turn counts as waiting. */
function outlineOf(move: unknown): OpenTurn {
  if (move instanceof MadeTurn) return NO_OUTLINE;
  const read = readTurn(move instanceof HouseTurn ? move.turn : move);
  return read.ok ? read.value : NO_OUTLINE;
}

const NO_OUTLINE: OpenTurn = { actions: [], round_index: null, key: null };

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

function asRead({ actions }: MadeTurn, { config: { actions_per_round: limit } }: OpenState): ReadTurn {
  return {
    actions: actions.slice(0, limit).map((action) => ({ action, why: null })),
    left_out: Math.max(0, actions.length - limit),
  };
}

/** The decision functions under these laws. */
export function decidingBy(laws: Laws) {
  return {
    /** The opening events for a configuration. */
    open: (config: OpenConfig) => open(laws, config),
    decide: (state: OpenState, seat: string, move: unknown) => decideBy({ laws, apply: evolve, state }, seat, move),
    decideWith: (apply: Apply, state: OpenState, { seat, move }: { seat: string; move: unknown }) =>
      decideBy({ laws, apply, state }, seat, move),
    lapse: (state: OpenState) => lapse(laws, state),
    inPlace: (config: OpenConfig) => inPlaceBy(laws, config),
  };
}
