import { expect, test } from 'vitest';
import { playVersions } from '../../bench/rank-attacks/versions';
import { proveAttacks, SETTING } from './support/rank-attacks';

proveAttacks('single_trade', { 'two spoilers of everybody else': 3, 'two spoilers of one rival': 3 });

test('a hundred versions of one agent are one entry, below its luckiest', { timeout: 3_600_000 }, async () => {
  const { luckiest, counted, once } = await playVersions(100, { ...SETTING, task: 'single_trade', worlds: 4 });
  expect(luckiest).toBeGreaterThan((once.rating.lead?.mean ?? 0) + 0.2);
  expect(counted.rating.bound).toBeLessThan(once.rating.lead?.mean ?? 0);
});
