import { expect, test } from 'vitest';
import { ATTACKS, attackedOf, CARTELS, playAttack, SPOILERS, withoutAttack } from '../../../bench/rank-attacks/attacks';

/** The rows of the attack tables in docs/farming.md. */
export const SETTING = { worlds: 20, season: 'attacks' };
const LIMIT = { timeout: 3_600_000 };

/** Each task has a file of its own, so that they run side by side. `spoiled`: where the cheat gets from place 4, by spoilers. */
export function proveAttacks(task: 'single_trade' | 'market_round', spoiled: Readonly<Record<string, number>>): void {
  test.each([...ATTACKS, ...CARTELS].map((attack) => [attack.name, attack] as const))(
    `%s gains no rank in ${task}`,
    LIMIT,
    async (name, attack) => {
      const before = attackedOf(name, await playAttack(withoutAttack(attack), { ...SETTING, task }), task);
      const after = attackedOf(name, await playAttack(attack, { ...SETTING, task }), task);
      expect(before.rank).toBe(4);
      expect(after.rank).toBe(4);
    },
  );

  test.each(SPOILERS.map((attack) => [attack.name, attack] as const))(
    `%s, ${task}: the cheat goes up as far as docs/farming.md and the leaderboard say`,
    LIMIT,
    async (name, attack) => {
      const before = attackedOf(name, await playAttack(withoutAttack(attack), { ...SETTING, task }), task);
      const after = attackedOf(name, await playAttack(attack, { ...SETTING, task }), task);
      expect([before.rank, after.rank]).toEqual([4, spoiled[name]]);
    },
  );
}
