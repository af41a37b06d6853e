import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { exportPlayed } from './testing/export-played';

const CHILD = fileURLToPath(new URL('testing/export-child.mjs', import.meta.url));
const MATCHES = 60;
const KILLS = 2;
const base = mkdtempSync(join(tmpdir(), 'mandi-killed-'));
afterAll(() => rmSync(base, { recursive: true }));

/** Runs until so many matches of this run are on disk, and is killed in the middle of whatever comes next. */
function killedAfter(folder: string, matches: number): Promise<void> {
  const child = fork(CHILD, [folder, 'sft', 'parquet', String(MATCHES)], { execArgv: [] });
  let told = 0;
  child.on('message', (news) => {
    told += news === 'ready' ? 0 : 1;
    if (told === matches) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.on('exit', () => resolve()));
}

it('killed with SIGKILL again and again, an export ends with the very files of an undisturbed one', async () => {
  const [whole, killed] = [join(base, 'whole'), join(base, 'killed')];
  const manifest = await exportPlayed({ folder: whole, format: 'sft', form: 'parquet', matches: MATCHES });
  for (let kill = 0; kill < KILLS; kill += 1) {
    await killedAfter(killed, 11 + kill);
    expect(readdirSync(killed)).toContain('journal.jsonl');
  }
  const again = await exportPlayed({ folder: killed, format: 'sft', form: 'parquet', matches: MATCHES });
  expect(again).toEqual({ ...manifest, command: manifest.command.replace('--out whole', '--out killed') });
  for (const { name } of manifest.files) expect(readFileSync(join(killed, name)).equals(readFileSync(join(whole, name)))).toBe(true);
  expect(manifest.files.length).toBeGreaterThan(3);
});
