// Which adapters the inference worker serves with which weights.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readShelf, servedModels } from '../../workers/inference/shelf';

const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
const MODELS = [
  { name: 'tiny', digest: digest('a') },
  { name: 'tiny-q4_0', digest: digest('b'), quantizedFrom: { name: 'tiny', digest: digest('a') } },
  { name: 'other', digest: digest('c') },
];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mandi-shelf-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['by digest', { name: 'renamed since', digest: digest('a') }, ['tiny', 'tiny-q4_0']],
  ['by name alone', { name: 'tiny' }, ['tiny', 'tiny-q4_0']],
  ['on the rounded weights', { name: 'tiny-q4_0', digest: digest('b') }, ['tiny-q4_0']],
  ['on weights that are not here', { name: 'tiny', digest: digest('d') }, []],
])('an adapter trained %s fits its model and those rounded from it, and no other', async (_, base, fitting) => {
  const cards = [...MODELS, { kind: 'adapter', name: 'lora', digest: digest('e'), base }];
  for (const card of cards) {
    await writeFile(join(folder, `${card.name}.json`), JSON.stringify(card));
    await writeFile(join(folder, `${card.name}.gguf`), 'weights');
  }
  const served = servedModels(await readShelf([folder]), 4096);
  expect(served.map(({ name }) => name).sort()).toEqual(['other', 'tiny', 'tiny-q4_0']);
  expect(
    served
      .filter(({ adapters }) => adapters.includes('lora'))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(fitting);
});
