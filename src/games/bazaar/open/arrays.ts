/** The market as arrays. Prices are shares of the mean list price, which is public. */
import { card, type GameArrays, ListedPlaces, NumberPen } from '~/contract/arrays';
import type { BazaarObservation } from './observation';
import type { WireAction } from './players/fill-in';
import { bestOffer, floorOf, ownPrices } from './players/prices';
import { lastPrice, menuOf } from './prompts/menu';
import { SYMBOLS } from './rules/cues';
import { SHOCK_KINDS } from './types';

const PRICE = 'in shares of the mean list price; 0: none';
const PARTS = [0, 0.03, 0.06, 0.1, 0.15, 0.2, 0.27, 0.35, 0.5, 0.7, 1];
/** Indexes of choices that exist once. Prices are between `take` and `join`, in the order of their letters. */
const PLACES = { wait: 0, take: 1, join: PARTS.length + 2, finish: PARTS.length + 3 } as const;
const FIRST_LETTER = 'a'.charCodeAt(0);
const MOST_CUES = 3;
const MOST_PRICES = 4;

const NUMBERS = [
  card('is_seller', '1 for a seller, 0 for a buyer'),
  card('round', 'this round, as a part of all'),
  card('turns_left', "the seat's turns that are left, as a part of all rounds"),
  card('last_turn', '1 in its last turn'),
  card('deadline', 'the last round in which it can act, as a part of all'),
  card('weight', "the part of a deal's gain that is left now"),
  card('limit', `a price at which nothing is left, ${PRICE}`),
  card('floor', `the same with the delivery of one unit, ${PRICE}`),
  card('outside', `what it gets or pays elsewhere, ${PRICE}`),
  card('delivery', `what a delivery costs it, ${PRICE}`),
  card('stock', 'units that a seller has left'),
  card('bought', '1 for a buyer that has bought'),
  card('list_price', `a seller's own, ${PRICE}`),
  card('profit', 'made so far, in shares of the mean list price'),
  card('in_pool', '1 for a member of a pool'),
  card('last_price', `its own last price, or where it would open, ${PRICE}`),
  card('own_prices', 'how often it has named a price to all, in tens'),
  card('best_price', `of the best offer that it can take, ${PRICE}`),
  card('best_worth', 'what taking it is worth, in shares of the mean list price'),
  card('takeable', 'offers that it can take, in tens'),
  card('standing', 'offers of the other side that it can see, in tens'),
  card('rivals', 'seats of its own side that are still there, in tens'),
  card('others', 'seats of the other side that are still there, in tens'),
  card('deals', 'deals so far, in tens'),
  card('last_deal', `price of the last one, ${PRICE}`),
  card('mean_deal', `mean price of all, ${PRICE}`),
  card('walk_in', `what the customer who comes by pays, ${PRICE}`),
  ...SHOCK_KINDS.map((kind) => card(kind, `shocks of this kind so far`)),
  ...Array.from({ length: MOST_PRICES }, (_, i) => card(`their_price_${i}`, `the other side's last prices, the newest first, ${PRICE}`)),
  ...Array.from({ length: MOST_CUES }, (_, i) =>
    card(`cue_${i}`, `the last cues, the newest first: a symbol from 1 to ${SYMBOLS}; 0: none`),
  ),
];

export const bazaarArrays: GameArrays<BazaarObservation, WireAction> = {
  numbers: NUMBERS,
  menu: [
    'wait',
    'accept the best offer',
    ...PARTS.map((part) => `name a price to all: ${Math.round(100 * part)}% of the way from the last price to the floor`),
    'join a pool',
    'leave the market',
  ],
  reward: 'money: the profit made since the seat last moved',
  write(seen, into, at) {
    const pen = new NumberPen(into, at);
    const unit = Math.max(0.01, seen.mean_list_price);
    const price = (value: number | null | undefined): number => (value ?? 0) / unit;
    writeOwn(pen, seen, price);
    writeMarket(pen, seen, price);
  },
  places(seen) {
    const found: (WireAction | undefined)[] = Array.from({ length: PARTS.length + 4 }, () => undefined);
    if (!seen.your_turn) return new ListedPlaces(found);
    for (const { kind, letter, action } of menuOf(seen)) {
      found[kind === 'price' ? PLACES.take + 1 + letter.charCodeAt(0) - FIRST_LETTER : PLACES[kind]] = action;
    }
    return new ListedPlaces(found);
  },
};

type Priced = (value: number | null | undefined) => number;

function writeOwn(pen: NumberPen, seen: BazaarObservation, price: Priced): void {
  const { side, round, rounds, turns_left, last_turn, you, weight } = seen;
  pen.put(side === 'seller', round / rounds, turns_left / rounds, last_turn, Math.min(1, you.deadline / rounds), weight);
  pen.put(price(you.limit), price(floorOf(seen)), price(you.outside), price(you.delivery), you.stock, you.bought);
  pen.put(price(you.list_price), price(you.profit), you.pool !== null, price(lastPrice(seen)), ownPrices(seen).length / 10);
}

function writeMarket(pen: NumberPen, seen: BazaarObservation, price: Priced): void {
  const { side, seat, seats, offers, deals, shocks, pitch, history, cues } = seen;
  const best = bestOffer(seen);
  const theirs = offers.filter((offer) => offer.side !== side);
  pen.put(price(best?.price), price(best?.worth), theirs.filter(({ acceptable }) => acceptable).length / 10, theirs.length / 10);
  const present = seats.filter(({ left, seat: one }) => !left && one !== seat);
  pen.put(present.filter((one) => one.side === side).length / 10, present.filter((one) => one.side !== side).length / 10);
  const paid = deals.reduce((sum, deal) => sum + deal.price, 0);
  pen.put(deals.length / 10, price(deals.at(-1)?.price), price(deals.length === 0 ? 0 : paid / deals.length), price(pitch?.bid));
  for (const kind of SHOCK_KINDS) pen.put(shocks.filter((shock) => shock.kind === kind).length);
  const named = history.filter((offer) => offer.side !== side && offer.quantity === 1).reverse();
  pen.rows(named, { most: MOST_PRICES, width: 1 }, (offer) => pen.put(price(offer.price)));
  pen.rows([...cues].reverse(), { most: MOST_CUES, width: 1 }, ({ symbol }) => pen.put(symbol + 1));
}
