import { expect, test } from 'vitest';
import { withoutTiming } from './open-site';

test('the start prints no line about the time that the framework’s configuration took, and every other line', async () => {
  const printed: unknown[][] = [];
  const log = (...parts: unknown[]) => void printed.push(parts);
  const printer = { log };
  await withoutTiming(async () => {
    printer.log('✓ Running next.config.ts took 85ms');
    printer.log('▲ a line that matters', 2);
  }, printer);
  expect(printed).toEqual([['▲ a line that matters', 2]]);
  expect(printer.log).toBe(log);
});
