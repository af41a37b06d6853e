/**
 * A copy of a running market, made from one seat's knowledge. What the seat knows is kept; the others' private facts, the fair price and
 * future draws are drawn again, in agreement with the prices that others have named and the turns that they have taken. Offers and pools
 * between others stay as they are.
 */
import { clamp01 } from '~/lib/numbers';
import type { Draws } from '~/lib/random/draws';
import { raised } from './evolve';
import { errorFor, SYMBOLS } from './rules/cues';
import { centsOf, unitsOf } from './rules/money';
import { drawSeat, drawShock, drawsFor, limitOf, STREAMS } from './rules/world';
import { type BazaarState, copyState, type SeatState, seatOf } from './state';
import type { BazaarConfig, Listing, SeatWorld } from './types';

/** Drawings of a seat, and of what all depends on, until all agree with what they have shown. Where none does, as seldom happens, a seat's true numbers stand in. */
const TRIES_A_SEAT = 60;
const TRIES = 20;

export function redraw(state: BazaarState, seat: string, freshSeed: number): BazaarState {
  const draws = drawsFor(freshSeed, [STREAMS.redraw, 0]);
  const config: BazaarConfig = { ...state.config, seed: freshSeed };
  let { listing, seats, missed } = drawOthers(state, { seat, config }, draws);
  for (let tries = 1; tries < TRIES && missed > 0; tries += 1) {
    const again = drawOthers(state, { seat, config }, draws);
    if (again.missed < missed) ({ listing, seats, missed } = again);
  }
  const drawn = copyState(state);
  for (const one of seats) {
    if (one.seat === seat || seatOf(state, one.seat).left) continue;
    drawn.seats[one.seat] = { ...seatOf(drawn, one.seat), limit_cents: limitNow(state, one), house_drawn: 0 };
  }
  drawn.config = config;
  drawn.world = { ...state.world, listing, seats, walk_ins: walkIns(state, listing, draws) };
  drawn.planned = state.planned.map((shock) => (shock.live ? shock : { ...shock, ...drawShock(draws, listing.fair_cents) }));
  return drawn;
}

interface Others {
  listing: Listing;
  seats: SeatWorld[];
  /** How many did not agree with what they have shown. */
  missed: number;
}

function drawOthers(state: BazaarState, { seat, config }: { seat: string; config: BazaarConfig }, draws: Draws): Others {
  const listing = { ...state.world.listing, fair_cents: drawFair(state, seat, draws) };
  const found = state.world.seats.map((known) => {
    const own = seatOf(state, known.seat);
    return known.seat === seat || own.left ? known : drawOther(state, { config, listing, known, own }, draws);
  });
  const missed = found.filter((one) => one === null).length;
  return { listing, seats: found.map((one, at) => one ?? (state.world.seats[at] as SeatWorld)), missed };
}

/** From what is public, the list prices, and from its own value: neither side's is far from fair. */
function drawFair({ world }: BazaarState, seat: string, draws: Draws): number {
  const lists = world.seats.flatMap(({ list_cents }) => list_cents ?? []);
  const list = lists.reduce((sum, cents) => sum + cents, 0) / Math.max(1, lists.length);
  const own = world.seats.find((one) => one.seat === seat);
  const [least, most] = seat.startsWith('seller') ? [0.6, 1.1] : [0.9, 1.4];
  let fair = list;
  for (let tries = 0; tries < TRIES_A_SEAT; tries += 1) {
    fair = list / draws.uniform(1.15, 1.45);
    const part = (own?.own_cents ?? fair) / fair;
    if (part >= least && part <= most) break;
  }
  return Math.max(1, Math.round(fair));
}

interface Other {
  config: BazaarConfig;
  listing: Listing;
  /** What is true of it: its list price, its stock and its delivery's range are public. */
  known: SeatWorld;
  own: SeatState;
}

/** null: none agrees. */
function drawOther(state: BazaarState, { config, listing, known, own }: Other, draws: Draws): SeatWorld | null {
  for (let tries = 0; tries < TRIES_A_SEAT; tries += 1) {
    const found = { ...drawSeat(draws, { config, listing, seat: known.seat }), stock: known.stock, list_cents: known.list_cents };
    if (found.deadline < state.round || !isWithin(state, found, own) || draws.random() >= likely(state, found)) continue;
    return found;
  }
  return null;
}

/** Nobody names a price beyond its limit; a list price leaves a seller something. Prices from before a shock were within another limit. */
function isWithin(state: BazaarState, found: SeatWorld, { side, seat }: SeatState): boolean {
  const limit = limitNow(state, found);
  const since = Math.max(0, ...state.struck.map(({ round }) => round));
  const own = Object.values(state.offers).filter(({ from, quantity, round }) => from === seat && quantity === 1 && round >= since);
  const named = own.map(({ price_cents }) => price_cents);
  if (side === 'buyer') return named.every((cents) => cents <= limit);
  const cost = limit + found.delivery_cents;
  return named.every((cents) => cents >= cost) && (found.list_cents ?? cost) >= Math.floor(1.08 * (limitOf(found) + found.delivery_cents));
}

/** How well its cues fit that it is such a seat, as a part of the best fit. */
function likely({ cues, config }: BazaarState, { seat, hidden_type }: SeatWorld): number {
  if (!config.cues) return 1;
  const wrong = errorFor(config.cue_bits);
  const miss = wrong / (SYMBOLS - 1) / Math.max(1e-9, 1 - wrong);
  const misses = cues.filter((cue) => cue.seat === seat && cue.symbol !== hidden_type).length;
  return clamp01(Math.max(miss, 1e-3) ** misses);
}

/** With what shocks have changed of it so far. */
function limitNow({ struck }: BazaarState, found: SeatWorld): number {
  const kind = found.seat.startsWith('seller') ? 'cost_rise' : 'demand_rise';
  return struck.reduce((limit, shock) => (shock.kind === kind ? raised(limit, shock.rise) : limit), limitOf(found));
}

function walkIns({ world, round }: BazaarState, { fair_cents }: Listing, draws: Draws): BazaarState['world']['walk_ins'] {
  return world.walk_ins.map((one) =>
    one.round <= round ? one : { ...one, bid_cents: centsOf(unitsOf(fair_cents) * draws.uniform(0.9, 1.15)) },
  );
}
