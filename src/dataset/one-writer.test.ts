import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import type { DatasetManifest } from './export-dataset';
import { exportPlayed } from './testing/export-played';

const CHILD = fileURLToPath(new URL('testing/export-child.mjs', import.meta.url));
const base = mkdtempSync(join(tmpdir(), 'mandi-one-writer-'));
afterAll(() => rmSync(base, { recursive: true }));

function filesThere(folder: string): boolean[] {
  const { files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as DatasetManifest;
  return files.map(({ name, bytes }) => readFileSync(join(folder, name)).length === bytes);
}

it.each(['jsonl', 'parquet'] as const)(
  'of two exports at once into one folder one is refused, and the other is whole: %s',
  async (form) => {
    const folder = join(base, form);
    const asked = { folder, format: 'sft', form, matches: 60 } as const;
    const ends = await Promise.allSettled([exportPlayed(asked), exportPlayed({ ...asked, format: 'trajectories' })]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = ends.find((end) => end.status === 'rejected');
    expect(refused?.reason).toMatchObject({ name: 'OtherRun' });
    expect(filesThere(folder)).not.toContain(false);
    expect(existsSync(join(folder, 'export.lock'))).toBe(false);
  },
);

it('while another process writes a folder nobody else does; once it was killed its folder is taken up', async () => {
  const asked = { folder: join(base, 'processes'), format: 'sft', form: 'jsonl', matches: 300 } as const;
  const child = fork(CHILD, [asked.folder, asked.format, asked.form, String(asked.matches)], { execArgv: [] });
  await once(child, 'message'); // ready
  await once(child, 'message');
  child.kill('SIGSTOP');
  await expect(exportPlayed(asked)).rejects.toThrow(
    'is being written by another export: wait until it ends, stop it, or name another folder',
  );
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(join(asked.folder, 'export.lock'))).toBe(true);
  const { counts } = await exportPlayed(asked);
  expect(counts.matches).toBe(300);
  expect(filesThere(asked.folder)).not.toContain(false);
});

it('an export without a row leaves no folder that it made; one that was there stays', async () => {
  const asked = { format: 'sft', form: 'jsonl', matches: 0 } as const;
  expect(await exportPlayed({ ...asked, folder: join(base, 'none', 'inner') })).toMatchObject({ rows: 0 });
  expect(existsSync(join(base, 'none'))).toBe(false);
  mkdirSync(join(base, 'mine'));
  await exportPlayed({ ...asked, folder: join(base, 'mine') });
  expect(existsSync(join(base, 'mine'))).toBe(true);
});
