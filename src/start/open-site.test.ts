import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scriptsIn, withoutTiming } from './open-site';

test('a file below /_next/static/ is known by its address; what is none is not left to Next, which would render a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mandi-scripts-'));
  mkdirSync(join(folder, 'chunks'));
  for (const name of ['a.js', '[id]~b.js']) writeFileSync(join(folder, 'chunks', name), '');
  const hasScript = scriptsIn(folder);
  for (const name of ['a.js', '[id]~b.js', '%5Bid%5D~b.js'])
    expect([name, hasScript(`/_next/static/chunks/${name}`)]).toEqual([name, true]);
  for (const path of ['', 'chunks', 'nope.js', '../../package.json', 'chunks/..%2f..%2fpackage.json', 'chunks//a.js'])
    expect([path, hasScript(`/_next/static/${path}`)]).toEqual([path, false]);
});

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
