/** The conversation of a match, from its published record. */
import type { ShownFrame } from '~/contract/shown';
import type { BazaarEvent } from '../events';
import { sellerMessage } from '../phrases';

/** Published events, without hidden fields. */
export type SeenEvent = BazaarEvent extends infer E ? (E extends BazaarEvent ? Pick<E, 'type'> & Partial<E> : never) : never;

export interface Said {
  seq: number;
  /** `note`: not said by anyone. */
  side: 'buyer' | 'seller' | 'note';
  seat: string;
  text: string;
  price: number | null;
}

export interface Ladder {
  asks: readonly number[];
  /** null: no offer in that round. */
  offers: readonly (number | null)[];
}

/** For the deal in progress at that event; earlier ones are closed. */
export function talkAt(frames: readonly ShownFrame[], at: number): { said: Said[]; ladder: Ladder } {
  const said: Said[] = [];
  const asks: number[] = [];
  const offers: (number | null)[] = [];
  for (const { seq, event } of frames) {
    if (seq > at || event === null) continue;
    const told = event as SeenEvent;
    if (told.type === 'episode_opened') {
      asks.length = 0;
      offers.length = 0;
    }
    for (const line of linesOf(told)) {
      said.push({ seq, ...line });
      if (line.price === null) continue;
      if (line.side === 'seller') asks.push(line.price);
      else if (line.side === 'buyer') offers.push(line.price);
    }
  }
  return { said, ladder: { asks, offers } };
}

type Line = Omit<Said, 'seq'>;

function linesOf(event: SeenEvent): Line[] {
  switch (event.type) {
    case 'episode_opened': {
      const { seller, line } = event;
      const price = seller?.anchor ?? null;
      const text =
        typeof line === 'string' && seller
          ? sellerMessage([line], { personality: seller.personality, price: seller.anchor })
          : 'The first price.';
      return [sellerSays(text, price)];
    }
    case 'seller_answered': {
      const { answer, ask = 0, said = [], personality = 'default' } = event;
      return [sellerSays(sellerMessage(said, { personality, price: ask }), answer === 'counter' ? ask : null)];
    }
    case 'arena_closed':
      return arenaLines(event);
    case 'ask_named':
      return [sellerSays(event.move?.message ?? '', event.move?.price ?? null)];
    case 'turn_closed':
      return event.record ? [note(dealText(event.record.agreed_price, event.record.outcome))] : [];
    case 'buyer_moved':
    case 'bid_made':
    case 'buyer_answered':
      return buyerLines(event);
    case 'turn_lapsed':
      return [note('Nobody spoke in time.')];
    default:
      return [];
  }
}

function buyerLines(event: Extract<SeenEvent, { type: 'buyer_moved' | 'bid_made' | 'buyer_answered' }>): Line[] {
  if (event.type === 'buyer_answered') {
    const { answer, price = null, outcome } = event;
    const words = answer === 'offer' ? '' : answer === 'walk' ? 'I am leaving.' : answer === 'accept' ? 'Agreed.' : '';
    const end = outcome === 'deal' || outcome === 'expired' ? [note(dealText(event.agreed ?? null, outcome))] : [];
    return answer === 'deal' || answer === 'expired' ? end : [buyerSays('buyer', words, answer === 'offer' ? price : null), ...end];
  }
  const { seat = 'buyer', move } = event;
  const price = event.type === 'buyer_moved' ? (event.price ?? null) : (move?.price ?? null);
  const words = move?.message ?? (move?.action === 'accept' ? 'Agreed.' : move?.action === 'walk' ? 'I am leaving.' : '');
  return [buyerSays(seat, words, move?.action === 'offer' ? price : null)];
}

function arenaLines({ signals = [], ...closed }: Extract<SeenEvent, { type: 'arena_closed' }>): Line[] {
  return [...signals.map(({ buyer_id, signal }) => buyerSays(buyer_id, signal, null)), ...arenaEnd(closed)];
}

function arenaEnd({ ask, outcome, holder, best }: Omit<Extract<SeenEvent, { type: 'arena_closed' }>, 'signals'>): Line[] {
  if (outcome === 'deal') return [note(`Sold to ${holder ?? 'somebody'} at ${money(best ?? 0)}.`)];
  return outcome === 'expired' ? [note('Time is up, and nothing is sold.')] : [sellerSays('', ask ?? null)];
}

function sellerSays(text: string, price: number | null): Line {
  return { side: 'seller', seat: 'seller', text, price };
}

function buyerSays(seat: string, text: string, price: number | null): Line {
  return { side: 'buyer', seat, text, price };
}

function note(text: string): Line {
  return { side: 'note', seat: '', text, price: null };
}

function dealText(price: number | null, outcome: string): string {
  if (price !== null) return `A deal at ${money(price)}.`;
  return outcome === 'expired' ? 'Time is up without a deal.' : 'They part without a deal.';
}

export function money(price: number): string {
  return String(Math.round(price * 100) / 100).replace('-', '−');
}
