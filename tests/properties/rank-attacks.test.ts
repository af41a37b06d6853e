import { describe, expect, it } from 'vitest';
import { ATTACKS, attackedOf, playAttack, withoutAttack } from '../../bench/rank-attacks/attacks';
import { playVersions } from '../../bench/rank-attacks/versions';

/** The attack table of docs/farming.md in small: rated tournaments that are played. `tests/slow/rank-attacks-*.test.ts` has its size. */
const SETTING = { task: 'single_trade', worlds: 4, season: 'attacks' };

/** An attack of these brings its cheat up by mean score. */
const BUY_MEANS = ['feeder', 'sybil ring', 'kingmaker'];

describe('a rated tournament in which somebody wants a rank for the cheat', () => {
  it.each(ATTACKS.map((attack) => [attack.name, attack] as const))('gives it none for %s', { timeout: 600_000 }, async (name, attack) => {
    const before = attackedOf(name, await playAttack(withoutAttack(attack), SETTING), SETTING.task);
    const after = attackedOf(name, await playAttack(attack, SETTING), SETTING.task);
    // So few worlds with each opponent tell a spoiler from bad luck for nobody: they are no rank at all.
    expect([before.rank, after.rank]).toEqual([null, null]);
    if (BUY_MEANS.includes(name)) expect(after.naive).toBeLessThan(before.naive);
  });

  it('counts versions of one agent together, so that the luckiest is no entry of its own', { timeout: 600_000 }, async () => {
    const { luckiest, counted, once } = await playVersions(3, SETTING);
    expect(luckiest).toBeGreaterThan(once.rating.lead?.mean ?? Number.POSITIVE_INFINITY);
    expect(counted.rating.bound ?? 0).toBeLessThan(luckiest);
    expect(counted.rating.lead?.mean).toBeLessThan(luckiest);
  });
});
