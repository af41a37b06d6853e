/** The conversation of a match, from its view. */
import { playerWords } from '~/contract/player';
import type { Bubble, MarkKind } from '~/contract/screens';
import type { ShownCard } from '~/contract/shown';
import type { ShownBubble } from '~/kit/chat';
import { formatFixed, formatPercent } from '~/kit/format';
import { pitchRounds } from '../config';
import type { BazaarEvent } from '../events';
import { nth } from '../narrate';
import type { BazaarObservation } from '../observation';
import { centsOf, moneyText } from '../rules/money';
import type { BazaarView } from '../view';

/** Published events. */
type Told = BazaarEvent extends infer E ? (E extends BazaarEvent ? Pick<E, 'type'> & Partial<E> : never) : never;

const TOPICS: Partial<Record<BazaarEvent['type'], string>> = {
  bazaar_opened: 'match',
  round_started: 'match',
  match_ended: 'match',
  seat_left: 'match',
  offer_made: 'price',
  offer_closed: 'price',
  offer_refused: 'price',
  deal_made: 'deal',
  message_sent: 'talk',
  pitch_made: 'talk',
  pitches_judged: 'talk',
  pool_formed: 'pool',
  pool_joined: 'pool',
  pool_declined: 'pool',
  reserve_raised: 'pool',
  pool_ended: 'pool',
  cue_sent: 'cue',
  shock_planned: 'shock',
  shock_struck: 'shock',
};

export function topicOf(event: BazaarEvent): string | null {
  if (event.type === 'action_resolved') return event.result.ok ? null : 'refusal';
  if (event.type === 'round_started') return event.walk_in_cents === null ? null : 'match';
  return TOPICS[event.type] ?? null;
}

export function markOf(event: BazaarEvent): MarkKind | null {
  switch (event.type) {
    case 'deal_made':
      return 'trade';
    case 'pool_formed':
      return 'coalition';
    case 'pitches_judged':
      return 'pitch';
    case 'shock_struck':
      return 'shock';
    case 'action_resolved':
      return event.result.ok ? null : 'refusal';
    default:
      return null;
  }
}

export function dwellOf(event: BazaarEvent | null): number {
  if (event === null || topicOf(event) === null) return 40;
  return event.type === 'deal_made' ? 1200 : event.type === 'cue_sent' ? 200 : 600;
}

export function bubbleOf(event: BazaarEvent): Bubble | null {
  const told = event as Told;
  if (told.type === 'offer_made' && told.offer && told.offer.from !== 'operator') {
    const { from, message, price_cents } = told.offer;
    return { seat: from, text: message, chip: moneyText(price_cents) };
  }
  if (told.type === 'message_sent' && told.message) return { seat: told.message.from, text: told.message.text };
  return null;
}

/** Offers and messages, in order. */
export function bubblesOf({ offers, messages, deals }: BazaarView): (ShownBubble & { round: number })[] {
  const said: (Bubble & { round: number; place: number })[] = [
    ...offers.map(({ from, to, price, quantity, round, message, participants }, at) => ({
      round,
      place: at,
      seat: from,
      text: [
        quantity > 1 ? `each for ${quantity}.` : '',
        to === null ? '' : `To ${nameOf(to)}.`,
        participants === null ? '' : `A pool of ${participants.length}.`,
        message,
      ]
        .filter(Boolean)
        .join(' '),
      chip: priceText(price),
    })),
    ...messages.map(({ from, to, text, round, claim, is_true }, at) => ({
      round,
      place: 10_000 + at,
      seat: from,
      text: `${to === null ? '' : `To ${nameOf(to)}: `}${text}${claim ? ` (Claims an offer at ${claim.price}${is_true === null ? '' : is_true ? ', which was true' : ', which was not true'}.)` : ''}`,
    })),
    ...deals.flatMap(({ round, seller, buyers, price, quantity }, at) => [
      {
        round,
        place: 5_000 + at,
        seat: buyers[0] ?? seller,
        text: `Deal with ${nameOf(seller)}${quantity > 1 ? `, ${quantity} units` : ''}.`,
        chip: priceText(price),
      },
    ]),
  ];
  said.sort((one, other) => one.round - other.round || one.place - other.place);
  return said.map(({ round, seat, text, chip }, at) => ({ seq: at, round, seat, text, ...(chip !== undefined && { chip }) }));
}

/** For two seats: the agreed price and each side's share of the surplus; null for larger markets, in which the shell says who made most. */
export function headline({ seats, deals, finished }: BazaarView, card: ShownCard): string | null {
  if (seats.length !== 2 || !finished) return null;
  const [deal] = deals;
  if (deal === undefined) return 'They agreed on no price';
  const price = priceText(deal.price);
  const gains = seats.flatMap(({ seat, profit }) => (profit === null ? [] : [{ who: calledIn(card, seat), profit }]));
  const all = gains.reduce((sum, { profit }) => sum + profit, 0);
  const parts =
    all > 0 && gains.every(({ profit }) => profit >= 0)
      ? gains.map(({ who, profit }, at) => `${who} got ${formatPercent(profit / all)}${at === 0 ? ' of the gain' : ''}`)
      : gains.map(({ who, profit }) => `${who} ${profit < 0 ? 'lost' : 'gained'} ${formatFixed(Math.abs(profit), 2)}`);
  return `They agreed on ${price} in round ${nth(deal.round)}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

/** The rounds in which sellers can pitch, for a seller; null: none is coming. */
export function pitchWords(
  { pitch, round, rounds }: Pick<BazaarObservation, 'pitch' | 'round' | 'rounds'>,
  judge_mode: string,
): string | null {
  if (pitch !== null) return `In this round a customer would pay ${pitch.bid}. The seller with the best pitch gets the bid.`;
  const coming = judge_mode === 'off' ? [] : pitchRounds({ rounds, judge_mode: 'rule' }).filter((one) => one > round);
  if (coming.length === 0) return null;
  const named = new Intl.ListFormat('en').format(coming.map((one) => String(nth(one))));
  return `A customer comes by in ${coming.length === 1 ? 'round' : 'rounds'} ${named}: the seller with the best pitch then gets the bid.`;
}

/** The player of a seat: a person, program or agent by name, a script by its seat. */
export function calledIn(card: ShownCard, seat: string): string {
  const own = card.seats.find((one) => one.seat === seat);
  return own === undefined || own.kind === 'open' || own.kind === 'script' ? nameOf(seat) : playerWords(own);
}

/** `12.50`, `12`: as the record writes it. */
export function priceText(price: number): string {
  return moneyText(centsOf(price));
}

export function nameOf(seat: string): string {
  const number = Number(/\d+$/.exec(seat)?.[0] ?? 0) + 1;
  return seat === 'operator' ? 'the market' : `${seat.startsWith('seller') ? 'Seller' : 'Buyer'} ${number}`;
}
