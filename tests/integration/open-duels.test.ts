/** What every judge store keeps of duels that nobody decided: anybody can draw any number, as a new voter each time. */
import { expect, test } from 'vitest';
import { MOST_OPEN_DUELS } from '~/store/judge-store';
import { onEveryStore } from './support/stores';

const PITCHES = { pair: 'm 3 lab_0|m 3 lab_1', leftPitch: 'm 3 lab_0', rightPitch: 'm 3 lab_1', leftPlayer: 'house', rightPlayer: 'Ann' };

onEveryStore((stores) => {
  test('the newest are kept, and all that are decided', async () => {
    const { judging } = stores().store;
    const draw = (voter: string) => judging.addDuel({ id: `duel of ${voter}`, voter, ...PITCHES });
    await draw('decided');
    await judging.vote('duel of decided', 'decided', 'left');
    await draw('oldest');
    const database = stores().fresh?.database;
    if (database)
      await database.pool.query(
        `INSERT INTO duel (id, voter, pair, left_pitch, right_pitch, left_player, right_player)
         SELECT 'd' || n, 'v' || n, 'pair', 'left', 'right', 'house', 'Ann' FROM generate_series(2, $1::int) AS n`,
        [MOST_OPEN_DUELS],
      );
    else for (let n = 2; n <= MOST_OPEN_DUELS; n += 1) await draw(`v${n}`);
    expect(await judging.openDuel('oldest')).not.toBeNull();
    expect(await draw('newest')).toBe(true);
    expect(await judging.openDuel('oldest')).toBeNull();
    expect([await judging.openDuel('v2'), await judging.openDuel('newest')]).not.toContain(null);
    expect(await judging.decided('duel of decided', 'decided')).not.toBeNull();
  });
});
