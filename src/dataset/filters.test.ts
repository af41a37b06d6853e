import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GameEvent } from '~/contract/game';
import { closeThreads } from '~/engine/threads';
import type { EventStore, MatchRecord } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { sampleDataset } from './export-dataset';
import type { PreferenceRow } from './preference-pairs';
import { type DatasetRequest, FORMATS } from './request';
import { playInto } from './testing/stored-matches';
import type { JudgeRow } from './verdicts';

const store = new MemoryEventStore('one');

beforeAll(async () => {
  await playInto(store, { task: 'coalition_market', seed: 11, policy: 'pitching_expert', judgeMode: 'rule' });
  await playInto(store, { ruleset: 'open', task: 'coalition_market', seed: 12, policy: 'planner', judgeMode: 'rule' });
  await playInto(store, { ruleset: 'open', task: 'single_trade', seed: 5, policy: 'greedy' }); // soon played out
});
afterAll(closeThreads);

/** The same matches, in which every seat scored so much, and was refused each thing it did or nothing. */
function changed({ score, refused }: { score: number; refused: boolean }): EventStore {
  const scored = (match: MatchRecord) => ({ ...match, scores: Object.fromEntries(match.seats.map(({ seat }) => [seat, score])) });
  const list: EventStore['list'] = async (filter, page) => {
    const { items, nextCursor } = await store.list(filter, page);
    return { items: items.map(scored), nextCursor };
  };
  const answered = (event: GameEvent): GameEvent => {
    if (event.type !== 'action_resolved' || !('result' in event)) return event;
    return Object.assign({ ...event }, { result: { ...(event.result as object), ok: !refused } });
  };
  const read: EventStore['read'] = async (...asked) =>
    (await store.read(...asked)).map((stored) => ({ ...stored, event: answered(stored.event) }));
  return new Proxy(store, {
    get: (whole, name) => (name === 'list' ? list : name === 'read' ? read : (Reflect.get(whole, name) as unknown)),
  });
}

type Filter = Omit<Partial<DatasetRequest>, 'format' | 'ruleset'>;
const IMPOSSIBLE: readonly [Filter, Parameters<typeof changed>[0]][] = [
  [{ task: 'market_round' }, { score: 1, refused: false }],
  [{ split: 'validation' }, { score: 1, refused: false }],
  [{ tournament: 'of-nobody' }, { score: 1, refused: false }],
  [{ player: 'nobody' }, { score: 1, refused: false }],
  [{ outcome: 'lost' }, { score: 1, refused: false }],
  [{ outcome: 'won' }, { score: -1, refused: false }],
  [{ outcome: 'gained' }, { score: -1, refused: false }],
  [{ minScore: 2 }, { score: 1, refused: false }],
  [{ minJudge: 1 }, { score: 1, refused: false }],
  [{ cleanOnly: true }, { score: 1, refused: true }],
];
const OF_OPEN: typeof IMPOSSIBLE = [[{ minGain: 1000 }, { score: 1, refused: false }]];

const GAMES = [
  { ruleset: 'classic', version: 1 },
  { ruleset: 'open', version: 2 },
];
const ASKED: DatasetRequest[] = GAMES.flatMap(({ ruleset, version }) =>
  FORMATS.filter((format) => format !== 'arena-sft' || ruleset === 'classic').flatMap((format): DatasetRequest[] => {
    const request: DatasetRequest = { format, ruleset, version, split: 'train' };
    return format === 'preferences' ? [request, { ...request, pairs: 'verdicts' }] : [request];
  }),
);

describe.each(ASKED)('$format $pairs of $ruleset', (request) => {
  it('gives rows while nothing is filtered', async () => {
    const plain = changed({ score: 1, refused: false });
    const { rows } = await sampleDataset(plain, request, { most: 1 });
    expect(rows).toHaveLength(1);
  });

  it.each([...IMPOSSIBLE, ...(request.ruleset === 'open' ? OF_OPEN : [])])(
    'gives none where no seat can pass %o',
    async (filter, world) => {
      expect((await sampleDataset(changed(world), { ...request, ...filter }, { most: 1 })).rows).toEqual([]);
    },
  );
});

describe('pitches of the house', () => {
  const judge: DatasetRequest = { format: 'judge', ruleset: 'classic', split: 'train' };
  const all = { most: 1000 };

  it('are asked for by name, and by nothing that only seats have', async () => {
    const players = async (request: DatasetRequest) =>
      new Set(((await sampleDataset(store, request, all)).rows as JudgeRow[]).map(({ player }) => player));
    expect(await players(judge)).toEqual(new Set(['pitching_expert', 'house']));
    expect(await players({ ...judge, player: 'house' })).toEqual(new Set(['house']));
    expect(await players({ ...judge, minScore: -1000 })).toEqual(new Set(['pitching_expert']));
    expect((await sampleDataset(store, { ...judge, minScore: 1000, outcome: 'won', cleanOnly: true }, all)).rows).toEqual([]);
  });

  it('are of their own making, and a judge’s least score is held against each of them', async () => {
    const { rows } = await sampleDataset(store, { ...judge, minJudge: 0.3 }, all);
    for (const { player, origin, score } of rows as JudgeRow[]) {
      expect(score).toBeGreaterThanOrEqual(0.3);
      expect(origin).toBe(player === 'house' ? 'house' : 'script');
    }
    expect(rows.length).toBeGreaterThan(0);
  });

  it('stand in a pair as the worse one, whoever was asked for as the better one', async () => {
    const pairs: DatasetRequest = { format: 'preferences', ruleset: 'classic', split: 'train', pairs: 'verdicts' };
    const { rows } = await sampleDataset(store, { ...pairs, player: 'pitching_expert' }, all);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows as PreferenceRow[]) {
      expect([row.player, row.origin]).toEqual(['pitching_expert', 'script']);
      expect(row.margin).toBeGreaterThan(0);
    }
  });
});
