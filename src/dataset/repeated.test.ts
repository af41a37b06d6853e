import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryEventStore } from '~/store/memory-event-store';
import { type DatasetManifest, exportDataset } from './export-dataset';
import { type DatasetRequest, FORMATS } from './request';
import { playInto, rowsIn } from './testing/stored-matches';

const once = new MemoryEventStore('one');
const twice = new MemoryEventStore('two');
const base = mkdtempSync(join(tmpdir(), 'mandi-repeated-'));
let folders = 0;
const match = { task: 'coalition_market', seed: 11, policy: 'pitching_expert', judgeMode: 'rule' };

beforeAll(async () => {
  await playInto(once, match);
  for (const _ of [1, 2]) await playInto(twice, match);
});
afterAll(() => rmSync(base, { recursive: true }));

/** Pairs from verdicts: which states are played out is drawn by each match's name. */
function asked(format: DatasetRequest['format']): DatasetRequest {
  return { format, ruleset: 'classic', split: 'train', ...(format === 'preferences' && { pairs: 'verdicts' }) };
}
const newFolder = () => join(base, String(folders++));

describe.each(FORMATS)('%s of a match that was played twice', (format) => {
  it('has each row once, and counts the repeated ones', async () => {
    const [single, double] = [newFolder(), newFolder()];
    const { rows, counts } = await exportDataset(once, asked(format), { folder: single, code: 'test' });
    const manifest = await exportDataset(twice, asked(format), { folder: double, code: 'test' });
    expect(manifest.rows).toBe(rows);
    expect(rows).toBeGreaterThan(0);
    expect(manifest.counts.repeated).toBe(rows + 2 * (counts.repeated ?? 0));
  });

  it('has each row once too when the run was stopped between them and taken up', async () => {
    const [whole, stopped] = [newFolder(), newFolder()];
    await exportDataset(twice, asked(format), { folder: whole, code: 'test' });
    const stop = new AbortController();
    const dies = exportDataset(twice, asked(format), {
      folder: stopped,
      code: 'test',
      signal: stop.signal,
      onMatch: () => stop.abort(new Error('killed')),
    });
    await expect(dies).rejects.toThrow('killed');
    await exportDataset(twice, asked(format), { folder: stopped, code: 'test' });
    expect(rowsIn(stopped)).toEqual(rowsIn(whole));
  });
});

it('the same world played otherwise is another trajectory', async () => {
  const both = new MemoryEventStore('both');
  for (const policy of ['pitching_expert', 'rule_based_expert', 'pitching_expert']) await playInto(both, { ...match, policy });
  const { rows, counts } = await exportDataset(both, asked('trajectories'), { folder: newFolder(), code: 'test' });
  expect([rows, counts.repeated]).toEqual([2, 1]);
});

describe('the manifest', () => {
  const manifestOf = (request: DatasetRequest, folder: string): Promise<DatasetManifest> =>
    exportDataset(once, request, { folder, code: 'test' });

  it('names the folder as it was given, and nothing of the machine', async () => {
    const { command } = await manifestOf(asked('sft'), join(base, 'chats'));
    expect(command).toBe('npx mandi export --format sft --ruleset classic --split train --out chats');
    const here = process.cwd();
    process.chdir(base);
    try {
      expect((await manifestOf(asked('sft'), 'some/chats')).command).toMatch(/ --out some\/chats$/);
    } finally {
      process.chdir(here);
    }
  });

  it.each([
    ['sft', 'classic-1'],
    ['arena-sft', 'arena-1'],
    ['preferences', 'pitch-1'],
  ] as const)('%s: names the prompt, and the hash of what is the same in all of it', async (format, version) => {
    const { prompt } = await manifestOf(asked(format), newFolder());
    expect(prompt).toEqual({ version, hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string });
  });

  it.each(['trajectories', 'judge'] as const)('%s: names no prompt', async (format) => {
    expect((await manifestOf(asked(format), newFolder())).prompt).toBeNull();
  });
});
