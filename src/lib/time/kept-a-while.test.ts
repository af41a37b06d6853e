import { expect, test } from 'vitest';
import { keptAWhile } from './kept-a-while';

test('an answer is asked for once, kept for as long as was said, and longer where it took long', async () => {
  let clock = 0;
  let asked = 0;
  let cost = 0;
  const kept = keptAWhile(
    async () => {
      clock += cost;
      asked += 1;
      return asked;
    },
    5_000,
    () => clock,
  );
  expect(await Promise.all([kept.get(), kept.get()])).toEqual([1, 1]);
  clock = 4_999;
  expect(await kept.get()).toBe(1);
  clock = 5_000;
  cost = 1_000;
  expect(await kept.get()).toBe(2);
  clock = 6_000 + 19_999;
  expect(await kept.get()).toBe(2);
  clock = 6_000 + 20_000;
  expect(await kept.get()).toBe(3);
});

test('a failure is not kept', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve('here')];
  const kept = keptAWhile(() => answers.shift() ?? Promise.resolve('none'), 5_000);
  await expect(kept.get()).rejects.toThrow('away');
  expect(await kept.get()).toBe('here');
  expect(await kept.get()).toBe('here');
});
