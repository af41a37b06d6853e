/** A planner's simplified market: every seat names public prices for one unit and concedes at its own pace. Fast and approximate. */
import { clamp01 } from '~/lib/numbers';
import { weightIn } from '../state';
import type { Pace } from './schedule';

export interface ImaginedSeat {
  id: string;
  isSeller: boolean;
  /** The price at which one unit brings no gain. */
  floor: number;
  deadline: number;
  pace: Pace;
  opening: number;
  stock: number;
  /** Its last two prices, and whether the last one is open. */
  price: number | null;
  before: number | null;
  stands: boolean;
  turns: number;
  /** The other side's best price when it last moved. */
  seen: number | null;
}

/** How the planning seat continues: from its last price to an end, by a deadline. */
export interface Plan {
  end: number;
  bend: number;
}

export interface Setting {
  /** The planner's own seat is first. */
  seats: readonly ImaginedSeat[];
  round: number;
  rounds: number;
  list: number;
  /** Varies the order, so that no seat is always first. */
  salt: number;
  /** Offers of the market itself: best asks and bids. */
  asks: readonly number[];
  bids: readonly number[];
}

/** The gain of the planner's seat after the cost of waiting. */
export function imagine({ seats, round, rounds, list, salt, asks, bids }: Setting, plan: Plan): number {
  const all = seats.map((seat) => ({ ...seat }));
  const me = all[0];
  if (!me) return 0;
  const begun = { round, price: me.price ?? me.opening };
  const market = { asks: [...asks], bids: [...bids] };
  let gain = 0;
  for (let now = round; now < rounds && me.stock > 0 && now <= me.deadline; now += 1) {
    const sellersMove = now % 2 === 0;
    const onMove = all.filter((seat) => seat.isSeller === sellersMove && seat.stock > 0 && seat.deadline >= now);
    const others = all.filter((seat) => seat.isSeller !== sellersMove && seat.stock > 0 && seat.deadline >= now);
    const first = onMove.length < 2 ? 0 : (salt + now * 7) % onMove.length;
    for (let place = 0; place < onMove.length; place += 1) {
      const seat = onMove[(first + place) % onMove.length];
      if (!seat) continue;
      const best = bestOf(others, sellersMove ? market.bids : market.asks, sellersMove);
      const next = seat === me ? planned(me, plan, { now, begun }) : paced(seat, now, { best: best.price, list });
      seat.seen = best.price;
      const isLast = seat.deadline < now + 2 || now + 2 >= rounds;
      const has = best.price !== null && isWithin(seat, best.price, isLast ? seat.floor : next);
      if (!has || best.price === null) {
        seat.before = seat.price;
        seat.price = next;
        seat.stands = true;
        seat.turns += 1;
        continue;
      }
      if (seat === me || best.from === me) gain += weightIn(now) * (me.isSeller ? best.price - me.floor : me.floor - best.price);
      if (best.from) sell(best.from);
      else take(sellersMove ? market.bids : market.asks, best.price);
      sell(seat);
    }
  }
  return gain;
}

function sell(seat: ImaginedSeat): void {
  seat.stock -= 1;
  seat.stands = false;
}

function take(list: number[], price: number): void {
  const at = list.indexOf(price);
  if (at >= 0) list.splice(at, 1);
}

function bestOf(
  others: readonly ImaginedSeat[],
  market: readonly number[],
  forSeller: boolean,
): { price: number | null; from: ImaginedSeat | null } {
  let price: number | null = null;
  let from: ImaginedSeat | null = null;
  for (const other of others) {
    if (!other.stands || other.price === null) continue;
    if (price === null || (forSeller ? other.price > price : other.price < price)) [price, from] = [other.price, other];
  }
  for (const one of market) if (price === null || (forSeller ? one > price : one < price)) [price, from] = [one, null];
  return { price, from };
}

function isWithin({ isSeller }: ImaginedSeat, price: number, wanted: number): boolean {
  return isSeller ? price >= wanted - 1e-9 : price <= wanted + 1e-9;
}

/** Limited to its floor. */
function held({ isSeller, floor }: ImaginedSeat, price: number): number {
  return isSeller ? Math.max(price, floor) : Math.min(price, floor);
}

function planned(me: ImaginedSeat, { end, bend }: Plan, { now, begun }: { now: number; begun: { round: number; price: number } }): number {
  if (me.price === null) return held(me, me.opening);
  const part = Math.min(1, (now - begun.round + 2) / Math.max(2, me.deadline - begun.round + 1));
  return held(me, begun.price + (end - begun.price) * part ** bend);
}

/** The next price of a seat with that pace. */
export function paced(seat: ImaginedSeat, now: number, { best, list }: { best: number | null; list: number }): number {
  if (seat.price === null) return held(seat, seat.opening);
  const part = Math.min(1, (now + 1) / (seat.deadline + 1));
  const target = seat.opening + (seat.floor - seat.opening) * part ** seat.pace.bend;
  const step = Math.max(0, seat.isSeller ? seat.price - target : target - seat.price);
  const given = best === null || seat.seen === null ? 0 : Math.max(0, seat.isSeller ? best - seat.seen : seat.seen - best);
  const own = Math.abs(seat.price - (seat.before ?? seat.price));
  const answer = seat.turns < 2 ? 1 : clamp01(given / Math.max(own, 0.01 * list));
  const moved = step * (1 - seat.pace.mirror + seat.pace.mirror * answer);
  return held(seat, seat.isSeller ? seat.price - moved : seat.price + moved);
}
