/** Turns a seat's move into events: accepted and, if it was the last awaited one, the whole round's. */
import { HouseTurn } from '~/contract/actions-of-move';
import type { InPlace, Receipt, SeatId } from '~/contract/game';
import type { GuardMark } from '~/contract/guard';
import { type Apply, Book } from './book';
import type { BazaarEvent } from './events';
import { evolve } from './evolve';
import { readActions, readTurn, type TurnOutline } from './read-move';
import { type RefusalCode, refuse } from './refusal';
import { closeRounds, startRound } from './rules/rounds';
import { drawWorld } from './rules/world';
import { awaited, type BazaarState, copyState, sideOnMove } from './state';
import { type BazaarConfig, RULESET, VERSION } from './types';

export function openMatch(config: BazaarConfig): BazaarEvent[] {
  const opened = openingOf(config);
  const book = new Book(evolve(null, structuredClone(opened)));
  startRound(book, 0);
  return [opened, ...book.events];
}

function openingOf(config: BazaarConfig): BazaarEvent {
  return { type: 'bazaar_opened', ruleset: RULESET, version: VERSION, config, world: drawWorld(config) };
}

export function receive(state: BazaarState, seat: SeatId, move: unknown): Receipt {
  const turn = outlineOf(move);
  const last = state.receipts[seat];
  if (turn.key !== null && last?.key === turn.key) return accepted(last.turn);
  const code = refusalAtEndpoint(state, seat, turn);
  return code === null ? accepted(state.turn) : { ok: false, code, message: refuse(code).message, turn: state.turn };
}

export function decide(
  state: BazaarState,
  seat: SeatId,
  ...[move, guarded = []]: [move: unknown, guarded?: readonly GuardMark[]]
): BazaarEvent[] {
  return decideBy(evolve, state, { seat, move, guarded });
}

interface Given {
  seat: SeatId;
  move: unknown;
  guarded?: readonly GuardMark[];
}

/** `apply`: tests pass another `evolve` to plant a fault in the rules. */
export function decideBy(apply: Apply, state: BazaarState, { seat, move, guarded = [] }: Given): BazaarEvent[] {
  const taken = takenBy(state, { seat, move, guarded });
  if (taken === null) return [];
  if (awaited(state).length > 1) return [taken];
  const book = new Book(copyState(state), apply);
  book.record(taken);
  closeRounds(book);
  return book.events;
}

/** null: the turn is not accepted. */
function takenBy(state: BazaarState, { seat, move, guarded = [] }: Given): BazaarEvent | null {
  const turn = outlineOf(move);
  const isAgain = turn.key !== null && state.receipts[seat]?.key === turn.key;
  if (isAgain || refusalAtEndpoint(state, seat, turn) !== null) return null;
  return {
    type: 'turn_taken',
    seat,
    turn: state.turn,
    round: state.round,
    key: turn.key,
    read: readActions(turn.actions),
    ...(move instanceof HouseTurn && { house_drawn: move.drawn }),
    ...(guarded.length > 0 && { guarded }),
  };
}

/** For programs that play thousands of matches: copies nothing and records no events. */
export function inPlace(config: BazaarConfig): InPlace<BazaarState> {
  const book = new Book(evolve(null, openingOf(config)), evolve, false);
  startRound(book, 0);
  return {
    get state() {
      return book.state;
    },
    play(seat, move) {
      const taken = takenBy(book.state, { seat, move });
      if (taken === null) return;
      book.record(taken);
      if (awaited(book.state).length === 0) closeRounds(book);
    },
    leave: () => undefined,
  };
}

/** The clock ran out: seats that have not moved wait. */
export function lapse(state: BazaarState): BazaarEvent[] {
  if (state.finished) return [];
  const book = new Book(copyState(state));
  closeRounds(book);
  return book.events;
}

function accepted(turn: number): Receipt {
  return { ok: true, code: 'turn_accepted', message: 'Your turn is in.', turn };
}

/** An invalid turn counts as waiting. */
function outlineOf(move: unknown): TurnOutline {
  const read = readTurn(move instanceof HouseTurn ? move.turn : move);
  return read.ok ? read.value : { actions: [], round_index: null, key: null };
}

function refusalAtEndpoint(state: BazaarState, seat: SeatId, turn: TurnOutline): RefusalCode | null {
  const own = Object.hasOwn(state.seats, seat) ? state.seats[seat] : undefined;
  if (own === undefined) return 'unknown_seat';
  if (state.finished) return 'episode_done';
  if (own.left) return 'seat_left';
  if (own.side !== sideOnMove(state.round)) return 'not_on_move';
  if (turn.round_index !== null && turn.round_index < state.round) return 'stale_round';
  if (turn.round_index !== null && turn.round_index > state.round) return 'early_round';
  return state.turns[seat] === undefined ? null : 'already_submitted';
}
