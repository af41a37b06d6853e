import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { dataService } from './service';

const folder = mkdtempSync(join(tmpdir(), 'mandi-data-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DONE = 'abcdefghijkm';
const HALF = 'abcdefghijkn';
const request = { format: 'sft', ruleset: 'classic', split: 'train' };
const manifest = { rows: 1, counts: { matches: 2 } };

for (const [id, files] of [
  [DONE, { 'manifest.json': JSON.stringify(manifest), 'part-00000.jsonl': '{}\n', 'seen.bin': '' }],
  [HALF, { 'part-00000.jsonl': '{}\n', 'journal.jsonl': '' }],
] as const) {
  mkdirSync(join(folder, id));
  writeFileSync(
    join(folder, id, 'job.json'),
    JSON.stringify({ request, form: 'jsonl', startedAt: id === DONE ? '2026-01-01' : '2026-01-02' }),
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, id, name), text);
}

// What a server leaves that is killed while it notes what was asked for.
mkdirSync(join(folder, 'abcdefghijkp'));
writeFileSync(join(folder, 'abcdefghijkp', 'job.json'), '{"request":{"for');

const data = dataService({ folder, environment: { NODE_ENV: 'test' } });

it('knows after a restart what was finished and what can go on, newest first', async () => {
  expect((await data.list()).map(({ id, status, progress }) => ({ id, status, progress }))).toEqual([
    { id: HALF, status: 'stopped', progress: null },
    { id: DONE, status: 'finished', progress: { rows: 1, matches: 2 } },
  ]);
  expect((await data.list())[0]?.command).toBe('npx mandi export --format sft --ruleset classic --split train --out DIR');
});

it('gives out the files of a finished export, and nothing else', async () => {
  expect(await data.file(DONE, 'part-00000.jsonl')).toBe(join(folder, DONE, 'part-00000.jsonl'));
  expect(await data.file(DONE, 'manifest.json')).toBe(join(folder, DONE, 'manifest.json'));
  for (const name of ['seen.bin', 'job.json', `../${HALF}/part-00000.jsonl`, 'part-00001.jsonl'])
    await expect(data.file(DONE, name)).rejects.toThrow('has no file');
  await expect(data.file(HALF, 'part-00000.jsonl')).rejects.toThrow('is not finished');
  await expect(data.file('..', 'manifest.json')).rejects.toThrow('There is no export');
});

it('takes an export away with its files', async () => {
  await data.remove(HALF);
  expect((await data.list()).map(({ id }) => id)).toEqual([DONE]);
  await expect(data.resume(HALF)).rejects.toThrow('There is no export');
});
