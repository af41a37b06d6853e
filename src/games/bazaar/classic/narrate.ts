/** Describes events, for people and for the platform. */
import type { GameEvent, Told } from '~/contract/game';
import { unreachable } from '~/contract/game';
import type { Line, Names } from '~/contract/narrator';
import type { BazaarEvent } from './events';
import { sellerMessage, sellerWords } from './phrases';

/** A published event, without hidden fields. */
type ToldEvent = BazaarEvent extends infer E ? (E extends BazaarEvent ? Pick<E, 'type'> & Partial<E> : never) : never;

export function narrate(raw: GameEvent, names: Names): Line | null {
  const event = raw as ToldEvent; // published by these rules
  const called = (seat: string | undefined): string => names[seat ?? ''] ?? titleOf(seat ?? '');
  const at = 'turn' in event && event.turn !== undefined ? { round: event.turn } : {};
  switch (event.type) {
    case 'bazaar_opened':
      return { text: `The bazaar opens: ${event.config?.task_type?.replaceAll('_', ' ') ?? 'a task'}.` };
    case 'episode_opened':
      return { ...at, text: openingText(event) };
    case 'buyer_moved':
      return { ...at, text: moveText(called(event.seat), event), seats: [event.seat ?? 'buyer'], isMove: true };
    case 'seller_answered':
      return { ...at, text: answerText(event) };
    case 'turn_closed':
      return { ...at, text: closedText(event), ...(event.record === null && event.stopped !== true && { minor: true }) };
    case 'bid_made':
      return { ...at, text: `${called(event.seat)} ${bidText(event)}.`, seats: [event.seat ?? ''], isMove: true };
    case 'arena_closed':
      return { ...at, text: arenaText(event, called) };
    case 'ask_named':
      return { ...at, text: askText(called(event.seat), event), seats: [event.seat ?? 'seller'], isMove: true };
    case 'buyer_answered':
      return { ...at, text: sellText(event) };
    case 'move_refused':
      return {
        ...at,
        text: `${called(event.seat)}'s move is refused${event.why === undefined ? '' : `: ${sentence(event.why)}`}.`,
        seats: [event.seat ?? ''],
      };
    case 'turn_lapsed':
      return { ...at, text: `${called(event.seat)} says nothing in this round.`, seats: [event.seat ?? ''] };
    default:
      return unreachable(event);
  }
}

export function titleOf(seat: string): string {
  if (seat === 'buyer') return 'The buyer';
  if (seat === 'seller') return 'The seller';
  return seat.replace(/^buyer_(\d+)$/, 'Buyer $1');
}

type Of<T extends BazaarEvent['type']> = Extract<ToldEvent, { type: T }>;

function money(price: number | null | undefined): string {
  return typeof price === 'number' ? String(Math.round(price * 100) / 100) : 'a price';
}

function openingText({ episode, item, listing, seller, line }: Of<'episode_opened'>): string {
  const words =
    typeof line === 'string' && seller ? ` "${sellerWords(line, { personality: seller.personality, price: seller.anchor })}"` : '';
  return `Deal ${episode ?? 1}: the seller asks ${money(seller?.anchor)} for the ${listing ?? item ?? 'item'}.${words}`;
}

function moveText(who: string, { move, price, components, invalid }: Of<'buyer_moved'>): string {
  const words = move?.message === undefined ? '' : `, saying: "${move.message}"`;
  const faults = Object.keys(components ?? {}).map((name) =>
    name === 'stalling_penalty' ? 'it repeats itself' : 'its price was out of range',
  );
  const cost = faults.length === 0 ? '' : ` (${faults.join(', ')})`;
  if (move?.action === 'walk') return `${who} walks away${words}.`;
  if (move?.action === 'accept')
    return invalid ? `${who} accepts, but the seller has not made an offer yet${words}.` : `${who} accepts${words}.`;
  return `${who} offers ${money(price)}${cost}${words}.`;
}

function answerText({ answer, ask, said, personality = 'default' }: Of<'seller_answered'>): string {
  const words = sellerMessage(said ?? [], { personality, price: ask ?? 0 }).replace('\n\n', ' ');
  const quoted = words === '' ? '' : ` "${words}"`;
  if (answer === 'walk') return `The seller walks away.${quoted}`;
  if (answer === 'accept') return `The seller accepts.${quoted}`;
  return `The seller asks ${money(ask)}.${quoted}`;
}

function closedText({ record, stopped }: Of<'turn_closed'>): string {
  if (record?.agreed_price != null) return `They have a deal at ${money(record.agreed_price)}.`;
  if (record) return record.outcome === 'expired' ? 'Time is up without a deal.' : 'They part without a deal.';
  return stopped ? 'The match was stopped because it took too long.' : 'The next round begins.';
}

function bidText({ move }: Of<'bid_made'>): string {
  if (move?.action === 'walk') return 'does not bid';
  if (move?.action === 'accept') return 'bids what the seller asks';
  return typeof move?.price === 'number' && move.price !== 0 ? `bids ${money(move.price)}` : 'bids half of its money';
}

function arenaText({ best, holder, ask, outcome }: Of<'arena_closed'>, called: (seat: string | undefined) => string): string {
  if (outcome === 'deal') return `Sold to ${called(holder ?? undefined)} at ${money(best)}.`;
  if (outcome === 'expired') return 'Time is up, and nothing is sold.';
  const bid = holder === null || holder === undefined ? 'Nobody has bid' : `The best bid is ${money(best)}, by ${called(holder)}`;
  return `${bid}. The seller asks ${money(ask)}.`;
}

function askText(who: string, { move, repeated }: Of<'ask_named'>): string {
  const words = move?.message === undefined ? '' : `, saying: "${move.message}"`;
  return repeated ? `The price stays at ${money(move?.price)}.` : `${who} asks ${money(move?.price)}${words}.`;
}

function sellText({ answer, price }: Of<'buyer_answered'>): string {
  switch (answer) {
    case 'offer':
      return `The buyer offers ${money(price)}.`;
    case 'accept':
      return `The buyer accepts ${money(price)}.`;
    case 'deal':
      return `They have a deal at the buyer's offer, ${money(price)}.`;
    case 'expired':
      return 'Time is up without a deal.';
    default:
      return 'The buyer walks away.';
  }
}

function sentence(why: string): string {
  return why.replace(/[.!?]$/, '');
}

export function told(event: BazaarEvent): Told | null {
  switch (event.type) {
    case 'buyer_moved': {
      const { seat, move, invalid } = event;
      const result = { seat, ok: invalid !== true, code: invalid ? 'invalid_accept' : move.action };
      return { begins: true, move: { seat, actions: [move] }, result };
    }
    case 'bid_made': {
      const { seat, move } = event;
      return { begins: true, move: { seat, actions: [move] }, result: { seat, ok: true, code: move?.action ?? 'offer' } };
    }
    case 'ask_named': {
      const { seat, move, repeated } = event;
      return repeated ? null : { begins: true, move: { seat, actions: [move] }, result: { seat, ok: true, code: 'ask' } };
    }
    case 'move_refused':
      return {
        begins: true,
        move: { seat: event.seat, actions: [null] },
        result: { seat: event.seat, ok: false, code: 'malformed_action' },
      };
    case 'turn_lapsed':
      return { begins: true, lapsed: [event.seat] };
    default:
      return null;
  }
}
