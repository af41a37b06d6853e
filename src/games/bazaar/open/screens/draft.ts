/** A turn in preparation. */
import type { DraftShape } from '~/contract/play-screens';
import { formatFixed } from '~/kit/format';
import type { BazaarObservation } from '../observation';
import { boundOf, type WireAction } from '../players/fill-in';

export interface BazaarDraft {
  /** As typed. */
  price: string;
  message: string;
  /** A seat, or nobody: a public offer. */
  target: string;
  quantity: string;
  /** Buyers to order with. */
  members: string[];
}

const EMPTY: BazaarDraft = { price: '', message: '', target: '', quantity: '1', members: [] };

export const draftShape: DraftShape<BazaarDraft> = {
  empty: EMPTY,
  isEmpty: ({ price, message, members }) => price === '' && message === '' && members.length === 0,
  read,
  moveOf: (draft) => ({ actions: [offerOf(draft) ?? messageOf(draft) ?? { action_type: 'wait' }] }),
  ofMove(move) {
    const { actions } = (typeof move === 'object' && move !== null ? move : {}) as { actions?: unknown };
    const [first] = Array.isArray(actions) ? (actions as unknown[]) : [];
    const { price, message, target_id, quantity } = (typeof first === 'object' && first !== null ? first : {}) as Record<string, unknown>;
    return read({
      price: typeof price === 'number' ? String(price) : '',
      message,
      target: target_id,
      quantity: typeof quantity === 'number' ? String(quantity) : '1',
    });
  },
};

/** The number in the price field; null: no price. */
export function priceIn({ price }: Pick<BazaarDraft, 'price'>): number | null {
  const text = price.trim().replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

const STEP = 5;
/** A buyer without other information starts at this share of the best ask, and at most at this share of its limit. */
const FIRST_OF_ASK = 0.6;
const FIRST_OF_LIMIT = 0.8;

/** Suggested prices, none of them at a loss: prices beyond the limit become the limit. */
export function quickPrices(seen: Pick<BazaarObservation, 'side' | 'own_marks' | 'offers' | 'you'>): [title: string, price: number][] {
  const { side, own_marks, offers, you } = seen;
  const sells = side === 'seller';
  const own = own_marks.find((mark) => mark.target_id === null && mark.quantity === 1 && mark.coalition_id === null)?.price;
  if (own !== undefined && lossAt(seen, own) > 0) return []; // a new price may not be worse than it
  const theirs = offers.filter(({ acceptable, quantity }) => acceptable && quantity === 1).map(({ price }) => price);
  const best = theirs.length === 0 ? null : sells ? Math.max(...theirs) : Math.min(...theirs);
  const start = sells ? you.list_price : best === null ? null : Math.min(FIRST_OF_ASK * best, FIRST_OF_LIMIT * you.limit);
  const first = own ?? start;
  if (first === null) return [];
  const choices: [string, number][] = [
    [own === undefined ? 'Start' : 'Hold', first],
    sells ? [`−${STEP}`, first - STEP] : [`+${STEP}`, first + STEP],
    ...(best === null ? [] : [['Meet halfway', (first + best) / 2] as [string, number]]),
  ];
  const prices = new Map<number, string>();
  for (const [title, price] of choices) {
    const rounded = Math.round(100 * price) / 100;
    const [word, within] = lossAt(seen, rounded) > 0 ? [you.delivery > 0 ? 'Break even' : 'Your limit', evenPrice(seen)] : [title, rounded];
    if (within > 0 && !prices.has(within)) prices.set(within, word);
  }
  return [...prices].map(([price, title]) => [title, price]);
}

type Own = Pick<BazaarObservation, 'side' | 'you'>;

/** The break-even unit price. A seller's delivery is paid once for all units. */
export function evenPrice({ side, you }: Own, quantity = 1): number {
  return side === 'seller' ? Math.ceil(Math.round(1e4 * (you.limit + you.delivery / quantity)) / 100) / 100 : you.limit;
}

/** The loss per unit at this price; 0: no loss. */
export function lossAt(seen: Own, price: number, quantity = 1): number {
  const even = evenPrice(seen, quantity);
  return Math.max(0, seen.side === 'seller' ? even - price : price - even);
}

/** The warning while a price is typed; null: none. */
export function warningAt(seen: Own, price: number | null, quantity = 1): string | null {
  if (price === null) return null;
  const loss = lossAt(seen, price, quantity);
  if (loss === 0) return null;
  const costs = `a deal would lose you ${formatFixed(loss, 2)} per unit.`;
  if (seen.side === 'buyer') return `This is above your limit of ${seen.you.limit}: ${costs}`;
  if (seen.you.delivery === 0) return `This is below your limit of ${seen.you.limit}: ${costs}`;
  return `This is below ${formatFixed(evenPrice(seen, quantity), 2)}, your limit with the delivery: ${costs}`;
}

/** Why the rules would refuse this price, which would cost the turn; null: they would not. */
export function refusalAt(seen: Pick<BazaarObservation, 'own_marks' | 'side'>, draft: BazaarDraft): string | null {
  const price = priceIn(draft);
  const bound = boundOf(seen, { target_id: draft.target === '' ? null : draft.target, quantity: Number(draft.quantity) || 1 });
  if (price === null || bound === null) return null;
  if (seen.side === 'buyer') return price < bound ? `You have offered ${bound} already, so you can't offer less.` : null;
  return price > bound ? `You have asked ${bound} already, so you can't ask more.` : null;
}

/** null: there is no price. */
export function offerOf(draft: BazaarDraft): WireAction | null {
  const price = priceIn(draft);
  if (price === null) return null;
  const words = draft.message.trim();
  const target_id = draft.target === '' ? null : draft.target;
  return { action_type: 'send_offer', target_id, price, quantity: Number(draft.quantity) || 1, ...(words !== '' && { message: words }) };
}

export function messageOf({ message, target }: BazaarDraft): WireAction | null {
  const words = message.trim();
  return words === '' ? null : { action_type: 'send_message', target_id: target === '' ? null : target, message: words };
}

function read(kept: unknown): BazaarDraft {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  const text = (value: unknown, usual = ''): string => (typeof value === 'string' ? value : usual);
  const members = Array.isArray(given.members) ? given.members.filter((one): one is string => typeof one === 'string') : [];
  return {
    price: text(given.price),
    message: text(given.message),
    target: text(given.target),
    quantity: text(given.quantity, '1'),
    members,
  };
}
