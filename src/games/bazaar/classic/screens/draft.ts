/** A move in preparation. For a selling seat, only the price counts. */
import type { DraftShape } from '~/contract/play-screens';
import type { BazaarMove } from '../types';

export interface HaggleDraft {
  /** As typed. */
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

/** The number in a price field; null if it is not a number. */
export function priceIn({ price }: HaggleDraft): number | null {
  const text = price.trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

/** Used by both sides; for the seller, the action is ignored. */
export function moveOf(draft: HaggleDraft): BazaarMove {
  const words = draft.message.trim();
  return { action: 'offer', price: priceIn(draft), ...(words !== '' && { message: words }) };
}

function textsOf(kept: unknown): HaggleDraft {
  const { price, message } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  return { price: typeof price === 'string' ? price : '', message: typeof message === 'string' ? message : '' };
}
