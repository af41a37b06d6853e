/** The published game as arrays. Prices are shares of the buyer's budget or, for a selling seat, of its opening price. */
import { card, type GameArrays, NumberPen, type Places } from '~/contract/arrays';
import { mayAccept } from './trial';
import { type BazaarMove, type BazaarObservation, type BuyerObservation, PERSONALITIES, type SellerObservation } from './types';

const STEPS = 20;
const PRICE = "in shares of the buyer's budget, or of the opening price for a seat that sells; 0: none";
const TELLS = [
  'verbal_urgency',
  'verbal_confidence',
  'verbal_deception_cue',
  'fidget_level',
  'repeat_phrases',
  'topic_changes',
  'emotional_escalation',
  'condition_score',
  'depreciation_score',
] as const;

const NUMBERS = [
  card('sells', '1 for a seat that sells, 0 for a buyer'),
  card('in_arena', '1 for a buyer among others'),
  card('round', 'this round, as a part of all'),
  card('rounds_left', 'in tens'),
  card('deadline', 'the round by which it should be done, in tens; 0: none'),
  card('own_last', `its own last price, ${PRICE}`),
  card('their_last', `the other side's last price, ${PRICE}`),
  card('opening', `the seller's first ask, ${PRICE}`),
  card('cost', `what the thing costs a seat that sells, ${PRICE}`),
  card('their_step', `how far the seller has just come down, ${PRICE}`),
  card('counters', 'counters of the seller so far, in tens'),
  card('deal', 'this deal of the career, in tens'),
  card('deals', 'deals of the career, in tens'),
  card('capitulated', 'part of the deals so far in which the buyer gave in'),
  card('surplus', 'mean share of the surplus so far'),
  card('closing', 'mean rounds to a deal so far, in tens'),
  card('rivals', 'other buyers of the arena, in tens'),
  card('rivals_bidding', 'those of them that have bid, in tens'),
  card('held', '1 where this seat holds the highest bid of the arena'),
  ...PERSONALITIES.map((kind) => card(`seller_${kind}`, '1 for this kind of seller')),
  ...TELLS.map((tell) => card(tell, 'as the published game shows it; 0: nothing shows')),
];

export const bazaarArrays: GameArrays<BazaarObservation, BazaarMove> = {
  numbers: NUMBERS,
  menu: [
    'repeat the last price (a buyer without one offers a hundredth, a seller asks its opening price)',
    ...Array.from(
      { length: STEPS },
      (_, i) => `price ${i + 1} of ${STEPS}: a buyer's by its budget, a seller's from its cost to its opening`,
    ),
    "accept the seller's price",
    'walk away',
  ],
  reward: "share of the surplus: how the seat's score has changed since it last moved",
  write(seen, into, at) {
    const pen = new NumberPen(into, at);
    if (seen.role === 'seller') writeSeller(pen, seen);
    else writeBuyer(pen, seen);
  },
  places: (seen) => (seen.role === 'seller' ? new SellerPlaces(seen) : new BuyerPlaces(seen)),
};

function writeBuyer(pen: NumberPen, seen: BuyerObservation): void {
  const { own_private_budget: budget, career_history: career, arena, tells } = seen;
  const price = (value: number | null): number => (value ?? 0) / Math.max(0.01, budget);
  pen.put(false, arena !== null, seen.current_round / Math.max(1, seen.max_rounds), seen.rounds_remaining / 10);
  pen.put((seen.own_private_deadline ?? 0) / 10, price(seen.own_last_offer), price(seen.opponent_last_offer));
  pen.put(price(seen.seller_asking_price), 0, price(seen.seller_last_move_delta), seen.counters / 10);
  pen.put(seen.episode_number / 10, seen.total_episodes / 10, career?.capitulation_rate, career?.avg_normalized_surplus);
  pen.put((career?.avg_rounds_to_close ?? 0) / 10);
  const others = arena?.other_buyers_visible ?? [];
  pen.put(others.length / 10, others.filter(({ status }) => status === 'negotiating').length / 10, arena?.seller_attention === seen.seat);
  for (const kind of PERSONALITIES) pen.put(seen.seller_personality === kind);
  for (const tell of TELLS) pen.put(tells?.[tell]);
}

function writeSeller(pen: NumberPen, seen: SellerObservation): void {
  const { round, max_rounds, opening_price, own_private_cost, buyer_price, history } = seen;
  const price = (value: number | null | undefined): number => (value ?? 0) / Math.max(0.01, Math.abs(opening_price));
  pen.put(true, false, round / Math.max(1, max_rounds), (max_rounds - round) / 10, 0);
  pen.put(price(history.findLast(({ actor }) => actor === 'seller')?.price), price(buyer_price), 1, price(own_private_cost));
}

const ACCEPT = STEPS + 1;
const WALK = STEPS + 2;

class BuyerPlaces implements Places<BazaarMove> {
  readonly #seen: BuyerObservation;

  constructor(seen: BuyerObservation) {
    this.#seen = seen;
  }

  mark(mask: Uint8Array, at: number): void {
    mask.fill(1, at, at + WALK + 1);
    if (!mayAccept(this.#seen)) mask[at + ACCEPT] = 0;
  }

  move(place: number): BazaarMove | undefined {
    const { own_private_budget: budget, own_last_offer } = this.#seen;
    if (place === 0) return { action: 'offer', price: own_last_offer || 0.01 };
    if (place <= STEPS) return { action: 'offer', price: priceAt(0, budget, place) };
    if (place === ACCEPT) return mayAccept(this.#seen) ? { action: 'accept' } : undefined;
    return place === WALK ? { action: 'walk' } : undefined;
  }
}

class SellerPlaces implements Places<BazaarMove> {
  readonly #seen: SellerObservation;

  constructor(seen: SellerObservation) {
    this.#seen = seen;
  }

  mark(mask: Uint8Array, at: number): void {
    mask.fill(1, at, at + STEPS + 1);
  }

  move(place: number): BazaarMove | undefined {
    const { own_private_cost: cost, opening_price, history } = this.#seen;
    if (place === 0) return { price: history.findLast(({ actor }) => actor === 'seller')?.price ?? opening_price };
    return place <= STEPS ? { price: priceAt(cost, opening_price, place) } : undefined;
  }
}

function priceAt(from: number, to: number, step: number): number {
  return Math.round(100 * (from + ((to - from) * step) / STEPS)) / 100;
}
