/** The explanation of a finished match: how each seat could be read, the costliest move, what others would have made, and a twin world. */
import type { SeatId } from '~/contract/game';
import type { Job, Means } from '~/contract/means';
import type { Explained } from '~/contract/pack';
import type { BazaarEvent } from './events';
import { evolve } from './evolve';
import { books } from './ledger';
import { observe } from './observe';
import { openBazaar } from './open';
import { allPolicies } from './players/all';
import { type BazaarPolicy, house } from './players/policies';
import { guessesOf } from './players/reading';
import { centsOf, moneyText, unitsOf } from './rules/money';
import { boundsOf, knownWorld } from './score/worlds';
import { type BazaarState, copyState, seatOf } from './state';
import { twinOf } from './twin';
import type { ReadTurn, Side } from './types';

export interface BazaarExplained extends Explained {
  /** Seed of another world of the same kind, for a game with sides swapped. */
  twin_seed: number;
  /** Empty if the market is too large. */
  seats: readonly SeatExplained[];
}

/** Includes the world's bounds, which are solved separately. */
export interface BazaarAnalysis extends BazaarExplained {
  gains: Readonly<Record<SeatId, number>>;
  /** The most that all seats could have made together, and what they made. */
  best: number;
  made: number;
}

export async function analyzeMatch(events: readonly BazaarEvent[], means: Pick<Means, 'run'>): Promise<BazaarAnalysis> {
  const [explained, { optimum_cents, scale_cents }] = await Promise.all([means.run(EXPLAIN, events), boundsOf(knownWorld(events), means)]);
  const profits = Object.entries(books(events).profits);
  return {
    ...explained,
    gains: Object.fromEntries(profits.map(([seat, cents]) => [seat, cents / scale_cents])),
    best: unitsOf(optimum_cents),
    made: unitsOf(profits.reduce((sum, [, cents]) => sum + cents, 0)),
  };
}

export interface SeatExplained {
  seat: SeatId;
  side: Side;
  profit: number;
  /** By scripts from the seat's first turn on, against house players with the same random numbers. */
  others: readonly Instead[];
  turns: readonly TurnExplained[];
}

export interface Instead {
  id: string;
  title: string;
  profit: number;
  /** null: no deal. */
  deal: { price: number; round: number } | null;
}

export interface TurnExplained {
  turn: number;
  /** Number of the event with the move. */
  seq: number;
  round: number;
  /** The move in words. */
  text: string;
  /** The best offer that it could have accepted; null: none. */
  offer: { offer_id: string; price: number } | null;
  /** A planner's estimate of its limit from the other side; null: nobody is on the other side. */
  guessed_limit: number | null;
  /** How much the best script's result drops by this turn. */
  cost: number;
  best: Instead | null;
}

const STRATEGIES = ['planner', 'linear', 'conceder', 'boulware'];
/** In larger markets, replaying every turn would take minutes. */
const MOST_SEATS = 2;

export const EXPLAIN: Job<readonly BazaarEvent[], BazaarExplained> = {
  id: 'bazaar/open/explain',
  work: explainMatch,
  threads: 1,
  mostWaiting: 15,
  limitMs: () => 60_000,
};

export function explainMatch(events: readonly BazaarEvent[], means: Pick<Means, 'playOn'>): BazaarExplained {
  const { made, end } = movesIn(events);
  const seats = Object.values(end.seats);
  const told = seats.length > MOST_SEATS ? [] : seats.map(({ seat }) => explainSeat(events, { seat, made, end }, means));
  return { rounds: end.config.rounds, twin_seed: twinOf(end.config).seed, seats: told };
}

interface Move {
  seat: SeatId;
  seq: number;
  turn: number;
  round: number;
  read: ReadTurn;
  before: BazaarState;
}

function movesIn(events: readonly BazaarEvent[]): { made: Move[]; end: BazaarState } {
  const made: Move[] = [];
  let state: BazaarState | null = null;
  for (const [at, event] of events.entries()) {
    if (state !== null && event.type === 'turn_taken')
      made.push({ seat: event.seat, seq: at + 1, turn: event.turn, round: event.round, read: event.read, before: copyState(state) });
    state = evolve(state, structuredClone(event));
  }
  if (state === null) throw new Error('a match of the bazaar begins with bazaar_opened');
  return { made, end: state };
}

function explainSeat(
  events: readonly BazaarEvent[],
  { seat, made, end }: { seat: SeatId; made: readonly Move[]; end: BazaarState },
  means: Pick<Means, 'playOn'>,
): SeatExplained {
  const { side, profit } = seatOf(end, seat);
  const own = made.filter((one) => one.seat === seat);
  const again = own.map(({ turn }) => playedAgain(events, { seat, turn }, means));
  const best = again.map(bestOf);
  const came = unitsOf(profit);
  const turns = own.map((move, at) => {
    const next = best[at + 1]?.profit ?? came;
    return { ...toldOf(move), best: best[at] ?? null, cost: Math.max(0, (best[at]?.profit ?? next) - Math.max(next, came)) };
  });
  return { seat, side, profit: came, others: again[0] ?? [], turns };
}

function playedAgain(
  events: readonly BazaarEvent[],
  { seat, turn }: { seat: SeatId; turn: number },
  { playOn }: Pick<Means, 'playOn'>,
): Instead[] {
  return STRATEGIES.flatMap((id) => {
    const policy = allPolicies().find((one) => one.id === id);
    if (!policy) return [];
    const playerOf = (one: SeatId): BazaarPolicy => (one === seat ? policy : house);
    const played = playOn<BazaarEvent>({ game: openBazaar, events, turn, playerOf });
    if (!played.ok) return [];
    const { end } = movesIn(played.value);
    const deal = end.deals.find(({ seller, buyers }) => seller === seat || buyers.includes(seat));
    return [
      {
        id,
        title: policy.title,
        profit: unitsOf(seatOf(end, seat).profit),
        deal: deal ? { price: unitsOf(deal.price_cents), round: deal.round } : null,
      },
    ];
  });
}

function bestOf(all: readonly Instead[]): Instead | null {
  return all.reduce<Instead | null>((best, one) => (best === null || one.profit > best.profit ? one : best), null);
}

function toldOf({ seat, seq, turn, round, read, before }: Move): Omit<TurnExplained, 'best' | 'cost'> {
  const seen = observe(before, seat);
  const takeable = seen.offers.filter(({ acceptable }) => acceptable).sort((one, other) => (other.worth ?? 0) - (one.worth ?? 0));
  const [offer] = takeable;
  return {
    turn,
    seq,
    round,
    text: textOf(read, seen.offers),
    offer: offer ? { offer_id: offer.offer_id, price: offer.price } : null,
    guessed_limit: guessOf(before, seat),
  };
}

function textOf({ actions }: ReadTurn, offers: readonly { offer_id: string; price: number }[]): string {
  const words = actions.map(({ action }) => {
    if (action === null) return 'made a move that could not be read';
    const { action_type, price_cents, offer_id } = action;
    const price = offers.find((one) => one.offer_id === offer_id)?.price;
    switch (action_type) {
      case 'send_offer':
      case 'counter_offer':
        return `named ${moneyText(price_cents ?? 0)}`;
      case 'accept_offer':
        return price === undefined ? 'took an offer' : `took ${moneyText(centsOf(price))}`;
      case 'send_message':
        return 'wrote a message';
      case 'finish':
        return 'left';
      default:
        return action_type === 'wait' ? 'waited' : action_type.replaceAll('_', ' ');
    }
  });
  return words.length === 0 ? 'waited' : words.join(', ');
}

/** From what the other side knew before the move: the planner's mean estimate. */
function guessOf(state: BazaarState, seat: SeatId): number | null {
  const { side } = seatOf(state, seat);
  const across = Object.values(state.seats).find((one) => one.side !== side && !one.left);
  if (!across) return null;
  const guesses = guessesOf(observe(state, across.seat), seat, true);
  const total = guesses.reduce((sum, { weight }) => sum + weight, 0);
  if (total <= 0) return null;
  return Math.round((100 * guesses.reduce((sum, guess) => sum + guess.weight * guess.seat.floor, 0)) / total) / 100;
}
