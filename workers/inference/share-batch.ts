import type { BatchItem, BatchShare } from './bindings';

/**
 * What each waiting sequence contributes to the next batch, in the order of the sequences: llama.cpp decodes neighbors together and one out
 * of order alone. Where not everything fits, short ones go whole and long ones share the rest. The priority is the sequence's place.
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
