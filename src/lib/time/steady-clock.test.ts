import { expect, it } from 'vitest';
import { steadyClock } from './steady-clock';

it.each([3_600_000, -3_600_000])('goes on evenly while the wall clock jumps by %d ms', (jump) => {
  let wall = 1_000_000;
  let elapsed = 50;
  const now = steadyClock(
    () => wall,
    () => elapsed,
  );
  expect(now()).toBe(1_000_000);
  wall += jump;
  elapsed += 7;
  expect(now()).toBe(1_000_007);
});
