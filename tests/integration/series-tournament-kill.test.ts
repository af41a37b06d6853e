/** Web, workers and database killed in turn while a tournament of series is played: every match once, and the same table. */
import { afterAll, beforeAll, test } from 'vitest';
import { showTestGames } from '~/games/registry';
import { describeKills } from './support/database';
import { groundOn, surviveKillsInSeries } from './support/tournament-kills';

beforeAll(() => showTestGames(true));
afterAll(() => showTestGames(false));

describeKills('a tournament of series under fire', (kind) => {
  test('is as if nothing had been', { timeout: 900_000 }, async () => {
    const ground = await groundOn(kind);
    try {
      await surviveKillsInSeries(ground, { matches: 240, kills: kind === 'server' ? 6 : 5, seed: 6 });
    } finally {
      await ground.leave();
    }
  });
});
