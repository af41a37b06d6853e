import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUILT_IN } from './built-in';
import { promptFor } from './prompt-formats';

const FOLDER = new URL('../../workers/adapters/', import.meta.url);
const MOST_BYTES = 10_000_000;

test.each(['sauda', 'smollm2-classic'])('%s comes with its adapter, which is the one that its card names', (name) => {
  const card = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as { digest: string; bytes: number };
  const adapter = readFileSync(new URL(`${name}.gguf`, FOLDER));
  expect(`sha256:${createHash('sha256').update(adapter).digest('hex')}`).toBe(card.digest);
  expect(adapter.length).toBe(card.bytes);
  expect(card.bytes).toBeLessThanOrEqual(MOST_BYTES);
  const agent = BUILT_IN.find((one) => one.name === name && one.version === 1);
  expect(agent?.spec).toMatchObject({ kind: 'model', adapter: name });
});

test('sauda haggles in the words that it was taught, and is pinned', () => {
  const sauda = BUILT_IN.find(({ name }) => name === 'sauda');
  expect(sauda).toMatchObject({ version: 1, plays: ['bazaar/open'], spec: { prompt: 'bazaar-open-1', sampling: { temperature: 0 } } });
  expect(promptFor({ key: 'bazaar/open' }, 'bazaar-open-1')?.version).toBe('bazaar-open-1');
  expect(sauda?.digest).toBe('sha256:a3699df01808d64f38c32ad8b8a7a26cb5c265ec54166d16c2b000fbc5207fcd');
});

test('who shows what the wrapper does by itself plays every game that models play', () => {
  for (const name of ['null-random', 'null-constant', 'smollm2'])
    expect(BUILT_IN.find((one) => one.name === name)?.plays).toEqual(expect.arrayContaining(['gpu-market/open', 'bazaar/open']));
});
