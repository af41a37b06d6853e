import { expect, test } from 'vitest';
import { GAMES } from '~/games/registry';
import { promptFor, promptHash, promptsOf } from './prompt-formats';

const OPEN = { key: 'gpu-market/open' } as const;

test('the hashes of the published prompts are what recorded turns hold', () => {
  const hashes = GAMES.flatMap(({ ref }) => promptsOf(ref).map((format) => [format.version, promptHash(format)]));
  expect(Object.fromEntries(hashes)).toMatchObject({
    'bazaar-classic-2': 'sha256:0a6ffaf63cccd992282140649e547317106bc92e6a82a33fc34e604c222cc351',
    'bazaar-open-1': 'sha256:981da720ff105bfe1fc95a415d46e255afd569928647f49e3d90bc271c3b019e',
    'bazaar-open-1-silent': 'sha256:b6e552d50b66fb0699a417d507b29e2cf8b4b3417a59f5d81217a4a0d684413a',
    'classic-1': 'sha256:5e67f9e8d703c24bfe4ec86afc1a4f6af796ae859479247c38cdd7f48fd1aeaa',
    'open-1': 'sha256:9dbd6bc7aa4a06ee052253223911565ea1a55a33f4207e20f94ad3ccda59db6c',
    'open-2': 'sha256:3fb49fe0a5244820fb7aeb42e52270413e66309fac1b10e51bb88a642bb656da',
    'open-3': 'sha256:d4774ed25e596b9d54858994df8042806b7c63722d1cd5eca59d883144918cf0',
    'open-4': 'sha256:0d1a578cb85f77a582d9dc6cf972ab8780963178258990910074a8eeb411c6f9',
  });
});

test('an agent is asked in the version it names where the game has it, else in the default', () => {
  const first = { ...OPEN, version: 1 };
  expect(promptFor(first, 'open-1')?.version).toBe('open-1');
  expect(promptFor(first, 'classic-1')?.version).toBe('open-2');
  expect(promptFor(first)?.version).toBe('open-2');
  expect([promptFor(OPEN, 'open-3')?.version, promptFor(OPEN, 'classic-1')?.version, promptFor(OPEN)?.version]).toEqual([
    'open-3',
    'open-4',
    'open-4',
  ]);
});

test('an agent that names a prompt of version 1 is asked by version 2 as it always was, and not in the newest', () => {
  for (const named of ['open-1', 'open-2']) expect(promptFor(OPEN, named)?.version).toBe('open-3');
});

test('a game that there is not has no prompt', () => {
  expect(promptFor({ key: 'no/such' })).toBeNull();
  expect(promptFor({ ...OPEN, version: 99 })).toBeNull();
});
