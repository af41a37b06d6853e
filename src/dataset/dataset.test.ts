import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findGame } from '~/games/registry';
import type { EventStore } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { TournamentPlan } from '~/store/tournaments/tournament';
import { countDataset, exportDataset, sampleDataset } from './export-dataset';
import type { ArenaRow, ChatRow, TrajectoryRow } from './formats';
import type { DatasetRequest } from './request';
import { stepsOf } from './steps';
import { playInto, rowsIn } from './testing/stored-matches';

const store = new MemoryEventStore('one');
const base = mkdtempSync(join(tmpdir(), 'mandi-dataset-'));
let folders = 0;

const play = (request: Parameters<typeof playInto>[1]) => playInto(store, request);

beforeAll(async () => {
  for (const seed of [1, 2, 3, 50_001]) await play({ task: 'market_round', seed, policy: 'rule_based_expert' });
  await play({ task: 'market_round', seed: 4, policy: 'base_instruct_naive' });
  await play({ ruleset: 'open', task: 'single_trade', seed: 5, policy: 'greedy' });
});
afterAll(() => rmSync(base, { recursive: true }));

const classic: DatasetRequest = { format: 'sft', ruleset: 'classic', split: 'train' };
const options = () => ({ folder: join(base, String(folders++)), code: '0.1.0' });

/** Parquet has whole numbers as big ones. */
async function rowsOfForm(folder: string, form: 'jsonl' | 'parquet'): Promise<unknown[]> {
  if (form === 'jsonl') return rowsIn(folder);
  const rows: unknown[] = [];
  for (const name of readdirSync(folder)
    .toSorted()
    .filter((one) => one.endsWith('.parquet'))) {
    const bytes = readFileSync(join(folder, name));
    rows.push(...(await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) })));
  }
  return JSON.parse(JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))) as unknown[];
}

describe('steps', () => {
  it('tell what a seat saw, did, was answered and earned: rewards add up to its score', async () => {
    const id = await play({ task: 'market_round', seed: 9, policy: 'rule_based_expert' });
    const match = await store.get(id);
    const game = findGame('gpu-market/classic');
    if (!match || !game) throw new Error('no match');
    const steps = stepsOf(
      game,
      (await store.read(id)).map(({ event }) => event),
    );
    expect(steps.map((step) => step.round)).toEqual([0, 1, 2, 3, 4]);
    expect(steps.every((step) => step.actions.length === 1 && step.results.length >= 1)).toBe(true);
    const total = steps.reduce((sum, step) => sum + step.reward, 0);
    expect(total).toBeCloseTo(match.scores?.lab_0 ?? Number.NaN, 9);
    expect(steps[0]?.return).toBeCloseTo(total, 9);
  });
});

describe('a dataset', () => {
  it('sft: the prompt of play, one legal JSON action, train seeds alone, no chat twice', async () => {
    const asked = options();
    const manifest = await exportDataset(store, classic, asked);
    const rows = rowsIn(asked.folder) as ChatRow[];
    expect(manifest.rows).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(10);
    expect(new Set(rows.map((row) => row.seed)).has(50_001)).toBe(false);
    expect(new Set(rows.map((row) => JSON.stringify(row.messages))).size).toBe(rows.length);
    for (const { messages, prompt_version } of rows) {
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
      expect(JSON.parse(messages[2]?.content ?? '')).toHaveProperty('action_type');
      expect(prompt_version).toBe('classic-1');
    }
    expect(manifest.files[0]).toMatchObject({ name: 'part-00000.jsonl', rows: rows.length });
    expect(manifest.prompt?.version).toBe('classic-1');
    expect(manifest.prompt?.hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(readdirSync(asked.folder).toSorted()).toEqual(['README.md', 'manifest.json', 'part-00000.jsonl']);
  });

  it('filters by player, score and refusals, and counts what it left out', async () => {
    const { counts } = await exportDataset(store, { ...classic, player: 'base_instruct_naive', minScore: -5 }, options());
    expect(counts.seats).toBe(1);
    expect(counts.other_player).toBeGreaterThan(2);
    const asked = options();
    const none = await exportDataset(store, { ...classic, minScore: 5 }, asked);
    expect([none.rows, none.counts.seats]).toEqual([0, undefined]);
    expect(existsSync(asked.folder)).toBe(false);
    expect((await exportDataset(store, classic, asked)).rows).toBeGreaterThan(0);
  });

  it('arena-sft has the published sample’s fields, in order; trajectories have returns and say who may be trained on', async () => {
    const asked = options();
    await exportDataset(store, { ...classic, format: 'arena-sft' }, asked);
    const [row] = rowsIn(asked.folder) as ArenaRow[];
    expect(Object.keys(row ?? {})).toEqual(['messages', 'task_type', 'seed', 'round_index']);
    expect(Object.keys(JSON.parse(row?.messages[1]?.content ?? '{}') as object)).toEqual([
      'task_id',
      'difficulty',
      'round_index',
      'controlled_lab_budget',
      'controlled_lab_reputation',
      'private_jobs',
      'owned_blocks',
      'visible_labs',
      'active_offers',
      'active_coalitions',
      'last_action_result',
    ]);
    const test = options();
    await exportDataset(store, { ...classic, format: 'trajectories', split: 'test', forAnalysis: true }, test);
    const [seat] = rowsIn(test.folder) as TrajectoryRow[];
    expect(seat).toMatchObject({ seed: 50_001, split: 'test', trainable: false, trainable_reason: 'test_seeds' });
    expect(seat).toMatchObject({ player: 'rule_based_expert', steps: [{ origin: 'script' }, {}, {}, {}, {}] });
    expect(seat?.steps[0]?.return).toBeCloseTo(seat?.score ?? Number.NaN, 9);
  });

  it('open: a row for each turn of one action that a model can say', async () => {
    const { rows } = await sampleDataset(store, { format: 'sft', ruleset: 'open', version: 2, split: 'train' }, { most: 100 });
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows as ChatRow[]) expect(row.ruleset).toBe('gpu-market/open');
  });

  it.each(['jsonl', 'parquet'] as const)(
    '%s: a run that was stopped goes on without a row lost or doubled; half a match is cut off',
    async (form) => {
      const whole = options();
      await exportDataset(store, classic, { ...whole, rowsAShard: 7 });
      for (const after of [1, 2, 3]) {
        const killed = options();
        const stop = new AbortController();
        const dies = exportDataset(store, classic, {
          ...killed,
          form,
          rowsAShard: 7,
          signal: stop.signal,
          onMatch: ({ matches }) => matches === after && stop.abort(new Error('killed')),
        });
        await expect(dies).rejects.toThrow('killed');
        const parts = readdirSync(killed.folder)
          .filter((name) => name.endsWith('.jsonl'))
          .toSorted();
        appendFileSync(join(killed.folder, parts.at(-1) ?? ''), '{"messages":[{"ro');
        appendFileSync(join(killed.folder, 'journal.jsonl'), '{"at":17');
        const manifest = await exportDataset(store, classic, { ...killed, form, rowsAShard: 7 });
        expect(await rowsOfForm(killed.folder, form)).toEqual(rowsIn(whole.folder));
        expect(readdirSync(killed.folder).toSorted()).toEqual(['README.md', 'manifest.json', ...manifest.files.map(({ name }) => name)]);
      }
    },
  );

  it('rows that were never synced and went with the machine’s power are written again', async () => {
    const whole = options();
    await exportDataset(store, classic, whole);
    const cut = options();
    const stop = new AbortController();
    const dies = exportDataset(store, classic, {
      ...cut,
      signal: stop.signal,
      onMatch: ({ matches }) => matches === 3 && stop.abort(new Error('killed')),
    });
    await expect(dies).rejects.toThrow('killed');
    const [part, journal] = [join(cut.folder, 'part-00000.jsonl'), join(cut.folder, 'journal.jsonl')];
    const lines = readFileSync(journal, 'utf8').split('\n');
    writeFileSync(journal, lines.filter((line) => !line.includes('"synced"')).join('\n'));
    const rows = readFileSync(part);
    writeFileSync(part, Buffer.concat([rows.subarray(0, -50), Buffer.alloc(50)]));
    await exportDataset(store, classic, cut);
    expect(rowsIn(cut.folder)).toEqual(rowsIn(whole.folder));
  });

  it('does not write into a whole dataset, nor into another run', async () => {
    const asked = options();
    await exportDataset(store, classic, asked);
    await expect(exportDataset(store, classic, asked)).rejects.toThrow('complete dataset');
    const other = options();
    const stop = new AbortController();
    const dies = exportDataset(store, classic, { ...other, signal: stop.signal, onMatch: () => stop.abort(new Error('killed')) });
    await expect(dies).rejects.toThrow('killed');
    await expect(exportDataset(store, { ...classic, task: 'single_trade' }, other)).rejects.toThrow('a different export');
    writeFileSync(join(other.folder, 'note.txt'), 'kept');
  });
});

describe('a run that follows', () => {
  it('takes what ended before and what ends while it waits, each once', async () => {
    const asked = options();
    const stop = new AbortController();
    const before = await countDataset(store, classic, 1000);
    let late = '';
    const follows = exportDataset(
      store,
      { ...classic, format: 'trajectories' },
      {
        ...asked,
        follow: true,
        signal: stop.signal,
        onMatch: ({ matches }) => {
          if (matches === before.matches)
            void play({ task: 'market_round', seed: 77, policy: 'rule_based_expert' }).then((id) => (late = id));
          if (matches > before.matches) stop.abort(new Error('enough'));
        },
      },
    );
    await expect(follows).rejects.toThrow('enough');
    await exportDataset(store, { ...classic, format: 'trajectories' }, asked);
    const ids = (rowsIn(asked.folder) as TrajectoryRow[]).map((row) => row.match_id);
    expect(ids.at(-1)).toBe(late);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(before.matches + 1);
  });
});

describe('of a tournament', () => {
  it('takes its matches alone, and follows it to its end', async () => {
    const plan = { name: 'cup', tasks: ['market_round'] } as unknown as TournamentPlan;
    const cup = { id: 'cup', plan, entrants: [], seasonId: null, code: 'test' };
    const id = await play({ task: 'market_round', seed: 21, policy: 'rule_based_expert' });
    await store.tournaments.create(cup, [
      { order: 0, stage: 0, task: 'market_round', world: 0, meeting: 'a | b', rotation: 0, seats: [], matchId: id },
    ]);
    const request = { ...classic, format: 'trajectories', tournament: 'cup' } as const;
    const asked = options();
    const follows = exportDataset(store, request, {
      ...asked,
      follow: true,
      onMatch: () => void store.tournaments.setStatus('cup', { from: ['running'], to: 'finished' }),
    });
    expect((await follows).rows).toBe(1);
    expect((rowsIn(asked.folder) as TrajectoryRow[]).map((row) => row.match_id)).toEqual([id]);
    expect((await countDataset(store, { ...request, tournament: 'another' }, 100)).matches).toBe(0);
  });
});

describe('what is asked for', () => {
  it('outcome and score are told by cards alone', async () => {
    const gained = await countDataset(store, { ...classic, outcome: 'gained' }, 100);
    const lost = await countDataset(store, { ...classic, outcome: 'lost' }, 100);
    const all = await countDataset(store, classic, 100);
    expect(gained.seats).toBeGreaterThan(0);
    expect(gained.seats + lost.seats).toBeLessThanOrEqual(all.seats);
    expect((await countDataset(store, classic, 3)).more).toBe(true);
    expect(all.more).toBe(false);
  });

  it('tables with people are left out unless they have agreed, and nobody’s name is told even then', async () => {
    const person = { seat: 'lab_0', kind: 'person', name: 'Ada Lovelace', ready: true, here: false, policy: null, shares: true } as const;
    const list: EventStore['list'] = async (filter, page) => {
      const { items, nextCursor } = await store.list(filter, page);
      return { items: items.map((match) => ({ ...match, hosted: true, seats: [person] })), nextCursor };
    };
    const table = new Proxy(store, { get: (whole, name) => (name === 'list' ? list : Reflect.get(whole, name)) as unknown });
    expect((await sampleDataset(table, classic, { most: 9 })).rows).toEqual([]);
    const branches: EventStore['list'] = async (filter, page) => {
      const { items, nextCursor } = await store.list(filter, page);
      return { items: items.map((match) => ({ ...match, origin: { matchId: match.id, seq: 1 } })), nextCursor };
    };
    const get: EventStore['get'] = async (id) => {
      const match = await store.get(id);
      return match && { ...match, hosted: true };
    };
    const parts: Partial<EventStore> = { list: branches, get };
    const branched = new Proxy(store, {
      get: (whole, name) => (parts[name as keyof EventStore] ?? Reflect.get(whole, name)) as unknown,
    });
    expect((await sampleDataset(branched, classic, { most: 9 })).rows).toEqual([]);
    const { rows } = await sampleDataset(table, { ...classic, withPeople: true }, { most: 9 });
    expect(rows).toHaveLength(9);
    expect(rows[0]).toMatchObject({ player: 'person' });
    for (const seat of [{ ...person, shares: undefined }, { seat: 'lab_0', kind: 'script', policy: 'house', withheld: true } as const]) {
      const asked: EventStore['list'] = async (filter, page) => {
        const { items, nextCursor } = await store.list(filter, page);
        return { items: items.map((match) => ({ ...match, hosted: true, seats: [seat] })), nextCursor };
      };
      const silent = new Proxy(store, { get: (whole, name) => (name === 'list' ? asked : Reflect.get(whole, name)) as unknown });
      expect((await sampleDataset(silent, { ...classic, withPeople: true }, { most: 9 })).rows).toEqual([]);
    }
    expect(JSON.stringify(rows)).not.toContain('Lovelace');
  });
});
