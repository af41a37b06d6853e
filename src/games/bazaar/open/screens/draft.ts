/** A turn while a person composes it. */
import type { DraftShape } from '~/contract/play-screens';
import type { WireAction } from '../players/fill-in';

export interface BazaarDraft {
  /** As it is typed. */
  price: string;
  message: string;
  /** A seat, or nobody: an open offer. */
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

/** What the price field holds; null: no price. */
export function priceIn({ price }: Pick<BazaarDraft, 'price'>): number | null {
  const text = price.trim().replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(text) && Number(text) > 0 ? Number(text) : null;
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
