/** As tests/integration/tournament-kill.test.ts, with ten times as many matches. */
import { test } from 'vitest';
import { describeOnDatabases } from '../integration/support/database';
import { groundOn, surviveKills } from '../integration/support/tournament-kills';

describeOnDatabases('two thousand matches of tournaments under fire', (kind) => {
  test('are as if nothing had been', { timeout: 3_600_000 }, async () => {
    const ground = await groundOn(kind);
    try {
      await surviveKills(ground, { matches: 2_000, kills: kind === 'server' ? 134 : 100, seed: 7 });
    } finally {
      await ground.leave();
    }
  });
});
