import { afterAll, expect, test } from 'vitest';
import { giftsOf, imbalanceOf } from '~/contract/ledger';
import { means } from '~/engine/means';
import { closeThreads } from '~/engine/threads';
import { bestDeal, books, ledger } from './ledger';
import { offers } from './rules';
import type { OffersEvent, Opened } from './types';

function soldFor(price: number): OffersEvent[] {
  const config = offers.parseConfig({ task_type: 'haggle', seed: 5 });
  if (!config.ok) throw new Error(config.why);
  const [opened] = offers.open(config.value) as [Opened];
  return [
    { ...opened, cost: 30, value: 60 },
    { type: 'price_named', seat: 'seller', turn: 0, price },
    { type: 'price_taken', seat: 'buyer', turn: 1, price },
  ];
}

test('a price between cost and value is a trade; below the cost the seller gives, above the value the buyer does', () => {
  expect([30, 45, 60].flatMap((price) => giftsOf(ledger(soldFor(price))))).toEqual([]);
  expect(giftsOf(ledger(soldFor(10)))).toEqual([{ from: 'seller', to: 'buyer', amount: 20, share: 20 / 45 }]);
  expect(giftsOf(ledger(soldFor(90)))).toEqual([{ from: 'buyer', to: 'seller', amount: 30, share: 30 / 45 }]);
});

test('a seat that gets more than was there is a finding', () => {
  const kept = books(soldFor(45));
  expect(kept).toEqual({ profits: { seller: 15, buyer: 15 }, entered: 60, left: 30 });
  expect(imbalanceOf({ ...kept, profits: { seller: 15, buyer: 16 } })).toBe(1);
});

afterAll(closeThreads);

test('a game’s job is run on a thread that has the solver, though the game knows neither', { timeout: 30_000 }, async () => {
  for (const seed of [1, 2, 3]) {
    const config = offers.parseConfig({ task_type: 'haggle', seed });
    if (!config.ok) throw new Error(config.why);
    const events = offers.open(config.value);
    const [opened] = events;
    if (opened?.type !== 'haggle_opened') throw new Error('no opening');
    expect(await bestDeal(events, means)).toBeCloseTo(Math.max(0, opened.value - opened.cost));
  }
  await expect(bestDeal([], means)).rejects.toThrow('begins with its opening');
});
