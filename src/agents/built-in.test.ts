import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GAMES } from '~/games/registry';
import { BUILT_IN, nullsBeside } from './built-in';
import { promptFor, promptsOf } from './prompt-formats';

const FOLDER = new URL('../../workers/adapters/', import.meta.url);
const MOST_BYTES = 10_000_000;

test.each(['sauda', 'smollm2-classic', 'smollm2-open'])('%s comes with its adapter, which is the one that its card names', (name) => {
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

test('smollm2-open plays the open market in the words that it was taught, and is pinned', () => {
  const open = BUILT_IN.find(({ name }) => name === 'smollm2-open');
  expect(open).toMatchObject({ version: 1, plays: ['gpu-market/open'], spec: { prompt: 'open-4', sampling: { temperature: 0 } } });
  expect(promptFor({ key: 'gpu-market/open', version: 2 }, 'open-4')?.version).toBe('open-4');
  expect(open?.digest).toBe('sha256:782b629b56582fe565d2ba0435191e5ed56a56e434a7eb20dd4ca71566230f70');
});

test('who shows what the wrapper does by itself plays every game that models play', () => {
  for (const name of ['null-random', 'null-constant', 'smollm2'])
    expect(BUILT_IN.find((one) => one.name === name)?.plays).toEqual(expect.arrayContaining(['gpu-market/open', 'bazaar/open']));
});

test('beside an agent of any format stand null models that are asked in this very format', () => {
  const formats = GAMES.flatMap(({ ref }) => promptsOf(ref).map(({ version }) => ({ game: ref, prompt: version })));
  expect(formats.map(({ prompt }) => prompt)).toEqual(expect.arrayContaining(['open-1', 'open-3', 'open-4', 'bazaar-open-1-silent']));
  for (const { game, prompt } of formats) {
    const beside = nullsBeside(game, prompt);
    expect(beside.map((ref) => ref.replace(/@.*/, ''))).toEqual(['null-random', 'null-constant']);
    for (const ref of beside) {
      const spec = BUILT_IN.find(({ name, version }) => `${name}@${version}` === ref)?.spec;
      expect([game.key, ref, spec?.kind === 'model' && promptFor(game, spec.prompt)?.version]).toEqual([game.key, ref, prompt]);
    }
  }
  expect(nullsBeside({ key: 'gpu-market/open', version: 2 }, 'open-2')).toEqual(['null-random@1', 'null-constant@1']);
});

test('a null model by its name alone is asked in the default of each game, as a new agent is', () => {
  const newest = BUILT_IN.filter(({ name }) => name === 'null-random').toSorted((a, b) => b.version - a.version)[0]?.spec;
  for (const { ref } of GAMES.filter(({ ref }) => promptsOf(ref).length > 0))
    expect(newest?.kind === 'model' && promptFor(ref, newest.prompt)).toBe(promptFor(ref));
});
