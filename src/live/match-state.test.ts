import { expect, it } from 'vitest';
import { FoldTurns } from './match-state';

const EVENTS = Array.from({ length: 30 }, (_, n) => n);

/** Folds all of them at the same time, each slice a single event: how many were folded between two turns of the event loop. */
async function sliced(folds: number): Promise<number[]> {
  const turns = new FoldTurns(0);
  const perTurn: number[] = [];
  let folded = 0;
  let isOver = false;
  function look(): void {
    perTurn.push(folded);
    folded = 0;
    if (!isOver) setImmediate(look);
  }
  const all = Array.from({ length: folds }, async () => {
    let last = -1;
    await turns.each(EVENTS, (event) => {
      expect(event).toBe(last + 1);
      last = event;
      folded += 1;
    });
    expect(last).toBe(EVENTS.length - 1);
  });
  setImmediate(look);
  await Promise.all(all);
  isOver = true;
  return [...perTurn, folded];
}

it('of many folds at the same time one does a slice between two turns of the event loop', async () => {
  for (const folds of [1, 20]) {
    const [first, ...later] = await sliced(folds);
    expect(first).toBe(folds); // the first slice does not wait
    expect(Math.max(...later)).toBe(1);
  }
});

it('what is short does not wait while others fold', async () => {
  const turns = new FoldTurns(60_000);
  const order: string[] = [];
  setImmediate(() => order.push('others'));
  await turns.each(EVENTS, () => undefined);
  order.push('folded');
  expect(order).toEqual(['folded']);
});
