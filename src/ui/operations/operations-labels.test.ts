import { describe, expect, test } from 'vitest';
import type { Operations } from '~/api/operations/types';
import { formatQueryTime, liveLabel, turnsByKind, upkeepState, warningsOf } from './operations-labels';

const CALM: Operations = {
  process: 'a',
  version: '1.0.0',
  database: 'embedded',
  pool: { busy: 1, idle: 2, waiting: 0, most: 10 },
  counts: {
    bytes: 1e7,
    matches: [],
    tournaments: [],
    jobs: [
      { queue: 'batches', waiting: 0, running: 0 },
      { queue: 'slow', waiting: 0, running: 0 },
    ],
    turns: [],
    webProcesses: [],
    matchWorkers: [],
    archive: { matches: 0, files: 0, bytes: 0, runs: [] },
  },
  details: { version: '17', tables: [], queries: null, whyNoQueries: 'none', failing: [] },
  inferenceWorkers: [],
  disk: { free: 60e9, total: 100e9 },
};
const WAITING = { ...CALM.counts, jobs: [{ queue: 'slow' as const, waiting: 3, running: 0 }] };

describe('what needs attention', () => {
  test('nothing, while all is well or nobody can say', () => {
    expect(warningsOf(CALM)).toEqual([]);
    expect(warningsOf({ ...CALM, disk: null, pool: null })).toEqual([]);
  });

  test('a disk that is nearly full', () => {
    expect(warningsOf({ ...CALM, disk: { free: 9e9, total: 100e9 } })).toEqual([expect.stringContaining('Only 9% of the disk is left.')]);
  });

  test('queries that wait for a connection', () => {
    const busy = warningsOf({ ...CALM, pool: { busy: 10, idle: 0, waiting: 1, most: 10 } });
    expect(busy).toEqual([expect.stringContaining('All 10 database connections of this process are in use, and 1 query waits.')]);
  });

  test('an agent that answers nothing, not one that answers now and then', () => {
    const at = '2026-11-27T00:00:00.000Z';
    const failing = [
      { agent: 'gone@1', fallbacks: 4, turns: 4, why: 'No backend serves it.', at },
      { agent: 'slow@1', fallbacks: 1, turns: 4, why: null, at },
    ];
    const warned = warningsOf({ ...CALM, details: { ...CALM.details, failing } });
    expect(warned).toEqual(['gone@1: none of the latest turns was answered. See Failing agents.']);
  });

  test('matches that nobody plays', () => {
    expect(warningsOf({ ...CALM, counts: WAITING })).toEqual([expect.stringContaining('3 matches of tournaments wait')]);
    const worker = { id: 'w', slots: 8, code: null, since: '2026-11-27T00:00:00.000Z', playing: 0 };
    expect(warningsOf({ ...CALM, counts: { ...WAITING, matchWorkers: [worker] } })).toEqual([]);
  });
});

test('an upkeep run that failed needs attention, and is told by what it does', () => {
  const run = {
    name: 'archive',
    beganAt: '2026-11-27T00:00:00.000Z',
    endedAt: '2026-11-27T00:01:00.000Z',
    matches: 0,
    fault: 'The disk is full.',
  };
  const failed = { ...CALM.counts, archive: { ...CALM.counts.archive, runs: [run] } };
  expect(warningsOf({ ...CALM, counts: failed })).toEqual(['Archiving matches failed: The disk is full.']);
  expect(upkeepState(run)).toBe('failed');
  expect(upkeepState({ ...run, fault: null })).toBe('done');
  expect(upkeepState({ ...run, fault: null, endedAt: null })).toBe('running or interrupted');
});

test('live matches by what they wait for', () => {
  expect(liveLabel([{ status: 'finished', count: 5 }])).toBe('none live');
  const all = ['finished', 'lobby', 'running', 'paused'].map((status, at) => ({ status, count: at + 1 }));
  expect(liveLabel(all)).toBe('3 running, 4 paused, 2 waiting for players');
});

test('turns by kind: the mean, and how many fell back', () => {
  const turns = [
    { kind: 'model' as const, backend: 'a', origin: 'own', turns: 3, seconds: 3 },
    { kind: 'model' as const, backend: 'b', origin: 'fallback', turns: 1, seconds: 5 },
    { kind: 'script' as const, backend: '', origin: '', turns: 10, seconds: 0.02 },
  ];
  expect(turnsByKind(turns)).toEqual([
    { kind: 'script', turns: 10, mean: 2, fallbacks: 0 },
    { kind: 'model', turns: 4, mean: 2_000, fallbacks: 1 },
  ]);
});

test('times of queries', () => {
  expect([0.0412, 12.5, 3_200].map(formatQueryTime)).toEqual(['0.0412 ms', '12.5 ms', '3.2 s']);
});
