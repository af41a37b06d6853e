/** How a match opens and what moves lead to, and the same in place for programs that play thousands of matches. */

import { HouseTurn } from '~/contract/actions-of-move';
import type { InPlace, SeatId } from '~/contract/game';
import { round } from '~/lib/numbers';
import { GaussDraws } from '~/lib/random/draws';
import { ownStreamOf, type Stream, streamOf } from '~/lib/random/mt19937';
import type { BazaarEvent, BidMade } from './events';
import { evolve } from './evolve';
import { readBuyerMove, readSellerMove } from './read-move';
import { BUYER, episodeOpened, matchOpened, SELLER } from './rules/opening';
import { budgetOfSeat } from './rules/records';
import { buyerOpens, sellerStep } from './rules/sell';
import { counterAt, pressureOf } from './rules/seller';
import { buyerStep, lostStep } from './rules/task';
import { arenaTells } from './rules/tells';
import { emit, type Turn } from './rules/turn';
import type { BazaarState } from './state';
import { taskOf } from './tasks';
import { type BazaarConfig, type BuyerMove, PlacedBid, type Signal } from './types';

export function openMatch(config: BazaarConfig): BazaarEvent[] {
  const events: BazaarEvent[] = [];
  begin(config, { stream: streamOf(config.seed), log: events });
  return events;
}

interface Besides {
  stream: Stream;
  log: BazaarEvent[] | null;
}

function begin(config: BazaarConfig, { stream, log }: Besides): BazaarState {
  const opened = matchOpened(config);
  const state = evolve(null, opened);
  log?.push(opened);
  const turn: Turn = { state, draws: drawsAt(state, stream), log };
  emit(turn, episodeOpened(config, { turn: 0, episode: 1, cap: 0 }, turn.draws));
  if (config.mode === 'sell') buyerOpens(turn);
  return state;
}

function drawsAt(state: BazaarState, stream: Stream): GaussDraws {
  return new GaussDraws(stream, state);
}

/** The events of a move; none if the seat is not awaited. Does not change `state`. */
export function decide(state: BazaarState, seat: string, move: unknown): BazaarEvent[] {
  const events: BazaarEvent[] = [];
  if (!toAct(state).includes(seat)) return events;
  const own = copyState(state);
  play({ state: own, draws: drawsAt(own, streamOf(own.config.seed)), log: events }, seat, move);
  return events;
}

/** Ends the turn without further moves. */
export function lapse(state: BazaarState): BazaarEvent[] {
  const events: BazaarEvent[] = [];
  const own = copyState(state);
  const turn: Turn = { state: own, draws: drawsAt(own, streamOf(own.config.seed)), log: events };
  for (const seat of toAct(own)) loseTurn(turn, seat, { type: 'turn_lapsed' });
  return events;
}

export function toAct(state: BazaarState): string[] {
  if (state.finished) return [];
  switch (state.config.mode) {
    case 'task':
      return [BUYER];
    case 'sell':
      return [SELLER];
    case 'arena':
      return buyersDue(state);
  }
}

export function copyState(state: BazaarState): BazaarState {
  return { ...state, counters: [...state.counters], history: [...state.history] };
}

interface Handed {
  move: unknown;
  place: number | undefined;
  /** Position in the policy's random stream. */
  read: number | undefined;
}

function handedIn(raw: unknown): Handed {
  const placed = raw instanceof PlacedBid ? raw : null;
  const move = placed ? placed.move : raw;
  const place = placed?.place;
  return move instanceof HouseTurn ? { move: move.turn, place, read: move.drawn } : { move, place, read: undefined };
}

/** Plays the move of an awaited seat. */
export function play(turn: Turn, seat: string, raw: unknown): void {
  const { move, place, read } = handedIn(raw);
  const { mode } = turn.state.config;
  if (place !== undefined && move === undefined) {
    loseTurn(turn, seat, { type: 'turn_lapsed' });
    return;
  }
  const reading = mode === 'sell' ? readSellerMove(move) : readBuyerMove(move);
  if (!reading.ok) loseTurn(turn, seat, { type: 'move_refused', why: reading.why });
  else if (!('action' in reading.value)) sellerStep(turn, reading.value);
  else if (mode === 'task') buyerStep(turn, seat, { move: reading.value, read });
  else {
    const bid: BidMade = { type: 'bid_made', seat, turn: turn.state.turn, move: reading.value };
    emit(turn, { ...bid, ...(place !== undefined && { place }), ...(read !== undefined && { read }) });
    closeWhenDue(turn);
  }
}

function loseTurn(turn: Turn, seat: string, lost: { type: 'move_refused'; why: string } | { type: 'turn_lapsed' }): void {
  const { mode } = turn.state.config;
  if (mode === 'task') {
    lostStep(turn, lost, seat);
    return;
  }
  emit(turn, { ...lost, seat, turn: turn.state.turn });
  if (mode === 'arena') closeWhenDue(turn);
  else sellerStep(turn, { price: turn.state.ask }, true);
}

export function inPlace(config: BazaarConfig): InPlace<BazaarState> {
  return new MatchInPlace(config);
}

/**
 * Holds the stream for the whole match: a shared one would be evicted among many matches and regenerated at every step. A class, because
 * two new closures per match cost more than one of its steps.
 */
class MatchInPlace implements InPlace<BazaarState> {
  readonly state: BazaarState;
  readonly #stream: Stream;
  readonly #turn: Turn;

  constructor(config: BazaarConfig) {
    this.#stream = ownStreamOf(config.seed);
    this.state = begin(config, { stream: this.#stream, log: null });
    this.#turn = { state: this.state, draws: drawsAt(this.state, this.#stream), log: null };
  }

  play(seat: SeatId, move: unknown): void {
    if (!toAct(this.state).includes(seat)) return;
    play(this.#turn, seat, move);
    if (this.state.finished) this.leave();
  }

  leave(): void {
    this.#stream.forget();
  }
}

// A round of an arena: every buyer's bid, then the seller's answer to the highest.

const TAKES_FROM = 0.98;
const LATE = 0.75;

/** Buyers that have neither bid nor passed. */
function buyersDue({ config, bids, finished }: BazaarState): string[] {
  return finished ? [] : config.buyers.filter((seat) => !bids.some((bid) => bid.seat === seat));
}

/** Closes the round once everyone has bid. */
function closeWhenDue(turn: Turn): void {
  if (buyersDue(turn.state).length === 0) closeRound(turn);
}

interface Round {
  best: number;
  holder: string | null;
  played: Record<string, number | null>;
  signals: Signal[];
}

function closeRound(turn: Turn): void {
  const { state, draws } = turn;
  const task = taskOf(state.config.task_type);
  const { seller } = state;
  const r = state.round + 1;
  const { best, holder, played, signals } = bidsOf(state, r);
  const at = { drawn: draws.drawn, kept: draws.kept };
  const closed = { type: 'arena_closed', turn: state.turn, best, holder, played, signals, ask: state.ask, ...at } as const;
  if (best >= state.ask * TAKES_FROM || takesLate({ state, r, best, rounds: task.steps }, turn)) {
    const { drawn, kept } = draws;
    emit(turn, { ...closed, drawn, kept, countered: false, bluffs: state.bluffs, tells: null, outcome: 'deal' });
    return;
  }
  const answer = { bluffs: state.bluffs };
  let asked = counterAt({ ...state, round: r }, { task, draws, answer });
  if (best > 0) asked = Math.max(Math.max(asked, ((asked + best) / 2) * 0.95), seller.reserve);
  const ask = round(asked, 2);
  const isOver = r >= task.steps;
  const counters = [...state.counters, ask];
  const tells = isOver ? null : arenaTells({ seller, t: r, ask, counters, pressure: pressureOf(task) }, draws);
  const { drawn, kept } = draws;
  emit(turn, { ...closed, ask, drawn, kept, countered: true, bluffs: answer.bluffs, tells, outcome: isOver ? 'expired' : null });
}

/** In order of submission, or of the seats if that is unknown. */
function bidsOf(state: BazaarState, r: number): Round {
  const placeOf = ({ seat, place }: BidMade): number => place ?? state.config.buyers.indexOf(seat);
  const bids = [...state.bids].sort((one, other) => placeOf(one) - placeOf(other));
  const found: Round = { best: state.best, holder: state.holder, played: {}, signals: [] };
  for (const { seat, move } of bids) {
    if (move === null) continue;
    const price = bidPrice(state, seat, move);
    found.played[seat] = price;
    if (price !== null && price > found.best) {
      found.best = price;
      found.holder = seat;
    }
    if (move.signal !== undefined) found.signals.push({ round: r, buyer_id: seat, signal: move.signal });
  }
  return found;
}

function bidPrice(state: BazaarState, seat: string, { action, price }: BuyerMove): number | null {
  if (action === 'walk') return null;
  if (action === 'accept') return state.ask;
  return price || 0.5 * budgetOfSeat(state, seat);
}

interface LateBid {
  state: BazaarState;
  r: number;
  best: number;
  rounds: number;
}

function takesLate({ state: { seller }, r, best, rounds }: LateBid, { draws }: Turn): boolean {
  if (!(best > 0 && r >= rounds * LATE)) return false;
  const chance = ((best - seller.reserve) / (seller.anchor - seller.reserve)) * (r / rounds);
  return draws.random() < chance;
}
