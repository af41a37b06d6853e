import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { Chunk } from './chunk';
import { playChunks, workersFor } from './pool';

const CHUNK: Chunk = { game: 'gpu-market/classic', version: 1, judgeMode: 'off', policy: 'wait', task: 'single_trade', seeds: [0, 1] };

test('small runs stay in this thread, large ones take no more threads than there are cores', () => {
  expect([0, 432, 7_999].map(workersFor)).toEqual([0, 0, 0]);
  expect(workersFor(10_000_000)).toBe(availableParallelism());
});

describe.each([0, 2])('with %i threads', { timeout: 900_000 }, (workers) => {
  test('answers come in the order of the chunks, whoever is quicker', async () => {
    const chunks = [
      { ...CHUNK, task: 'coalition_market', seeds: Array.from({ length: 60 }, (_, seed) => seed) },
      ...Array.from({ length: 5 }, (_, seed) => ({ ...CHUNK, seeds: [seed] })),
    ];
    const scores = await playChunks(chunks, { workers });
    expect(scores.map((episodes) => episodes.length)).toEqual([60, 1, 1, 1, 1, 1]);
    expect(scores.slice(1).flat()).toEqual((await playChunks([{ ...CHUNK, seeds: [0, 1, 2, 3, 4] }], { workers: 0 })).flat());
  });

  test('a chunk that cannot be played ends the run with its reason', async () => {
    await expect(playChunks([CHUNK, { ...CHUNK, policy: 'nobody' }, CHUNK], { workers })).rejects.toThrow('nobody');
  });

  test('nothing to do is nothing', async () => {
    expect(await playChunks([], { workers })).toEqual([]);
  });
});
