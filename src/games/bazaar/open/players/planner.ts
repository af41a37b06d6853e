/**
 * Simulates how the match may continue: samples what the others may be like, tries several plans against each sample, and follows the best.
 * Accepts an open offer if no plan promises more.
 */
import type { BazaarObservation } from '../observation';
import type { WireAction } from './fill-in';
import { type ImaginedSeat, imagine, type Plan, type Setting } from './imagined';
import type { BazaarPolicy } from './policies';
import { bestOffer, cents, floorOf, milder, ownPrices } from './prices';
import { type Guess, guessesOf } from './reading';
import { offerOpenly, openingOf, poolTurn, USUAL_OPENING } from './schedule';

const SAMPLES = 24;
const BENDS = [0.5, 1, 2, 4];
/** Possible ends of a plan, from its floor to its last price. */
const ENDS = [0, 0.15, 0.3, 0.45, 0.6, 0.8, 1];
const GOLDEN = 0.6180339887498949;

export const planner = planning(
  'planner',
  'Planner',
  'Reads prices and cues, imagines how the match may go on, and follows the best way.',
  true,
);
export const blindPlanner = planning('planner_blind', 'Planner without cues', 'The planner, ignoring signs of mood.', false);

function planning(...[id, title, summary, isReading]: [id: string, title: string, summary: string, isReading: boolean]): BazaarPolicy {
  return {
    id,
    title,
    summary,
    plays: ['bazaar/open'],
    ...(!isReading && { control: 'variant' as const }),
    choose: (seen) => plannerTurn(seen, isReading),
  };
}

export function plannerTurn(seen: BazaarObservation, isReading: boolean): WireAction[] {
  if (!seen.your_turn) return [];
  const thought = thoughtOf(seen, isReading);
  if (thought === null) return [];
  const { me, best, taking } = thought;
  if (taking && taking.worth >= 0 && (seen.last_turn || taking.worth + taking.rest >= best.gain - 1e-9))
    return [{ action_type: 'accept_offer', offer_id: taking.offer_id }];
  const price = namedBy(seen, me, best.plan);
  return poolTurn(seen, price) ?? offerOpenly(seen, price);
}

/** The value of each option: by the price to name now, and of accepting the best offer. In units of money. */
export function plannerHopes(seen: BazaarObservation): {
  prices: { price: number; gain: number }[];
  taking: { offer_id: string; gain: number } | null;
} {
  const thought = seen.your_turn ? thoughtOf(seen, true) : null;
  if (thought === null) return { prices: [], taking: null };
  const { me, plans, taking } = thought;
  return {
    prices: plans.map(({ plan, gain }) => ({ price: namedBy(seen, me, plan), gain })),
    taking: taking && taking.worth >= 0 ? { offer_id: taking.offer_id, gain: taking.worth + taking.rest } : null,
  };
}

interface Thought {
  me: ImaginedSeat;
  plans: readonly Promising[];
  best: Promising;
  /** The best offer: its value, and the value still to come after it. */
  taking: { offer_id: string; worth: number; rest: number } | null;
}

interface Promising {
  plan: Plan;
  gain: number;
}

/** Cached, for several calls about one turn. */
const kept = new WeakMap<BazaarObservation, Thought>();

function thoughtOf(seen: BazaarObservation, isReading: boolean): Thought | null {
  const known = isReading ? kept.get(seen) : undefined;
  if (known) return known;
  const settings = settingsOf(seen, isReading);
  const me = settings[0]?.seats[0];
  if (!me) return null;
  const plans = plansFrom(settings, me);
  const offer = bestOffer(seen);
  const taking = offer === null ? null : { offer_id: offer.offer_id, worth: offer.worth ?? -1, rest: after(settings, offer.from) };
  const thought = { me, plans, best: bestOf(plans, me), taking };
  if (isReading) kept.set(seen, thought);
  return thought;
}

function namedBy(seen: BazaarObservation, me: ImaginedSeat, plan: Plan): number {
  const next = nextOf(me, plan, seen.round);
  return cents(milder(seen, next, me.price ?? next));
}

/** Plans with their mean gain over all samples. */
function plansFrom(settings: readonly Setting[], me: ImaginedSeat): Promising[] {
  const last = me.price ?? me.opening;
  return ENDS.flatMap((end) =>
    (end === 1 ? [1] : BENDS).map((bend) => {
      const plan = { end: me.floor + end * (last - me.floor), bend };
      return { plan, gain: settings.reduce((sum, setting) => sum + imagine(setting, plan), 0) / settings.length };
    }),
  );
}

/** The first of those with the highest gain. */
function bestOf(plans: readonly Promising[], me: ImaginedSeat): Promising {
  let best: Promising = { plan: { end: me.price ?? me.opening, bend: 1 }, gain: Number.NEGATIVE_INFINITY };
  for (const one of plans) if (one.gain > best.gain + 1e-9) best = one;
  return best;
}

/** The value still to come once one unit is sold to that seat; a buyer wants only one. */
function after(settings: readonly Setting[], sold: string): number {
  const me = settings[0]?.seats[0];
  if (!me || me.stock < 2) return 0;
  const left = { ...me, stock: me.stock - 1, stands: false };
  const rest = settings.map((setting) => ({ ...setting, seats: [left, ...setting.seats.slice(1).filter(({ id }) => id !== sold)] }));
  return bestOf(plansFrom(rest, left), left).gain;
}

function nextOf(me: ImaginedSeat, { end, bend }: Plan, round: number): number {
  if (me.price === null) return me.opening;
  const part = Math.min(1, 2 / Math.max(2, me.deadline - round + 1));
  return me.price + (end - me.price) * part ** bend;
}

/** Several samples of the market. */
function settingsOf(seen: BazaarObservation, isReading: boolean): Setting[] {
  const me = ownSeat(seen);
  const others = seen.seats.filter(({ seat, left, bought, stock }) => seat !== seen.seat && !left && !bought && stock !== 0);
  const guessed = others.map(({ seat }) => cumulative(guessesOf(seen, seat, isReading)));
  const market = seen.offers.filter(({ from, quantity }) => from === 'operator' && quantity === 1);
  const asks = market.filter(({ side }) => side === 'seller').map(({ price }) => price);
  const bids = market.filter(({ side }) => side === 'buyer').map(({ price }) => price);
  return Array.from({ length: SAMPLES }, (_, sample) => {
    const seats = [me, ...guessed.map((guesses, at) => drawn(guesses, fraction((sample + 0.5) * GOLDEN + at * 0.7548776662466927)))];
    return { seats, salt: sample, round: seen.round, rounds: seen.rounds, list: seen.mean_list_price, asks, bids };
  });
}

function ownSeat(seen: BazaarObservation): ImaginedSeat {
  const own = ownPrices(seen);
  return {
    id: seen.seat,
    isSeller: seen.side === 'seller',
    floor: floorOf(seen),
    deadline: seen.you.deadline,
    pace: { bend: 1, mirror: 0 },
    opening: openingOf(seen, USUAL_OPENING),
    stock: seen.you.stock,
    price: own.at(-1) ?? null,
    before: own.at(-2) ?? null,
    stands: seen.offers.some(({ from, to, quantity }) => from === seen.seat && to === null && quantity === 1),
    turns: own.length,
    seen: null,
  };
}

function cumulative(guesses: readonly Guess[]): { seat: ImaginedSeat; upTo: number }[] {
  const total = guesses.reduce((sum, { weight }) => sum + weight, 0);
  let upTo = 0;
  return guesses.map(({ seat, weight }) => {
    upTo += weight / total;
    return { seat, upTo };
  });
}

function drawn(guesses: readonly { seat: ImaginedSeat; upTo: number }[], at: number): ImaginedSeat {
  const found = guesses.find(({ upTo }) => at < upTo) ?? guesses.at(-1);
  if (!found) throw new Error('there is always a guess');
  return found.seat;
}

function fraction(x: number): number {
  return x - Math.floor(x);
}
