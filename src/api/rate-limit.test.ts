import { expect, it } from 'vitest';
import { rateLimit } from './rate-limit';

it('has so many turns a span, for each caller, and says how long to wait', () => {
  let now = 0;
  const limit = rateLimit(2, 60_000, () => now);
  expect([limit.take('a'), limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([null, null, 60, null]);
  now = 45_500;
  expect(limit.take('a')).toBe(15);
  now = 60_000;
  expect(limit.take('a')).toBeNull();
});

it('forgets the oldest caller rather than growing', () => {
  const limit = rateLimit(1, 60_000, () => 0);
  limit.take('first');
  for (let caller = 0; caller < 10_000; caller += 1) limit.take(`caller ${caller}`);
  expect(limit.take('first')).toBeNull();
  expect(limit.take('caller 9999')).toBe(60);
});
