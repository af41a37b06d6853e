/** A turn in few words. Prices are in points (a thousandth of the mean list price), so that markets of all sizes look alike. */
import type { PromptPart } from '~/contract/prompt-format';
import { quoted } from '~/lib/text/hostile-text';
import type { BazaarObservation, PastOffer, SeenSeat } from '../observation';
import { bestOffer, floorOf, ownPrices } from '../players/prices';
import { OPERATOR } from '../types';
import { type Choice, lastPrice } from './menu';

export interface Told {
  user: string;
  cut: string[];
}

type IsTold = (part: string) => boolean;

/** Maximum number of seats shown of the other side, and of the seat's own side. */
const MOST_SEATS = 5;
/** Maximum number of a seat's last prices: alone, and with others. */
const MOST_PRICES = 6;
const FEWER_PRICES = 3;
const MOST_DEALS = 4;
const MOST_SAID = 3;
/** Maximum length of a quoted message. */
const LONGEST_QUOTE = 100;
/** The meaning of a cue, by number. */
const SIGNS = ['early hard', 'early easy', 'middle hard', 'middle easy', 'late hard', 'late easy'] as const;

/** What can be left out: the menu, the limit and the time cannot. */
export const PARTS: readonly PromptPart[] = [
  { name: 'signs', summary: 'the cues of others', told: /, signs (?:(?:early|middle|late) (?:hard|easy) \d+ ?)+$/gm },
  { name: 'moves', summary: 'by how much others have moved', told: /(?<=^[^<\n]*), gave [\d ]+(?=$|, signs )/gm },
  { name: 'rivals', summary: 'the prices of one’s own side', told: /\n(?:Rivals \d+, at .*|and \d+ more rivals)$/gm },
  { name: 'deals', summary: 'what was sold, and at what price', told: /\nSold at [\d x]+$/gm },
  { name: 'words', summary: 'what others said', told: /\n(?:\S+ said, as data: <<.*>>|and \d+ more seats that spoke)$/gm },
  { name: 'best', summary: 'the best offer, and what it gains', told: /\n(?:Best offer .*|Nothing can be taken now)\.$/gm },
];

export function userText(seen: BazaarObservation, menu: readonly Choice[], without: readonly string[] = []): Told {
  const cut: string[] = [];
  const told = (part: string) => !without.includes(part);
  const lines = [
    `You are ${seen.seat}, in ${seen.task}: ${seen.listing.title}. 1000 points are ${seen.mean_list_price}.`,
    `Round ${seen.round} of ${seen.rounds}. Turns left ${seen.turns_left}, the last by round ${Math.min(seen.you.deadline, seen.rounds - 1)}.`,
    ...ownLines(seen),
    ...otherSide(seen, cut, told),
    ...(told('rivals') ? ownSide(seen, cut) : []),
    ...marketLines(seen, told),
    ...(told('words') ? said(seen, cut) : []),
    ...(told('best') ? [bestLine(seen)] : []),
    'Menu:',
    ...menu.map((choice) => choiceLine(seen, choice)),
  ];
  return { user: lines.join('\n'), cut };
}

function points({ mean_list_price }: BazaarObservation, price: number): number {
  return Math.round((1000 * price) / mean_list_price);
}

function ownLines(seen: BazaarObservation): string[] {
  const { you } = seen;
  const own = ownPrices(seen).slice(-MOST_PRICES);
  const left = seen.side === 'seller' ? lastPrice(seen) - floorOf(seen) : floorOf(seen) - lastPrice(seen);
  const named = own.length === 0 ? 'none' : own.map((price) => points(seen, price)).join(' ');
  const stock = seen.side === 'seller' ? ` Stock ${you.stock}.` : '';
  const pool = you.pool === null ? '' : ` In pool ${you.pool}.`;
  return [`Your limit ${points(seen, floorOf(seen))}.${stock}${pool} Your prices: ${named}. Left to give ${points(seen, left)}.`];
}

/** Seats to deal with, best price first. */
function otherSide(seen: BazaarObservation, cut: string[], told: IsTold): string[] {
  const seats = present(seen, false);
  const most = seats.length === 1 ? MOST_PRICES : FEWER_PRICES;
  const sign = seen.side === 'seller' ? -1 : 1;
  const priced = seats.map((seat) => ({ seat, prices: pricesOf(seen, seat.seat) }));
  const last = (prices: readonly PastOffer[]) => sign * (prices.at(-1)?.price ?? sign * 1e9);
  const ordered = priced.toSorted((a, b) => last(a.prices) - last(b.prices));
  return [
    ...ordered.slice(0, MOST_SEATS).map((one) => seatLine(seen, one, { most, told })),
    ...cutLine(ordered.length - MOST_SEATS, seen.side === 'seller' ? 'buyers' : 'sellers', cut),
  ];
}

function seatLine(
  seen: BazaarObservation,
  { seat, prices }: { seat: SeenSeat; prices: readonly PastOffer[] },
  { most, told }: { most: number; told: IsTold },
): string {
  const shown = prices.slice(-most).map(({ price }) => points(seen, price));
  const gave = shown.slice(1).map((price, at) => Math.abs(price - (shown[at] ?? price)));
  const named = shown.length === 0 ? (seat.list_price === null ? 'no price' : `list ${points(seen, seat.list_price)}`) : shown.join(' ');
  const gone = prices.length > 0 && prices.at(-1)?.status !== 'standing' ? ' gone' : '';
  const stock = (seat.stock ?? 1) > 1 ? ` x${seat.stock}` : '';
  return [
    `${seat.seat}${stock}: ${named}${gone}`,
    ...(gave.length > 0 && told('moves') ? [`gave ${gave.join(' ')}`] : []),
    ...(told('signs') ? signs(seen, seat.seat) : []),
  ].join(', ');
}

/** How often each cue was shown. */
function signs({ cues }: BazaarObservation, of: string): string[] {
  const counts = SIGNS.map((sign, symbol) => ({ sign, count: cues.filter((cue) => cue.seat === of && cue.symbol === symbol).length }));
  const shown = counts.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  return shown.length === 0 ? [] : [`signs ${shown.map(({ sign, count }) => `${sign} ${count}`).join(' ')}`];
}

/** Rivals, by their last prices. */
function ownSide(seen: BazaarObservation, cut: string[]): string[] {
  const rivals = present(seen, true);
  if (rivals.length === 0) return [];
  const sign = seen.side === 'seller' ? 1 : -1;
  const prices = rivals.flatMap(({ seat }) => pricesOf(seen, seat).slice(-1)).map(({ price }) => points(seen, price));
  const best = prices.toSorted((a, b) => sign * (a - b)).slice(0, MOST_SEATS);
  return [
    `Rivals ${rivals.length}, at ${best.length === 0 ? 'no price' : best.join(' ')}`,
    ...cutLine(prices.length - MOST_SEATS, 'rivals', cut),
  ];
}

function present(seen: BazaarObservation, own: boolean): SeenSeat[] {
  return seen.seats.filter(
    ({ seat, side, left, bought, stock }) => (side === seen.side) === own && seat !== seen.seat && !left && !bought && stock !== 0,
  );
}

/** Its prices for one unit that this seat knows, one per round. */
function pricesOf({ history, seat }: BazaarObservation, of: string): PastOffer[] {
  const own = history.filter(({ from, to, quantity }) => from === of && (to === null || to === seat) && quantity === 1);
  return [...new Map(own.map((offer) => [offer.round, offer])).values()];
}

function marketLines(seen: BazaarObservation, told: IsTold): string[] {
  const deals = seen.deals.slice(-MOST_DEALS).map(({ price, quantity }) => `${points(seen, price)}${quantity > 1 ? ` x${quantity}` : ''}`);
  const market = seen.offers
    .filter(({ from }) => from === OPERATOR)
    .map(({ side, price }) => `${side === 'seller' ? 'sells at' : 'buys at'} ${points(seen, price)}`);
  const rises = seen.shocks
    .filter(({ rise }) => rise !== null)
    .map(({ kind, rise }) => `${kind === 'cost_rise' ? 'costs' : 'demand'} +${Math.round(100 * (rise ?? 0))}%`);
  return [
    ...(deals.length > 0 && told('deals') ? [`Sold at ${deals.join(' ')}`] : []),
    ...(market.length > 0 ? [`The market ${market.join(', ')}`] : []),
    ...(rises.length > 0 ? [`News: ${rises.join(', ')}`] : []),
    ...seen.pools
      .filter(({ ended }) => ended === null)
      .map(
        ({ coalition_id, members, until_round, you_are }) =>
          `Pool ${coalition_id}: ${members.length} members, to round ${until_round}, you are ${you_are}`,
      ),
  ];
}

/** The newest messages of others, between marks that they cannot close. */
function said({ messages, offers, seat, round }: BazaarObservation, cut: string[]): string[] {
  const all = [
    ...messages.map(({ from, round: at, text }) => ({ from, at, text })),
    ...offers.map(({ from, round: at, message }) => ({ from, at, text: message })),
  ].filter(({ from, text, at }) => from !== seat && text !== '' && at >= round - 2);
  const newest = new Map(all.toSorted((a, b) => a.at - b.at).map((one) => [one.from, one]));
  const lines = [...newest.values()].toReversed();
  return [
    ...lines.slice(0, MOST_SAID).map(({ from, text }) => `${from} said, as data: ${quoted(text, LONGEST_QUOTE)}`),
    ...cutLine(lines.length - MOST_SAID, 'seats that spoke', cut),
  ];
}

function bestLine(seen: BazaarObservation): string {
  const best = bestOffer(seen);
  if (best === null) return 'Nothing can be taken now.';
  const gain = points(seen, best.worth ?? 0);
  return `Best offer ${points(seen, best.price)}${best.quantity > 1 ? ` x${best.quantity}` : ''} of ${best.from}: ${gain < 0 ? `a loss of ${-gain}` : `gain ${gain}`}.`;
}

function choiceLine(seen: BazaarObservation, { letter, kind, price, action }: Choice): string {
  const at = price === null ? '' : ` ${points(seen, price)}`;
  switch (kind) {
    case 'take':
      return `${letter} take${at}`;
    case 'price':
      return `${letter}${at}`;
    case 'join':
      return `${letter} join ${action.coalition_id} with${at}`;
    case 'wait':
      return `${letter} wait`;
    case 'finish':
      return `${letter} leave`;
  }
}

function cutLine(count: number, what: string, cut: string[]): string[] {
  if (count <= 0) return [];
  cut.push(`${count} ${what}`);
  return [`and ${count} more ${what}`];
}
