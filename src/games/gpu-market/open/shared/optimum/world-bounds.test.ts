import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { means } from '~/engine/means';
import { closeThreads } from '~/engine/threads';
import { parseOpenConfig } from '~/games/gpu-market/open/shared/config';
import { worldOf } from '~/games/gpu-market/open/shared/plans/pairs';
import { open } from '~/games/gpu-market/open/v1/decide';
import { boundsOf } from './world-bounds';

const HOUR_MS = 3600_000;
/** Too short for any machine to solve forty labs. */
const TOO_SHORT_S = 0.05;

afterEach(() => void vi.useRealTimers());
afterAll(closeThreads);

function world(given: object) {
  const config = parseOpenConfig({ task_type: 'grand_market', ...given });
  if (!config.ok) throw new Error(config.why);
  return open(config.value);
}

test('a world that the clock cut is not solved anew by its next match, which stays unrated; after an hour it is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const opening = world({ seed: 2, labs: 40 });
  const first = boundsOf(worldOf(opening), means, TOO_SHORT_S);
  expect(await first).toMatchObject({ by_clock: true });
  expect(boundsOf(worldOf(opening), means, TOO_SHORT_S)).toBe(first); // the same promise, so it was not solved again
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(boundsOf(worldOf(opening), means, TOO_SHORT_S)).toBe(first);
  vi.advanceTimersByTime(1);
  const anew = boundsOf(worldOf(opening), means, TOO_SHORT_S);
  expect(anew).not.toBe(first);
  await anew;
});

test('a world that was solved is kept as long as there is room', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const opening = world({ task_type: 'single_trade', seed: 3 });
  const first = boundsOf(worldOf(opening), means);
  expect(await first).toMatchObject({ by_clock: false });
  vi.advanceTimersByTime(2 * HOUR_MS);
  expect(boundsOf(worldOf(opening), means)).toBe(first);
});
