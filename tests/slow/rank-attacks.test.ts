import { expect, test } from 'vitest';
import { ATTACKS, attackedOf, CARTELS, playAttack, SPOILERS, withoutAttack } from '../../bench/rank-attacks/attacks';
import { playVersions } from '../../bench/rank-attacks/versions';

/** The rows of the attack table in docs/farming.md. */
const SETTING = { task: 'single_trade', worlds: 20, season: 'attacks' };

const ROWS = ['single_trade', 'market_round'].flatMap((task) => {
  return [...ATTACKS, ...CARTELS].map((attack) => [attack.name, task, attack] as const);
});

test.each(ROWS)('%s gains no rank in %s', { timeout: 3_600_000 }, async (name, task, attack) => {
  const before = attackedOf(name, await playAttack(withoutAttack(attack), { ...SETTING, task }), task);
  const after = attackedOf(name, await playAttack(attack, { ...SETTING, task }), task);
  expect(before.rank).toBe(4);
  expect(after.rank).toBe(4);
});

/** From place 4 to this one. */
const SPOILED: Record<string, number> = {
  'two spoilers of everybody else, single_trade': 3,
  'two spoilers of everybody else, market_round': 2,
  'two spoilers of one rival, single_trade': 3,
  'two spoilers of one rival, market_round': 3,
};

test.each(SPOILERS.flatMap((attack) => ['single_trade', 'market_round'].map((task) => [attack.name, task, attack] as const)))(
  '%s, %s: the cheat goes up as far as docs/farming.md and the leaderboard say',
  { timeout: 3_600_000 },
  async (name, task, attack) => {
    const before = attackedOf(name, await playAttack(withoutAttack(attack), { ...SETTING, task }), task);
    const after = attackedOf(name, await playAttack(attack, { ...SETTING, task }), task);
    expect([before.rank, after.rank]).toEqual([4, SPOILED[`${name}, ${task}`]]);
  },
);

test('a hundred versions of one agent are one entry, below its luckiest', { timeout: 3_600_000 }, async () => {
  const { luckiest, counted, once } = await playVersions(100, { ...SETTING, worlds: 4 });
  expect(luckiest).toBeGreaterThan((once.rating.lead?.mean ?? 0) + 0.2);
  expect(counted.rating.bound).toBeLessThan(once.rating.lead?.mean ?? 0);
});
