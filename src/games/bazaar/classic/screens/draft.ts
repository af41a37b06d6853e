/** A move while a person composes it. Where the seat sells, the price is all that counts. */
import type { DraftShape } from '~/contract/play-screens';
import type { BazaarMove } from '../types';

export interface HaggleDraft {
  /** As it is typed. */
  price: string;
  message: string;
}

const EMPTY: HaggleDraft = { price: '', message: '' };

export const draftShape: DraftShape<HaggleDraft> = {
  empty: EMPTY,
  isEmpty: ({ price, message }) => price === '' && message === '',
  read: textsOf,
  moveOf,
  ofMove: (move) => {
    const { price, message } = (typeof move === 'object' && move !== null ? move : {}) as Record<string, unknown>;
    return textsOf({ price: typeof price === 'number' ? String(price) : '', message });
  },
};

/** What a price field holds as a number; null: it is none. */
export function priceIn({ price }: HaggleDraft): number | null {
  const text = price.trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

/** Both sides read it: the seller's price has no action, and none is read there. */
export function moveOf(draft: HaggleDraft): BazaarMove {
  const words = draft.message.trim();
  return { action: 'offer', price: priceIn(draft), ...(words !== '' && { message: words }) };
}

function textsOf(kept: unknown): HaggleDraft {
  const { price, message } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  return { price: typeof price === 'string' ? price : '', message: typeof message === 'string' ? message : '' };
}
