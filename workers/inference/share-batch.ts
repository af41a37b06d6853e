import type { BatchItem, BatchShare } from './bindings';

/**
 * What of each waiting sequence goes into the next batch, in the order of the sequences: llama.cpp decodes neighbours together and one out of
 * order by itself. Where not everything fits, the short ones go whole and the long ones share what is left. The priority is the sequence's place.
 */
export function shareBatch<Item extends BatchItem>({ items, size }: { items: readonly Item[]; size: number }): BatchShare<Item>[] {
  let left = size;
  const shares = [...items]
    .sort((one, other) => one.tokens.length - other.tokens.length)
    .map((item, index) => {
      const processAmount = Math.min(item.tokens.length, Math.floor(left / (items.length - index)));
      left -= processAmount;
      return { item, processAmount };
    });
  return shares
    .filter(({ processAmount }) => processAmount > 0)
    .sort((one, other) => one.item.evaluationPriority - other.item.evaluationPriority);
}
