/** `mandi pairs`, killed in the middle: the same command goes on and writes what an undisturbed run writes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MANDI, runMandi } from './support/run-mandi';
import { until } from './support/server';

const base = mkdtempSync(join(tmpdir(), 'mandi-pairs-killed-'));
const WORDS = ['pairs', '--game', 'bazaar/open', '--tasks', 'haggle', '--seeds', '0-79', '--playouts', '8', '--out'];

afterAll(() => rmSync(base, { recursive: true, force: true }));

function linesOf(folder: string): number {
  const file = join(folder, 'progress.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}

test('a run that is killed again and again writes the same pairs', async () => {
  const [whole, killed] = [join(base, 'whole'), join(base, 'killed')];
  expect(await runMandi([...WORDS, whole])).toMatchObject({ code: 0 });
  for (const matches of [5, 30]) {
    const child = spawn(process.execPath, [MANDI, ...WORDS, killed], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    await until(() => linesOf(killed) >= matches);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(existsSync(join(killed, 'manifest.json'))).toBe(false);
  }
  const { code, out } = await runMandi([...WORDS, killed]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^\d+ pairs of \d+ states compared/)]);
  for (const file of ['pairs.jsonl', 'manifest.json'])
    expect(readFileSync(join(killed, file), 'utf8')).toBe(readFileSync(join(whole, file), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(whole, 'manifest.json'), 'utf8')) as { tie_rate: number; counts: Record<string, number> };
  const { pairs = 0, compared = 0, repeated = 0 } = manifest.counts;
  expect(pairs).toBeGreaterThan(0);
  expect(manifest.tie_rate).toBeCloseTo(1 - (pairs + repeated) / compared, 9);
  const other = await runMandi([...WORDS, killed, '--states', '3']);
  expect([other.code, other.errors]).toEqual([2, expect.stringMatching(/pairs of another command.*--fresh/)]);
});
