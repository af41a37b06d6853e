/**
 * The explanation of a finished match: private limits, what each side could be read as, the costliest move, and what other players would
 * have made.
 */

import type { SeatId } from '~/contract/game';
import type { Job, Means } from '~/contract/means';
import type { Explained } from '~/contract/pack';
import type { Policy } from '~/contract/policy';
import { round } from '~/lib/numbers';
import { highlight, type Span } from '../calls/highlight';
import { type ReadSeller, readSeller } from '../calls/steer';
import { classicBazaar } from '../classic';
import type { BazaarEvent } from '../events';
import { bazaarPolicies, RESERVE } from '../players/policies';
import { seatsOf } from '../rules/opening';
import { seenByBuyer } from '../rules/sell';
import type { BazaarState } from '../state';
import type { BazaarMove, BazaarObservation, BuyerMove, DealOutcome, SellerObservation } from '../types';
import { scoresOf } from '../view';

export interface BazaarExplained extends Explained {
  seats: readonly SeatExplained[];
}

export interface SeatExplained {
  seat: SeatId;
  role: 'buyer' | 'seller';
  score: number;
  /** From the seat's first move on. */
  others: readonly Instead[];
  turns: readonly TurnExplained[];
}

/** What a script would have made in this seat. */
export interface Instead {
  id: string;
  title: string;
  score: number;
  deals: readonly Deal[];
}

export interface Deal {
  /** `outbid`: another buyer of the arena got it. */
  outcome: DealOutcome | 'outbid';
  /** null: this seat made no deal. */
  price: number | null;
}

export interface TurnExplained {
  turn: number;
  /** Number of the event with the move. */
  seq: number;
  episode: number;
  round: number;
  /** The ask before the move. */
  ask: number;
  action: string;
  /** The offer, or the ask of a selling seat. */
  price: number | null;
  /** The best result of the scripts from here on; null: not computed. */
  best: Instead | null;
  /** How much the best script's result drops by the move. */
  cost: number;
  /** The published wrapper's estimate of the seller at that point; null: it has no data. */
  read: ReadSeller | null;
  /** The message, with the words that the published game marks. */
  words: string;
  spans: readonly Span[];
}

/** Costs of moves are not computed for longer matches. */
const MOST_TURNS = 100;

export const EXPLAIN: Job<readonly BazaarEvent[], BazaarExplained> = {
  id: 'bazaar/classic/explain',
  work: explainMatch,
  threads: 1,
  mostWaiting: 15,
  limitMs: () => 60_000,
};

export function explainMatch(events: readonly BazaarEvent[], means: Pick<Means, 'playOn'>): BazaarExplained {
  const moves = movesIn(events);
  const { end } = moves;
  const scores = scoresOf(end);
  const seats = seatsOf(end.config).map((seat): SeatExplained => {
    const role = end.config.mode === 'sell' ? 'seller' : 'buyer';
    const own = moves.made.filter((one) => one.seat === seat);
    const again = (turn: number) => playedAgain({ events, seat, turn, role }, means);
    const isShort = own.length <= MOST_TURNS;
    const score = scores[seat] ?? 0;
    const first = own[0] && isShort ? again(own[0].told.turn) : [];
    const best = own.map((one, at) => (isShort ? bestOf(at === 0 ? first : again(one.told.turn)) : null));
    const turns = own.map(({ told }, at) => {
      const next = best[at + 1]?.score ?? score;
      return { ...told, best: best[at] ?? null, cost: Math.max(0, (best[at]?.score ?? next) - Math.max(next, score)) };
    });
    return { seat, role, score, others: first, turns };
  });
  return { rounds: classicBazaar.clock(end).rounds, seats };
}

interface Told {
  seat: SeatId;
  told: Omit<TurnExplained, 'best' | 'cost'>;
}

/** Every move with the seat's knowledge before it. */
function movesIn(events: readonly BazaarEvent[]): { made: Told[]; end: BazaarState } {
  const made: Told[] = [];
  let state: BazaarState | null = null;
  for (const [at, event] of events.entries()) {
    if (state !== null && (event.type === 'buyer_moved' || event.type === 'bid_made' || event.type === 'ask_named'))
      made.push(toldOf(event, { state, seq: at + 1 }));
    state = classicBazaar.evolve(state, event);
  }
  if (state === null) throw new Error('bazaar: a match begins with an event');
  return { made, end: state };
}

type Made = Extract<BazaarEvent, { type: 'buyer_moved' | 'bid_made' | 'ask_named' }>;

function toldOf(event: Made, { state, seq }: { state: BazaarState; seq: number }): Told {
  const { seat, turn, move } = event;
  const isAsk = event.type === 'ask_named';
  const words = move?.message ?? '';
  const price = event.type === 'buyer_moved' ? event.price : (move?.price ?? null);
  const seen = isAsk ? seenByBuyer(state, { at: state.round, price: event.move.price }) : classicBazaar.observe(state, seat);
  return {
    seat,
    told: {
      turn,
      seq,
      episode: state.episode,
      round: state.round + 1,
      ask: state.ask,
      action: isAsk ? 'ask' : ((move as BuyerMove | null)?.action ?? 'pass'),
      price: move !== null && 'action' in move && move.action !== 'offer' ? null : price,
      read: 'role' in seen && seen.role === 'seller' ? null : readSeller(seen),
      words,
      spans: highlight(words).spans,
    },
  };
}

interface Again {
  events: readonly BazaarEvent[];
  seat: SeatId;
  turn: number;
  role: 'buyer' | 'seller';
}

/** Results of each script from that turn on. Other buyers repeat their bids and then stop. */
function playedAgain({ events, seat, turn, role }: Again, { playOn }: Pick<Means, 'playOn'>): Instead[] {
  return strategiesFor(role).flatMap((strategy) => {
    const playerOf = (one: SeatId) => (one === seat ? strategy : recorded(events, one));
    const again = playOn<BazaarEvent>({ game: classicBazaar, events, turn, playerOf });
    if (!again.ok) return [];
    const { end } = movesIn(again.value);
    return [{ id: strategy.id, title: strategy.title, score: scoresOf(end)[seat] ?? 0, deals: dealsOf(end, seat) }];
  });
}

function recorded(events: readonly BazaarEvent[], seat: SeatId): { choose(seen: BazaarObservation): BazaarMove } {
  const bids = new Map(events.flatMap((event) => (event.type === 'bid_made' && event.seat === seat ? [[event.turn, event.move]] : [])));
  return {
    choose: (seen) => (seen.role === 'buyer' ? (bids.get(seen.current_round) ?? { action: 'walk' }) : { price: seen.opening_price }),
  };
}

/** The seat's deals; in an arena, only the holder has one. */
function dealsOf({ config, records, outcome, agreed, holder }: BazaarState, seat: SeatId): Deal[] {
  if (config.mode === 'arena' && outcome === 'deal' && holder !== seat) return [{ outcome: 'outbid', price: null }];
  if (config.mode === 'task') return records.map((one) => ({ outcome: one.outcome, price: one.agreed_price }));
  return outcome === null ? [] : [{ outcome, price: agreed }];
}

function bestOf(all: readonly Instead[]): Instead | null {
  const [first, ...rest] = all;
  return first === undefined ? null : rest.reduce((best, one) => (one.score > best.score ? one : best), first);
}

// Scripts that could have played a seat, for comparison.

type Strategy = Pick<Policy<BazaarObservation, BazaarMove>, 'id' | 'title' | 'choose'> & Pick<Policy, 'needsChance'>;

const BUYERS = ['linear', 'patient', 'smart', 'aggressive'];

/** All scripted policies sell in the same way, so a seller is compared with these. */
const SELLERS: readonly Strategy[] = [
  { id: 'linear', title: 'The published scripted seller', choose: scripted },
  { id: 'hold', title: 'Hold the first price', choose: (seen) => ({ price: asSeller(seen).opening_price }) },
  { id: 'steps', title: 'Equal steps down', choose: (seen) => ({ price: steps(asSeller(seen)) }) },
  { id: 'halfway', title: 'Meet halfway each time', choose: (seen) => ({ price: halfway(asSeller(seen)) }) },
];

/** In display order. */
function strategiesFor(role: 'buyer' | 'seller'): readonly Strategy[] {
  if (role === 'seller') return SELLERS;
  return BUYERS.flatMap((id) => bazaarPolicies.filter((policy) => policy.id === id) as Strategy[]);
}

function asSeller(seen: BazaarObservation): SellerObservation {
  if (seen.role !== 'seller') throw new Error('bazaar: a seller is asked as a seller');
  return seen;
}

function scripted(seen: BazaarObservation): BazaarMove {
  const [policy] = bazaarPolicies;
  if (policy === undefined) throw new Error('bazaar: there is a policy');
  return policy.choose(seen) as BazaarMove;
}

/** From the first price down to the lowest profitable one, reached in the last round. */
function steps({ opening_price: first, own_private_cost: cost, round: at, max_rounds: rounds }: SellerObservation): number {
  const least = Math.min(first, RESERVE * cost);
  return round(first - (first - least) * Math.min(1, at / Math.max(1, rounds - 1)), 2);
}

function halfway({ opening_price: first, own_private_cost: cost, history, buyer_price: offer }: SellerObservation): number {
  const last = history.findLast(({ actor }) => actor === 'seller')?.price ?? first;
  return round(Math.max(Math.min(first, RESERVE * cost), offer === null ? last : (last + offer) / 2), 2);
}
