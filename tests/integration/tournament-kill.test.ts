/** Web, workers and database killed in turn, twenty SIGKILLs at least, while tournaments are played: every match once, with the same log, and the same table. */
import { test } from 'vitest';
import { describeOnDatabases } from './support/database';
import { groundOn, surviveKills } from './support/tournament-kills';

describeOnDatabases('tournaments under fire', (kind) => {
  test('are as if nothing had been', { timeout: 900_000 }, async () => {
    const ground = await groundOn(kind);
    try {
      // Where every fourth breaks off the connections instead (a server that others use too), so many more.
      await surviveKills(ground, { matches: 200, kills: kind === 'server' ? 27 : 20, seed: 6 });
    } finally {
      await ground.leave();
    }
  });
});
