/** Web, workers and database killed in turn while tournaments are played: every match once, with the same log, and the same table. `tests/slow` kills a hundred times. */
import { test } from 'vitest';
import { describeKills } from './support/database';
import { groundOn, surviveKills } from './support/tournament-kills';

describeKills('tournaments under fire', (kind) => {
  test('are as if nothing had been', { timeout: 900_000 }, async () => {
    const ground = await groundOn(kind);
    try {
      // Where every fourth breaks off the connections instead (a server that others use too), so many more.
      await surviveKills(ground, { matches: 100, kills: kind === 'server' ? 11 : 8, seed: 6 });
    } finally {
      await ground.leave();
    }
  });
});
