/** As tests/integration/tournament-kill.test.ts, with ten times as many matches. */
import { test } from 'vitest';
import { embeddedGround, surviveKills } from '../integration/support/tournament-kills';

test('two thousand matches of tournaments under fire are as if nothing had been', { timeout: 3_600_000 }, async () => {
  const ground = await embeddedGround();
  try {
    await surviveKills(ground, { matches: 2_000, kills: 100, seed: 7 });
  } finally {
    await ground.leave();
  }
});
