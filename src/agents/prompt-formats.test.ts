import { expect, test } from 'vitest';
import { modelGames, promptFor, promptHash, promptsOf } from './prompt-formats';

const OPEN = { key: 'gpu-market/open' } as const;

test('the hashes of the published prompts are what recorded turns hold', () => {
  const hashes = modelGames().flatMap((key) => promptsOf({ key }).map((format) => [format.version, promptHash(format)]));
  expect(Object.fromEntries(hashes)).toEqual({
    'classic-1': 'sha256:5e67f9e8d703c24bfe4ec86afc1a4f6af796ae859479247c38cdd7f48fd1aeaa',
    'open-1': 'sha256:9dbd6bc7aa4a06ee052253223911565ea1a55a33f4207e20f94ad3ccda59db6c',
    'open-2': 'sha256:3fb49fe0a5244820fb7aeb42e52270413e66309fac1b10e51bb88a642bb656da',
  });
});

test('an agent is asked in the version it names where the game has it, else in the default', () => {
  expect(promptFor(OPEN, 'open-1')?.version).toBe('open-1');
  expect(promptFor(OPEN, 'classic-1')?.version).toBe('open-2');
  expect(promptFor(OPEN)?.version).toBe('open-2');
});

test('a game that there is not has no prompt', () => {
  expect(promptFor({ key: 'no/such' })).toBeNull();
  expect(promptFor({ ...OPEN, version: 99 })).toBeNull();
});
