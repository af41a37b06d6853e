import { expect, test } from 'vitest';
import { seedHexOf, seedOf } from '~/match/season';
import { seedHexOfWorld, seedOfWorld } from './seed-of-world';

const KEY = 'ab'.repeat(32);

test('a public range counts up, the same seeds for each task', () => {
  const plan = { source: { range: 'test', from: 50_000 } as const, tasks: ['single_trade', 'market_round'] };
  expect([0, 1, 2, 3].map((world) => seedOfWorld(plan, world, null))).toEqual([50_000, 50_000, 50_001, 50_001]);
});

test('a season gives each world its own, and needs its key', () => {
  const plan = { source: { range: 'season', from: 7 } as const, tasks: ['single_trade'] };
  expect(seedOfWorld(plan, 2, KEY)).toBe(seedOf(KEY, 9));
  expect(() => seedOfWorld(plan, 2, null)).toThrow('key');
});

test('all bits are given where the plan says so; plans from before keep the worlds that they began with', () => {
  const plan = { source: { range: 'season', from: 7 } as const };
  expect(seedHexOfWorld({ ...plan, wideSeeds: true }, 2, KEY)).toBe(seedHexOf(KEY, 9));
  expect(seedHexOfWorld(plan, 2, KEY)).toBeNull();
});
