import { expect, test } from 'vitest';
import { ATTACKS, attackedOf, playAttack, SPOILERS, withoutAttack } from '../../bench/rank-attacks/attacks';
import { playVersions } from '../../bench/rank-attacks/versions';

/** The rows of the attack table in docs/farming.md. */
const SETTING = { task: 'single_trade', worlds: 20, season: 'attacks' };

const ROWS = ['single_trade', 'market_round'].flatMap((task) => {
  return ATTACKS.map((attack) => [attack.name, task, attack] as const);
});

test.each(ROWS)('%s gains no rank in %s', { timeout: 3_600_000 }, async (name, task, attack) => {
  const before = attackedOf(name, await playAttack(withoutAttack(attack), { ...SETTING, task }), task);
  const after = attackedOf(name, await playAttack(attack, { ...SETTING, task }), task);
  expect(before.rank).toBe(4);
  expect(after.rank).toBe(4);
});

test.each(SPOILERS.map((attack) => [attack.name, attack] as const))(
  '%s lower a rival by a place, as the page of ranks says, and lift no bound',
  { timeout: 3_600_000 },
  async (name, attack) => {
    const before = attackedOf(name, await playAttack(withoutAttack(attack), SETTING), SETTING.task);
    const after = attackedOf(name, await playAttack(attack, SETTING), SETTING.task);
    expect([before.rank, after.rank]).toEqual([4, 3]);
    expect(after.row.rating.bound).toBeLessThanOrEqual(before.row.rating.bound ?? Number.NEGATIVE_INFINITY);
  },
);

test('a hundred versions of one agent are one entry, below its luckiest', { timeout: 3_600_000 }, async () => {
  const { luckiest, counted, once } = await playVersions(100, { ...SETTING, worlds: 4 });
  expect(luckiest).toBeGreaterThan((once.rating.lead?.mean ?? 0) + 0.2);
  expect(counted.rating.bound).toBeLessThan(once.rating.lead?.mean ?? 0);
});
