/** Pools: buyers who order together and share one delivery. A member's reserve is a limit order. */
import type { Book } from '../book';
import { done, refuse } from '../refusal';
import { poolOf, type SeatState, seatOf } from '../state';
import type { Action, Pool, Result } from '../types';
import { endVoid } from './deals';
import { whyNotPrice } from './offers';

const MOST_MEMBERS = 16;
const SHORTEST = 2;
const LONGEST = 8;
const USUAL = 6;
/** A pool without members after this many rounds ends. */
const PATIENCE = 2;

export function formPool(book: Book, seat: SeatState, action: Action): Result {
  const { state } = book;
  const { members = [], split = 'uniform', reserve_cents = 0, message = '' } = action;
  const why = whyNoPledge(book, seat);
  if (why) return why;
  const invited = [seat.seat, ...members.filter((one) => one !== seat.seat)];
  for (const one of invited) {
    const buyer = Object.hasOwn(state.seats, one) ? seatOf(state, one) : null;
    if (buyer === null) return refuse('unknown_seat');
    if (buyer.side !== 'buyer') return refuse('not_a_buyer');
    if (buyer.left || buyer.bought) return refuse('gone_seat');
  }
  if (invited.length < 2 || invited.length > MOST_MEMBERS) return refuse('pool_size');
  const badPrice = whyNotPrice(state, reserve_cents);
  if (badPrice) return badPrice;
  const { round, config } = state;
  const until_round = action.until_round ?? Math.min(config.rounds - 1, round + USUAL);
  if (until_round < round + SHORTEST || until_round > Math.min(config.rounds - 1, round + LONGEST)) return refuse('bad_round');
  const pool: Pool = {
    coalition_id: `c_${Object.keys(state.pools).length}`,
    founder: seat.seat,
    invited,
    members: [seat.seat],
    reserves: { [seat.seat]: reserve_cents },
    split,
    round,
    until_round,
    message,
    ended: null,
  };
  book.record({ type: 'pool_formed', pool });
  endVoid(book);
  return done('pool_formed');
}

export function joinPool(book: Book, seat: SeatState, { coalition_id, reserve_cents = 0 }: Action): Result {
  const pool = poolFor(book, coalition_id);
  if (pool === null) return refuse('unknown_coalition');
  if (!pool.invited.includes(seat.seat)) return refuse('not_invited');
  if (pool.ended !== null) return refuse('ended_coalition');
  const why = whyNoPledge(book, seat) ?? whyNotPrice(book.state, reserve_cents);
  if (why) return why;
  book.record({ type: 'pool_joined', coalition_id: pool.coalition_id, seat: seat.seat, reserve_cents });
  endVoid(book);
  return done('pool_joined');
}

export function declinePool(book: Book, seat: SeatState, { coalition_id }: Action): Result {
  const pool = poolFor(book, coalition_id);
  if (pool === null) return refuse('unknown_coalition');
  if (!pool.invited.includes(seat.seat)) return refuse('not_invited');
  if (pool.ended !== null) return refuse('ended_coalition');
  if (pool.members.includes(seat.seat)) return refuse('pledged', 'A member stays in the pool until it ends.');
  book.record({ type: 'pool_declined', coalition_id: pool.coalition_id, seat: seat.seat });
  return done('pool_declined');
}

export function raiseReserve(book: Book, seat: SeatState, { coalition_id, reserve_cents = 0 }: Action): Result {
  const pool = poolFor(book, coalition_id);
  if (pool === null || !pool.invited.includes(seat.seat)) return refuse('unknown_coalition');
  if (pool.ended !== null) return refuse('ended_coalition');
  if (!pool.members.includes(seat.seat)) return refuse('not_coalition_member');
  const why = whyNotPrice(book.state, reserve_cents);
  if (why) return why;
  if (reserve_cents < (pool.reserves[seat.seat] ?? 0)) return refuse('not_improving', 'A reserve can be raised but not lowered.');
  book.record({ type: 'reserve_raised', coalition_id: pool.coalition_id, seat: seat.seat, reserve_cents });
  return done('reserve_raised');
}

/** Members cannot leave, so there is no breach. */
export function leavePool(book: Book, seat: SeatState, { coalition_id }: Action): Result {
  const pool = poolFor(book, coalition_id);
  if (pool === null || !pool.invited.includes(seat.seat)) return refuse('unknown_coalition');
  if (pool.ended !== null) return refuse('ended_coalition');
  if (!pool.members.includes(seat.seat)) return refuse('not_coalition_member');
  return refuse('pledged', 'A member stays in the pool until it ends.');
}

/** Ends pools whose term is over, that nobody joined, or that have too few members. */
export function endPools(book: Book): void {
  const { round } = book.state;
  for (const pool of Object.values(book.state.pools)) {
    if (pool.ended !== null) continue;
    const why = pool.until_round <= round ? 'term' : whyOver(pool, round);
    if (why !== null) book.record({ type: 'pool_ended', coalition_id: pool.coalition_id, why });
  }
}

function whyOver({ members, invited, round: formed }: Pool, round: number): 'nobody_joined' | 'too_few' | null {
  if (members.length === 0 || invited.length < 2) return 'too_few';
  return members.length < 2 && round >= formed + PATIENCE ? 'nobody_joined' : null;
}

function poolFor({ state }: Book, id: string | undefined): Pool | null {
  return id !== undefined && Object.hasOwn(state.pools, id) ? (state.pools[id] ?? null) : null;
}

function whyNoPledge({ state }: Book, { seat, side, bought }: SeatState): Result | null {
  if (side !== 'buyer') return refuse('not_a_buyer');
  if (!state.config.pools) return refuse('pools_off');
  if (bought) return refuse('has_bought');
  return poolOf(state, seat) === null ? null : refuse('already_pledged');
}
