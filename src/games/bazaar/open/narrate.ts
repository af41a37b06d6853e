/** Describes events, for people and for the platform. */
import { type GameEvent, type Told, unreachable } from '~/contract/game';
import type { Line, Names } from '~/contract/narrator';
import { counted } from './config';
import type { BazaarEvent, EventOf, Opened } from './events';
import type { CueLabels } from './rules/cues';
import { CUE_LABELS } from './rules/cues';
import { moneyText } from './rules/money';
import { type Offer, OPERATOR } from './types';
import { shockText } from './view';

/** A round as people read it. Events, views and observations count from 0. */
export function nth(round: number): number {
  return round + 1;
}

/** `seller_0` is Seller 1. */
export function titleOf(seat: string): string {
  const found = /^(seller|buyer)_(\d+)$/.exec(seat);
  if (!found) return seat === OPERATOR ? 'The market' : seat;
  return `${found[1] === 'seller' ? 'Seller' : 'Buyer'} ${Number(found[2]) + 1}`;
}

export function narrate(raw: GameEvent, names: Names): Line | null {
  const event = raw as BazaarEvent;
  const name = (seat: string): string => names[seat] ?? titleOf(seat);
  switch (event.type) {
    case 'bazaar_opened':
      return { text: openingText(event, name), opens: 0, seats: [] };
    case 'turn_taken':
      return { text: `${name(event.seat)} has moved.`, minor: true, seats: [event.seat] };
    case 'round_closed':
      return { text: closedText(event, name), seats: [], minor: true };
    case 'round_started': {
      const bid = event.walk_in_cents;
      const text =
        bid === null ? `Round ${nth(event.round)} begins.` : `A customer comes by and would pay ${moneyText(bid)}. Sellers can pitch.`;
      return { text, opens: event.round, seats: [], ...(bid === null && { minor: true }) };
    }
    case 'action_resolved': {
      const { ok, message } = event.result;
      return { text: `${name(event.seat)}: ${message}`, seats: [event.seat], ...(ok && { minor: true }) };
    }
    case 'offer_made':
      return { text: offerText(event.offer, name), seats: seatsIn([event.offer.from, event.offer.to]), isMove: true };
    case 'offer_closed':
      return { text: endText(event, name), seats: seatsIn([event.from, event.to]), ...(event.status === 'replaced' && { minor: true }) };
    case 'offer_refused':
      return { text: `${name(event.by)} rejects the open offer by ${name(event.from)}.`, seats: [event.by, event.from] };
    case 'deal_made':
      return dealLine(event, name);
    case 'message_sent': {
      const { from, to, text, claim } = event.message;
      const claimed = claim ? ` It claims to have an offer at ${moneyText(claim.price_cents)}.` : '';
      return { text: `${name(from)} to ${to === null ? 'everybody' : name(to)}: “${text}”${claimed}`, seats: seatsIn([from, to]) };
    }
    case 'pitches_judged':
      return { text: verdictText(event, name), seats: event.verdict.pitches.map(({ seat }) => seat) };
    case 'pitch_made':
      return { text: `${name(event.pitch.seat)} pitches: “${event.pitch.text}”`, seats: [event.pitch.seat], isMove: true };
    case 'cue_sent':
      return { text: `${name(event.seat)} seems ${cueText(CUE_LABELS[event.symbol])}.`, seats: [event.seat] };
    case 'seat_left':
      return { text: `${name(event.seat)} ${leftText(event.why)}.`, seats: [event.seat] };
    case 'shock_planned':
      return { text: 'The organizer sets a shock for the next round.', seats: [] };
    case 'shock_struck':
      return { text: shockText(event.shock) };
    case 'match_ended':
      return { text: 'The market closes.', seats: [] };
    default:
      return poolLine(event, name);
  }
}

type Name = (seat: string) => string;
type PoolEvent = EventOf<'pool_formed' | 'pool_joined' | 'pool_declined' | 'reserve_raised' | 'pool_ended'>;

function poolLine(event: PoolEvent, name: Name): Line {
  switch (event.type) {
    case 'pool_formed': {
      const { founder, invited, until_round } = event.pool;
      const others = invited.filter((seat) => seat !== founder);
      return {
        text: `${name(founder)} forms a pool and invites ${listed(others.map(name))}, until round ${nth(until_round)}.`,
        seats: invited,
      };
    }
    case 'pool_joined':
      return { text: `${name(event.seat)} joins the pool.`, seats: [event.seat] };
    case 'pool_declined':
      return { text: `${name(event.seat)} does not join the pool.`, seats: [event.seat] };
    case 'reserve_raised':
      return { text: `${name(event.seat)} raises the most it pays in the pool to ${moneyText(event.reserve_cents)}.`, seats: [event.seat] };
    case 'pool_ended':
      return { text: POOL_ENDS[event.why], seats: [] };
    default:
      return unreachable(event);
  }
}

const POOL_ENDS = {
  term: 'The pool has expired.',
  deal: 'The pool has bought and ends.',
  nobody_joined: 'Nobody joined the pool, so it ends.',
  too_few: 'Too few are left in the pool, so it ends.',
} as const;

function openingText({ config, world }: Opened, name: Name): string {
  const { title, text } = world.listing;
  const prices = world.seats.flatMap(({ seat, list_cents }) =>
    list_cents === null ? [] : [`${name(seat)} lists it at ${moneyText(list_cents)}`],
  );
  const sides = `${counted(config.sellers, 'seller')} and ${counted(config.buyers, 'buyer')} haggle over: ${title}.`;
  return `${sides} ${text} ${prices.join('; ')}.`;
}

function closedText({ round, silent }: EventOf<'round_closed'>, name: Name): string {
  return silent.length === 0
    ? `Round ${nth(round)} is over.`
    : `Round ${nth(round)} is over. ${listed(silent.map(name))} did not move in time.`;
}

function offerText({ from, to, side, price_cents, quantity, message, participants }: Offer, name: Name): string {
  const price = moneyText(price_cents);
  const units = quantity === 1 ? '' : ` each for ${quantity}`;
  const who = participants === null ? name(from) : listed(participants.map(name));
  const verb =
    side === 'seller' ? 'asks' : participants === null && from !== OPERATOR ? 'offers' : participants === null ? 'offers' : 'offer';
  const whom = to === null ? '' : ` from ${name(to)}`;
  const target = to === null ? '' : side === 'seller' ? whom : ` to ${name(to)}`;
  return `${who} ${verb} ${price}${units}${target}.${message === '' ? '' : ` “${message}”`}`;
}

function endText({ from, to, status }: EventOf<'offer_closed'>, name: Name): string {
  const whose = `offer by ${name(from)}${to === null ? '' : ` to ${name(to)}`}`;
  switch (status) {
    case 'rejected':
      return `${to === null ? 'Somebody' : name(to)} turns down the offer by ${name(from)}.`;
    case 'withdrawn':
      return `${name(from)} withdraws its offer.`;
    case 'replaced':
      return `${name(from)} replaces its offer.`;
    case 'expired':
      return `The ${whose} has run out.`;
    case 'void':
      return `The ${whose} is no longer available.`;
  }
}

function dealLine({ deal: { seller, buyers, price_cents, quantity } }: EventOf<'deal_made'>, name: Name): Line {
  const units = quantity === 1 ? '' : `${quantity} for `;
  const each = quantity === 1 ? '' : ' each';
  return {
    text: `${name(seller)} sells ${units}at ${moneyText(price_cents)}${each} to ${listed(buyers.map(name))}.`.replace('for at', 'at'),
    seats: seatsIn([seller, ...buyers]),
  };
}

function verdictText({ verdict: { winner, pitches } }: EventOf<'pitches_judged'>, name: Name): string {
  if (pitches.length === 0) return 'Nobody pitches, and the customer leaves.';
  return winner === null
    ? 'The customer is not convinced and leaves.'
    : `The customer likes the pitch by ${name(winner)} best and makes a bid.`;
}

export function cueText(labels: CueLabels | undefined): string {
  if (!labels) return 'hard to read';
  return `${labels.pace}, ${labels.warmth} and ${labels.fidget}, eyes ${labels.eyes}`;
}

function leftText(why: EventOf<'seat_left'>['why'] | undefined): string {
  if (why === 'bought') return 'has what it wanted and leaves';
  return why === 'sold_out' ? 'is sold out and leaves' : 'leaves the market';
}

function seatsIn(seats: readonly (string | null)[]): string[] {
  return seats.filter((seat) => seat !== null && seat !== OPERATOR) as string[];
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? 'nobody') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export function told(event: BazaarEvent): Told | null {
  switch (event.type) {
    case 'turn_taken':
      return { begins: true, move: { seat: event.seat, actions: event.read.actions.map(({ action }) => action) } };
    case 'action_resolved':
      return { result: { seat: event.seat, ok: event.result.ok, code: event.result.code } };
    case 'deal_made':
      return {
        shared: { seats: [event.deal.seller, ...event.deal.buyers], code: 'deal_made' },
        ...(event.deal.buyers.length > 1 && { together: event.deal.buyers }),
      };
    case 'round_closed':
      return { ...(event.order.length > 0 && { begins: true }), lapsed: event.silent }; // a round without seats on move is not a turn
    case 'pitches_judged': {
      const { round, winner, pitches } = event.verdict;
      const words = pitches.map(({ seat, text, score, reason, claims }) => ({ seat, text, score, reason, facts: { claims } }));
      return pitches.length === 0 ? null : { verdict: { judge: 'rule', round, winner, words } };
    }
    case 'shock_planned':
      return { shock: 'set' };
    case 'shock_struck':
      return { shock: 'struck' };
    default:
      return null;
  }
}
