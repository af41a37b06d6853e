import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptFor } from '~/agents/prompt-formats';
import { MemoryEventStore } from '~/store/memory-event-store';
import { exportDataset, sampleDataset } from './export-dataset';
import type { ChatRow } from './formats';
import type { PreferenceRow } from './preference-pairs';
import type { DatasetRequest } from './request';
import { playInto, rowsIn } from './testing/stored-matches';
import type { JudgeRow } from './verdicts';

const store = new MemoryEventStore('one');
const base = mkdtempSync(join(tmpdir(), 'mandi-preferences-'));
let folders = 0;

const play = (request: Parameters<typeof playInto>[1]) => playInto(store, request);
const classic: DatasetRequest = { format: 'sft', ruleset: 'classic', split: 'train' };
const options = () => ({ folder: join(base, String(folders++)), code: '0.1.0' });

beforeAll(async () => {
  for (const seed of [1, 2]) await play({ task: 'market_round', seed, policy: 'rule_based_expert' });
  for (const seed of [5, 6]) await play({ ruleset: 'open', task: 'single_trade', seed, policy: 'planner' });
});
afterAll(() => rmSync(base, { recursive: true }));

describe('preferences', () => {
  it('a better and a worse action from the same prompt: what was better in the same worlds stands first', async () => {
    const asked = options();
    const manifest = await exportDataset(store, { format: 'preferences', ruleset: 'open', version: 2, split: 'train' }, asked);
    const rows = rowsIn(asked.folder) as PreferenceRow[];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.prompt.map(({ role }) => role)).toEqual(['system', 'user']);
      expect([row.chosen, row.rejected].map((said) => said.map(({ role }) => role))).toEqual([['assistant'], ['assistant']]);
      expect(row.chosen).not.toEqual(row.rejected);
      expect(row.margin).toBeCloseTo(row.score_chosen - row.score_rejected, 9);
      expect(row.margin).toBeGreaterThan(0);
      expect(row).toMatchObject({ source: 'playouts', rest: 'planner', worlds: 8, trainable: true });
      const [low, high] = row.interval ?? [0, 0];
      expect(low).toBeGreaterThan(0);
      expect(row.margin).toBeGreaterThanOrEqual(low);
      expect(row.margin).toBeLessThanOrEqual(high);
    }
    const { compared = 0, tied = 0 } = manifest.counts;
    expect(manifest.tie_rate).toBe(tied / compared);
    expect(compared).toBe(rows.length + tied);
    for (const side of ['chosen', 'rejected'] as const) {
      const decide = promptFor({ key: 'gpu-market/open', version: 2 })?.decide;
      const types = rows.flatMap((row) => decide?.types?.(JSON.parse(row[side][0]?.content ?? '')) ?? []);
      expect(types.length).toBeGreaterThanOrEqual(rows.length);
      const counted = Object.fromEntries([...new Set(types)].map((type) => [type, types.filter((one) => one === type).length]));
      expect(manifest.actions[side]).toEqual(counted);
      expect(manifest.diversity[side]).toBeGreaterThanOrEqual(1);
      expect(manifest.diversity[side]).toBeLessThanOrEqual(Object.keys(counted).length + 1e-9);
    }
  });

  it('classic: its prompts are those of sft, and a run again gives the same', async () => {
    const [asked, again] = [options(), options()];
    await exportDataset(store, { ...classic, format: 'preferences' }, asked);
    await exportDataset(store, { ...classic, format: 'preferences' }, again);
    expect(rowsIn(asked.folder)).toEqual(rowsIn(again.folder));
    const chats = await sampleDataset(store, classic, { most: 1000 });
    const users = new Set((chats.rows as ChatRow[]).map(({ messages }) => messages[1]?.content));
    const rows = rowsIn(asked.folder) as PreferenceRow[];
    expect(rows.some(({ prompt }) => users.has(prompt[1]?.content))).toBe(true);
  });
});

describe('verdicts', () => {
  beforeAll(async () => {
    await play({ task: 'coalition_market', seed: 11, policy: 'pitching_expert', judgeMode: 'rule' });
    await play({ ruleset: 'open', task: 'coalition_market', seed: 12, policy: 'planner', judgeMode: 'rule' });
  });

  it.each([
    ['classic', 1],
    ['open', 2],
  ] as const)('%s: judge scores with what the judge went by', async (ruleset, version) => {
    const whole = { ruleset, version, split: 'train' } as const;
    const { rows } = await sampleDataset(store, { ...whole, format: 'judge' }, { most: 1000 });
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows as JudgeRow[]) {
      expect(row.score).toBeGreaterThanOrEqual(0);
      expect(row.score).toBeLessThanOrEqual(1);
      expect(row.pitch.length).toBeGreaterThan(0);
      expect(row.panel).toEqual([]);
      expect(Object.keys(row.facts).length).toBeGreaterThan(0);
    }
    const pairs = await sampleDataset(store, { ...whole, format: 'preferences', pairs: 'verdicts' }, { most: 1000 });
    expect(pairs.rows.length).toBeGreaterThan(0);
  });
});
