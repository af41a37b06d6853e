import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trainingCommand } from './training';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mandi-training-command-'));
  vi.stubEnv('MANDI_HOME', home);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true });
});

const run = (...args: string[]) => trainingCommand().parseAsync(args, { from: 'user' });
const kept = () => readdir(join(home, 'imported-runs')).catch(() => []);

test('a log is imported under its file’s name or another, refused with the line that is broken, and removed', async () => {
  const [good, bad] = [join(home, 'My log.jsonl'), join(home, 'bad.jsonl')];
  await writeFile(good, '{"step": 1, "loss": 1}\n{"step": 2, "loss": 0.5}');
  await writeFile(bad, '{"step": 1, "loss": 1}\nhalf');
  await run('import', good);
  await run('import', good, '--name', 'other');
  expect(new Set(await kept())).toEqual(new Set(['My-log', 'other']));
  await expect(run('import', good)).rejects.toThrow('An imported log called My-log already exists.');
  await expect(run('import', bad)).rejects.toThrow('line 2: not JSON (it begins "half")');
  await expect(run('import', join(home, 'none.jsonl'))).rejects.toThrow('there is no such file');
  await expect(run('import', good, '--name', '../up')).rejects.toThrow('A run’s name has 1 to 64 letters');
  await run('remove', 'other');
  await expect(run('remove', 'other')).rejects.toThrow('there is no imported log "other"; npx mandi training list shows them');
  expect(await kept()).toEqual(['My-log']); // nothing half imported either
});
