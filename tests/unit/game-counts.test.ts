// The platform is to know less and less about its games: no count of scripts/game-counts.mjs may rise.
import { describe, expect, test } from 'vitest';
import { countGames, HOW_TO_RAISE, readRecord, risenCounts } from '../../scripts/game-counts.mjs';
import { factsOf } from '../../scripts/source-facts.mjs';
import { REPOSITORY } from '../../src/config';

type Counts = Record<string, { count: number; where: Record<string, number> }>;

interface Recorded {
  raised: { why: string; to: Record<string, number> }[];
  counts: Counts;
}

test('nothing outside the games knows more of them, and src has not grown, since the counts were recorded', () => {
  const known = readRecord(REPOSITORY) as Recorded;
  const found = countGames(REPOSITORY) as Counts;
  expect(Object.keys(known.counts)).toEqual(Object.keys(found));
  expect(known.raised.filter(({ why }) => why.trim() === '')).toEqual([]);
  // Something fell? Record it: node scripts/game-counts.mjs --record
  expect(risenCounts(known, found), HOW_TO_RAISE).toEqual([]);
}, 60_000);

test('a count that rises is told with the file that is new in it', () => {
  const known = { raised: [], counts: { importing: { count: 2, where: { 'src/a.ts': 1, 'src/b.ts': 1 } } } };
  const found = { importing: { title: 'files', count: 3, where: { 'src/b.ts': 1, 'src/c.ts': 1, 'src/d.ts': 1 } } };
  expect(risenCounts(known, found)).toEqual(['files: 3, at most 2 allowed. New: src/c.ts, src/d.ts']);
  const fallen = { importing: { title: 'files', count: 1, where: { 'src/b.ts': 1 } } };
  expect(risenCounts(known, fallen)).toEqual([]);
});

describe('counted as a bare name of a ruleset', () => {
  const namesIn = (text: string): number => factsOf({ path: 'src/x.ts', text, all: new Set() }).names;

  test.each([
    "if (match.ruleset === 'classic') show();",
    "const { ruleset = 'open' } = request;",
    "findGame(request.game, request.ruleset ?? 'classic');",
    "const start = { ruleset: 'open' };",
    "switch (ruleset) { case 'classic': break; }",
    "interface A { ruleset: 'classic' | 'open' }",
    "const ruleset = wide ? 'open' : 'classic';",
  ])('%s', (text) => expect(namesIn(text)).toBe(1));

  test.each(["visibility === 'open'", "const seat = { kind: 'open' };", "const reward = 'classic';", '// ruleset classic'])(
    'not: %s',
    (text) => expect(namesIn(text)).toBe(0),
  );

  test('families and imports are seen in whatever way they are written', () => {
    const text = "import type { Lab } from '~/games/gpu-market/types';\nconst key = `gpu-market/open`;\nvoid import('./near');";
    const facts = factsOf({ path: 'src/api/x.ts', text, all: new Set(['src/games/gpu-market/types.ts', 'src/api/near.ts']) });
    expect(facts).toMatchObject({ families: 1, imports: ['src/games/gpu-market/types.ts', 'src/api/near.ts'] });
  });
});
