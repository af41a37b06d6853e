/** The text of an event for people, the platform, and judges. */

import type { Told } from '~/contract/game';
import { unreachable } from '~/contract/game';
import { type HeardPitch, type Hearings, maskNames } from '~/contract/hearing';
import type { Line } from '~/contract/narrator';
import { type NamePrice, type OffersEvent, type OffersView, type Opened, type PriceNamed, SEATS, type TurnEvent } from './types';

/** The opening as a viewer may see it: without limits that belong to others. */
type ToldOpening = Pick<Opened, 'type'> & Partial<Opened>;

export function narrate(event: ToldOpening | TurnEvent): Line {
  if (event.type === 'haggle_opened') return { text: limits(event) };
  return { round: Math.floor(event.turn / SEATS.length), text: sentence(event), seats: [event.seat] };
}

/** The limits that the event contains. */
function limits({ cost, value }: ToldOpening): string {
  const own = cost === undefined ? [] : [`The good costs the seller ${cost}.`];
  const others = value === undefined ? [] : [`It is worth ${value} to the buyer.`];
  const told = [...own, ...others];
  return told.length === 0 ? "The seller's cost and the buyer's value are private." : told.join(' ');
}

function sentence(event: TurnEvent): string {
  switch (event.type) {
    case 'price_named':
      return `The ${event.seat} names ${event.price}${event.message === undefined ? '' : `, saying: "${event.message}"`}.`;
    case 'price_taken':
      return `The ${event.seat} takes ${event.price}.`;
    case 'table_left':
      return `The ${event.seat} leaves. There is no deal.`;
    case 'move_refused':
      return `The ${event.seat}'s move is refused: ${event.why}`;
    case 'turn_lapsed':
      return `The ${event.seat} does not move in time.`;
    default:
      return unreachable(event);
  }
}

export function told(event: OffersEvent): Told | null {
  if (event.type === 'haggle_opened') return null;
  const { seat } = event;
  if (event.type === 'turn_lapsed') return { begins: true, lapsed: [seat] };
  const result = { seat, ok: event.type !== 'move_refused', code: event.type };
  switch (event.type) {
    case 'price_named':
      return { begins: true, move: { seat, actions: [nameOf(event)] }, result, ...verdictOf(event) };
    case 'price_taken':
      return { begins: true, move: { seat, actions: [{ type: 'take_price' }] }, result };
    case 'table_left':
      return { begins: true, move: { seat, actions: [{ type: 'leave_table' }] }, result };
    case 'move_refused':
      return { begins: true, move: { seat, actions: [null] }, result };
  }
}

function verdictOf(event: PriceNamed): Pick<Told, 'verdict'> {
  const words = heardIn(event).map(({ seat, text, score, reason }) => ({ seat, text, score, reason, facts: { price: event.price } }));
  const [heard] = heardIn(event);
  return heard ? { verdict: { judge: 'rule', round: heard.round, winner: null, words } } : {};
}

function nameOf({ price, message }: PriceNamed): NamePrice {
  return { type: 'name_price', price, ...(message !== undefined && { message }) };
}

/** Judges get the words said with a price. The rule judge scores a message that names that price. */
export const hearings: Hearings = {
  heard: (view) => ({ pitches: (view as OffersView).history.flatMap(heardIn), names: { seller: 'Seller', buyer: 'Buyer' } }),
  of: (event) => heardIn(event as OffersEvent),
  namesOf: (seat) => [seat === 'seller' ? 'Seller' : 'Buyer'],
  mask: (text, who) =>
    maskNames(text, who, { own: '[this side]', other: '[the other side]', plain: (name) => /^(seller|buyer)$/i.test(name) }),
};

function heardIn(event: OffersEvent): HeardPitch[] {
  if (event.type !== 'price_named' || event.message === undefined) return [];
  const { seat, turn, message, price } = event;
  const isNamed = new RegExp(`\\b${price}\\b`).test(message);
  const reason = isNamed ? 'It names its price.' : 'It does not name its price.';
  return [{ round: Math.floor(turn / SEATS.length), seat, text: message, score: isNamed ? 1 : 0, reason }];
}
