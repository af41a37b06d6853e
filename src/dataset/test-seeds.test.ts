import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '~/api/router';
import { strangerAt } from '~/api/testing/stranger-at';
import type { Services } from '~/match/services';
import type { MatchRecord } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { TournamentPlan } from '~/store/tournaments/tournament';
import { countDataset, exportDataset, sampleDataset } from './export-dataset';
import { type DatasetRequest, FORMATS, readRequest } from './request';
import { playInto, rowsIn } from './testing/stored-matches';

const TEST_SEED = 50_001;
const store = new MemoryEventStore('one');
const base = mkdtempSync(join(tmpdir(), 'mandi-test-seeds-'));
let folders = 0;
let played = '';

beforeAll(async () => {
  played = await playInto(store, { task: 'coalition_market', seed: TEST_SEED, policy: 'pitching_expert', judgeMode: 'rule' });
  const plan = { name: 'cup', tasks: ['coalition_market'] } as unknown as TournamentPlan;
  await store.tournaments.create({ id: 'cup', plan, entrants: [], seasonId: null, code: 'test' }, [
    { order: 0, stage: 0, task: 'coalition_market', world: 0, meeting: 'a | b', rotation: 0, seats: [], matchId: played },
  ]);
  await store.tournaments.setStatus('cup', { from: ['running'], to: 'finished' });
});
afterAll(() => rmSync(base, { recursive: true }));

const asked = (format: DatasetRequest['format']): DatasetRequest => ({ format, ruleset: 'classic', split: 'test' });

function operator(): ReturnType<typeof appRouter.createCaller> {
  const context = strangerAt({ store } as unknown as Services);
  return appRouter.createCaller({ ...context, caller: { ...context.caller, isOperator: true } });
}

describe.each(FORMATS)('%s of test seeds', (format) => {
  const requests = [asked(format), { ...asked(format), tournament: 'cup' }];

  it.each(requests)('is refused, and so it is at the API: %o', async (request) => {
    expect(readRequest(request)).toMatchObject({ ok: false, path: 'split', why: expect.stringContaining('test seeds') as string });
    const shared = operator();
    await expect(shared.data.begin({ request, form: 'jsonl', follow: true })).rejects.toThrow('test seeds');
    await expect(shared.data.sample(request)).rejects.toThrow('test seeds');
    await expect(shared.data.count(request)).rejects.toThrow('test seeds');
  });

  it.each(requests)('gives no row to whoever asks past the refusal, following or not: %o', async (request) => {
    for (const follow of request.tournament === undefined ? [false] : [false, true]) {
      const folder = join(base, String(folders++));
      expect((await exportDataset(store, request, { folder, code: 'test', follow })).rows).toBe(0);
      expect(existsSync(folder)).toBe(false);
    }
    expect((await sampleDataset(store, request, { most: 9 })).rows).toEqual([]);
    expect((await countDataset(store, request, 9)).matches).toBe(0);
  });

  it('for analysis: rows that say they may not train, in a set that says so; chats and pairs not even then', async () => {
    const request: DatasetRequest = { ...asked(format), forAnalysis: true };
    if (format !== 'trajectories' && format !== 'judge') {
      expect(readRequest(request)).toMatchObject({ ok: false, path: 'forAnalysis' });
      return;
    }
    expect(readRequest(request)).toMatchObject({ ok: true });
    const folder = join(base, String(folders++));
    const manifest = await exportDataset(store, request, { folder, code: 'test' });
    expect(manifest).toMatchObject({ purpose: 'analysis', trainable: 0, untrainable: { test_seeds: manifest.rows } });
    const rows = rowsIn(folder) as { seed: number; trainable: boolean; trainable_reason: string }[];
    expect(rows.length).toBe(manifest.rows);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ seed: TEST_SEED, trainable: false, trainable_reason: 'test_seeds' });
  });
});

it('train seeds for analysis: no row may train either', async () => {
  await playInto(store, { task: 'market_round', seed: 1, policy: 'rule_based_expert' });
  const request: DatasetRequest = { format: 'trajectories', ruleset: 'classic', split: 'train' };
  const { rows } = await sampleDataset(store, { ...request, forAnalysis: true }, { most: 9 });
  expect(rows).toMatchObject([{ seed: 1, trainable: false, trainable_reason: 'for_analysis' }]);
  expect((await sampleDataset(store, request, { most: 9 })).rows).toMatchObject([{ trainable: true, trainable_reason: 'train_seeds' }]);
});

it('a branch of a test match whose world was drawn anew is of no other range: it begins with what was seen of a test world', async () => {
  const ancestor = await store.get(played);
  if (!ancestor) throw new Error('no ancestor');
  const branch: MatchRecord = { ...ancestor, id: 'branch', seed: 70_000, origin: { matchId: played, seq: 9 } };
  const items = (record: MatchRecord) => async () => ({ items: [record], nextCursor: null });
  const with_ = (record: MatchRecord) =>
    new Proxy(store, {
      get: (whole, name) =>
        name === 'list' ? items(record) : name === 'read' ? () => store.read(played) : (Reflect.get(whole, name) as unknown),
    });
  const request: DatasetRequest = { format: 'trajectories', ruleset: 'classic', split: 'none' };
  expect((await sampleDataset(with_(branch), request, { most: 9 })).rows).toEqual([]);
  expect((await sampleDataset(with_({ ...branch, origin: null }), request, { most: 9 })).rows).toHaveLength(1);
});
