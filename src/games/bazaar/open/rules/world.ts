/** Generates a market from a seed: a listing, private data of each seat, shocks and walk-in customers. */
import { Draws } from '~/lib/random/draws';
import { streamOf } from '~/lib/random/mt19937';
import { deadlinesOf, pitchRounds } from '../config';
import { listingsFor } from '../listings/listings';
import { type BazaarConfig, type Listing, type SeatWorld, SHOCK_KINDS, type Shock, type Side, type WalkIn, type World } from '../types';
import { centsOf, unitsOf } from './money';

/** The first of the two words after the seed's in a stream's key. */
export const STREAMS = { world: 1, shocks: 2, order: 3, judge: 4, house: 5, cues: 7, redraw: 9 } as const;

export function drawsFor(seed: number, stream: readonly [number, number], drawn = 0): Draws {
  return new Draws(streamOf(seed, stream), drawn);
}

/** Never used for training; they use the held-out listings. */
export const TEST_SEEDS = { first: 50_000, last: 59_999 } as const;

export function isTestSeed(seed: number): boolean {
  return seed >= TEST_SEEDS.first && seed <= TEST_SEEDS.last;
}

/** Below this share of the fair price a seller's limit is easy to meet; above the other, a buyer's. */
const EASY = { seller: 0.8738, buyer: 1.1089 } as const;
/** Probability that a seat has an outside option. */
const OUTSIDE = 0.4;

export function drawWorld(config: BazaarConfig): World {
  const draws = drawsFor(config.seed, [STREAMS.world, 0]);
  const listings = listingsFor(isTestSeed(config.seed));
  for (;;) {
    const listing = draws.choice(listings);
    const seats = drawSeats(draws, config, listing);
    if (config.person !== null && !isOverlapping(seats)) continue;
    return { listing, seats, shocks: drawShocks(config, listing), walk_ins: drawWalkIns(config, listing) };
  }
}

/** At least one cent of surplus. */
function isOverlapping(seats: readonly SeatWorld[]): boolean {
  const [seller, buyer] = seats;
  return seller !== undefined && buyer !== undefined && limitOf(buyer) > limitOf(seller) + seller.delivery_cents;
}

function drawSeats(draws: Draws, config: BazaarConfig, listing: Listing): SeatWorld[] {
  const sellers = Array.from({ length: config.sellers }, (_, i) => drawSeat(draws, { config, listing, seat: `seller_${i}` }));
  const buyers = Array.from({ length: config.buyers }, (_, i) => drawSeat(draws, { config, listing, seat: `buyer_${i}` }));
  return [...sellers, ...buyers];
}

/** What one seat keeps to itself, and a seller's list price. */
export function drawSeat(draws: Draws, { config, listing, seat }: { config: BazaarConfig; listing: Listing; seat: string }): SeatWorld {
  const fair = unitsOf(listing.fair_cents);
  if (sideOf(seat) === 'buyer') {
    const own = { own_cents: centsOf(fair * draws.uniform(0.9, 1.4)), outside_cents: drawOutside(draws, fair, [0.95, 1.4]) };
    const deadline = drawDeadline(draws, config, 'buyer');
    return seatWorld(config, listing, { seat, ...own, stock: 1, delivery_cents: 0, deadline, list_cents: null });
  }
  const own = { own_cents: centsOf(fair * draws.uniform(0.6, 1.1)), outside_cents: drawOutside(draws, fair, [0.6, 0.95]) };
  const stock = drawStock(draws, config.stock);
  const delivery_cents = config.delivery[1] === 0 ? 0 : centsOf(fair * draws.uniform(...config.delivery));
  const deadline = drawDeadline(draws, config, 'seller');
  const floor = 1.08 * (limitOf({ seat, ...own }) + delivery_cents);
  const list_cents = centsOf(Math.max(fair * draws.uniform(1.15, 1.45), unitsOf(floor)));
  return seatWorld(config, listing, { seat, ...own, stock, delivery_cents, deadline, list_cents });
}

function drawOutside(draws: Draws, fair: number, [low, high]: [number, number]): number | null {
  return draws.random() < OUTSIDE ? centsOf(fair * draws.uniform(low, high)) : null;
}

function drawStock(draws: Draws, [fewest, most]: readonly [number, number]): number {
  return fewest === most ? fewest : draws.randint(fewest, most);
}

/** In a game for one person, the person has all rounds, and the other side most of them. */
function drawDeadline(draws: Draws, { rounds, person }: BazaarConfig, side: Side): number {
  const all = deadlinesOf(rounds);
  if (person === null) return draws.choice(all);
  return person === side ? all[2] : draws.choice(all.slice(1));
}

function seatWorld(config: BazaarConfig, listing: Listing, drawn: Omit<SeatWorld, 'hidden_type'>): SeatWorld {
  const place = deadlinesOf(config.rounds).indexOf(drawn.deadline);
  const limit = limitOf(drawn);
  const side = sideOf(drawn.seat);
  const isEasy = side === 'seller' ? limit < EASY.seller * listing.fair_cents : limit > EASY.buyer * listing.fair_cents;
  return { ...drawn, hidden_type: Math.max(0, place) * 2 + (isEasy ? 1 : 0) };
}

export function sideOf(seat: string): Side {
  return seat.startsWith('seller') ? 'seller' : 'buyer';
}

/** The limit: a seller sells for no less, a buyer pays no more. */
export function limitOf({ seat, own_cents, outside_cents }: Pick<SeatWorld, 'seat' | 'own_cents' | 'outside_cents'>): number {
  if (outside_cents === null) return own_cents;
  return sideOf(seat) === 'seller' ? Math.max(own_cents, outside_cents) : Math.min(own_cents, outside_cents);
}

function drawShocks({ seed, shocks, rounds }: BazaarConfig, { fair_cents }: Listing): Shock[] {
  const draws = drawsFor(seed, [STREAMS.shocks, 0]);
  return Array.from({ length: shocks }, (_, k) => {
    const round = Math.floor(((k + 1) * rounds) / (shocks + 1));
    return { round, ...drawShock(draws, fair_cents), live: false };
  });
}

export function drawShock(draws: Draws, fair_cents: number): Pick<Shock, 'kind' | 'rise' | 'price_cents'> {
  const kind = draws.choice(SHOCK_KINDS);
  const rise = draws.uniform(0.05, 0.15);
  return { kind, rise, price_cents: centsOf(unitsOf(fair_cents) * draws.uniform(0.85, 1.1)) };
}

function drawWalkIns(config: BazaarConfig, { fair_cents }: Listing): WalkIn[] {
  const draws = drawsFor(config.seed, [STREAMS.judge, 0]);
  return pitchRounds(config).map((round) => ({ round, bid_cents: centsOf(unitsOf(fair_cents) * draws.uniform(0.9, 1.15)) }));
}

/** A random order: Fisher-Yates, from the last position down to the second. */
export function shuffled<T>(list: readonly T[], draws: Draws): T[] {
  const order = [...list];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = draws.below(i + 1);
    [order[i], order[j]] = [order[j] as T, order[i] as T];
  }
  return order;
}
