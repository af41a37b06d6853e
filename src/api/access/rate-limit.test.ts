import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rateLimit } from './rate-limit';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('has so many turns a span, for each caller, and says how long to wait', async () => {
  const limit = rateLimit(2, 60_000);
  const waits = [await limit.take('a'), await limit.take('a'), await limit.take('a'), await limit.take('b')];
  expect(waits).toEqual([null, null, 60, null]);
  vi.advanceTimersByTime(45_500);
  expect(await limit.take('a')).toBe(15);
  vi.advanceTimersByTime(14_501);
  expect(await limit.take('a')).toBeNull();
});
