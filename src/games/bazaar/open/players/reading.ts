/** Estimates another seat's limit and deadline from its prices and cues. */
import { clamp01 } from '~/lib/numbers';
import { deadlinesOf } from '../config';
import type { BazaarObservation } from '../observation';
import { SYMBOLS } from '../rules/cues';
import { type ImaginedSeat, paced } from './imagined';
import { ARCHETYPES } from './paces';
import { openingPart } from './schedule';

/** A hypothesis about a seat. */
export interface Guess {
  seat: ImaginedSeat;
  weight: number;
}

/** Ranges of the limits as shares of the fair price, and where an easy limit begins. */
const LIMITS = { seller: { from: 0.6, to: 1.1, easy: 0.8738 }, buyer: { from: 0.9, to: 1.4, easy: 1.1089 } } as const;
const STEPS = 8;
/** A price deviation of this share of the list price counts as one standard deviation. */
const SPREAD = 0.012;
/** Minimum probability, because no hypothesis is exact. */
const LEAST = 1e-6;

interface Told {
  prices: { price: number; round: number }[];
  /** The other side's best price before each of those, as that seat could see it. */
  faced: (number | null)[];
  stands: boolean;
}

/** All hypotheses about a seat on either side, with weights. `isReading`: use cues too. */
export function guessesOf(seen: BazaarObservation, of: string, isReading: boolean): Guess[] {
  const isSeller = of.startsWith('seller');
  const fair = seen.mean_list_price / 1.3;
  const { from, to, easy } = LIMITS[isSeller ? 'seller' : 'buyer'];
  const told = toldBy(seen, of);
  const shown = isReading ? seen.cues.filter(({ seat }) => seat === of).map(({ symbol }) => symbol) : [];
  const error = seen.cue_bits?.error ?? 0;
  const listed = seen.seats.find(({ seat }) => seat === of);
  const delivery = (seen.delivery_range[0] + seen.delivery_range[1]) / 2;
  const guesses: Guess[] = [];
  for (const [place, deadline] of deadlinesOf(seen.rounds).entries()) {
    if (deadline < seen.round - 1) continue;
    for (let i = 0; i < STEPS; i += 1) {
      const part = from + ((i + 0.5) / STEPS) * (to - from);
      const type = place * 2 + ((isSeller ? part < easy : part > easy) ? 1 : 0);
      const cues = shown.reduce((likely, symbol) => likely * (symbol === type ? 1 - error : error / (SYMBOLS - 1)), 1);
      for (const pace of Object.values(ARCHETYPES)) {
        const opening = told.prices[0]?.price ?? (isSeller ? (listed?.list_price ?? seen.mean_list_price) : openingPart(seen));
        const seat: ImaginedSeat = {
          id: of,
          isSeller,
          floor: (part + (isSeller ? delivery : 0)) * fair,
          deadline,
          pace,
          opening,
          stock: isSeller ? (listed?.stock ?? 1) : 1,
          price: null,
          before: null,
          stands: false,
          turns: 0,
          seen: null,
        };
        const fit = followed(seat, told, seen.mean_list_price);
        guesses.push({ seat, weight: likelyLimit(isSeller, i) * (cues + LEAST) * fit });
      }
    }
  }
  return guesses;
}

/** The prior of a limit in that step of its range, including outside options. */
function likelyLimit(isSeller: boolean, step: number): number {
  const { from, to } = LIMITS[isSeller ? 'seller' : 'buyer'];
  const [low, high] = isSeller ? [0.6, 0.95] : [0.95, 1.4];
  const beyond = (x: number): number => {
    const own = isSeller ? (x - from) / (to - from) : (to - x) / (to - from);
    const outside = isSeller ? (x - low) / (high - low) : (high - x) / (high - low);
    return clamp01(own) * (0.6 + 0.4 * clamp01(outside));
  };
  const width = (to - from) / STEPS;
  return Math.abs(beyond(from + (step + 1) * width) - beyond(from + step * width));
}

/** Simulates the seat's past and returns its likelihood. */
function followed(seat: ImaginedSeat, { prices, faced, stands }: Told, list: number): number {
  let likely = 1;
  for (const [at, { price, round }] of prices.entries()) {
    const best = faced[at] ?? null;
    if (at > 0) {
      const expected = paced(seat, round, { best, list });
      const off = (price - expected) / (SPREAD * list);
      likely *= Math.exp(-0.5 * Math.min(off * off, 60)) + LEAST;
    }
    // Its price is impossible with this limit.
    if (seat.isSeller ? price < seat.floor - 1e-9 : price > seat.floor + 1e-9) {
      seat.floor = price;
      likely *= 0.2;
    }
    seat.before = seat.price;
    seat.price = price;
    seat.turns += 1;
    seat.seen = best;
  }
  seat.stands = stands;
  return likely;
}

/** Its public prices for one unit, one per turn, and what it saw before each. */
function toldBy({ history }: BazaarObservation, of: string): Told {
  const isSeller = of.startsWith('seller');
  const own = history.filter(({ from, to, quantity }) => from === of && to === null && quantity === 1);
  const byRound = new Map(own.map((offer) => [offer.round, offer]));
  const prices = [...byRound.values()].map(({ price, round }) => ({ price, round }));
  const faced = prices.map(({ round }) => {
    const there = history.filter(
      (offer) =>
        offer.side !== (isSeller ? 'seller' : 'buyer') &&
        offer.to === null &&
        offer.quantity === 1 &&
        offer.round < round &&
        (offer.closed_round === null || offer.closed_round >= round),
    );
    const asked = there.map(({ price }) => price);
    return asked.length === 0 ? null : isSeller ? Math.max(...asked) : Math.min(...asked);
  });
  return { prices, faced, stands: own.at(-1)?.status === 'standing' };
}
