import { describe, expect, test } from 'vitest';
import type { InferenceState, MeterReading } from '~/api/agent/types';
import {
  capabilityLabel,
  failureCount,
  failureLabel,
  fetchShare,
  formatBytes,
  reuseShare,
  seriesOf,
  workerCommand,
  writingRate,
} from './inference-labels';

const none: MeterReading['failed'] = {
  unknown_model: 0,
  unreachable: 0,
  timeout: 0,
  overloaded: 0,
  bad_reply: 0,
  refused: 0,
  too_long: 0,
  over_budget: 0,
  aborted: 0,
};
const tally = { running: 0, done: 4, failed: 0, promptTokens: 0, cachedTokens: 0, completionTokens: 90, busyMs: 1500, memory: 0 };

describe('the model on its way', () => {
  const model = { status: 'fetching', name: 'smollm2', done: 25, total: 100, why: null } satisfies InferenceState['model'];
  test('is shown as a share once its size is known', () => {
    expect([fetchShare(model), fetchShare({ ...model, total: null }), fetchShare({ ...model, done: 130 })]).toEqual([0.25, null, 1]);
  });
});

test('sizes are said in the unit that fits', () => {
  expect([formatBytes(980), formatBytes(98_400_000), formatBytes(1_250_000_000)]).toEqual(['1 kB', '98.4 MB', '1.25 GB']);
});

test('a worker’s rate counts the seconds in which it wrote; reuse the tokens it read', () => {
  expect([writingRate({ tally }), writingRate({ tally: { ...tally, busyMs: 0 } })]).toEqual([60, null]);
  expect([
    reuseShare({ tokens: { prompt: 800, cached: 600, completion: 1 } }),
    reuseShare({ tokens: { prompt: 0, cached: 0, completion: 0 } }),
  ]).toEqual([0.75, null]);
});

test('series end at the newest point, in minutes before it', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();
  const point = { tokensPerSecond: 0, running: 1, queued: 0, failed: 0 };
  const series = [
    { ...point, at: at(0) },
    { ...point, at: at(30), tokensPerSecond: 12 },
  ];
  expect(seriesOf({ series }, 'tokensPerSecond')).toEqual([
    { x: -0.5, y: 0 },
    { x: 0, y: 12 },
  ]);
  expect(seriesOf({ series: [] }, 'running')).toEqual([]);
});

test('failures are counted by kind, most first', () => {
  const failed = { ...none, timeout: 3, bad_reply: 12 };
  expect([failureLabel(failed), failureCount(failed), failureLabel(none)]).toEqual(['12 bad reply, 3 timeout', 15, '']);
});

test('what a backend can do, and where a worker connects', () => {
  expect(capabilityLabel({ schema: true, adapters: false, batching: true, streaming: false })).toBe('grammar, batches');
  expect(capabilityLabel({ schema: false, adapters: false, batching: false, streaming: false })).toBe('plain text');
  expect(workerCommand('https://mandi.example')).toBe('npx mandi worker inference --connect wss://mandi.example/inference/worker');
});
