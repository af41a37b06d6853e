import { afterEach, expect, it } from 'vitest';
import type { AnyGame } from '~/contract/game';
import { type GameRef, refText } from '~/contract/game-ref';
import { GAMES, showTestGames } from '~/games/registry';
import { offers } from '~/games/test/offers/rules';
import { listedPack, main } from './main';

afterEach(() => showTestGames(false));

function run(...args: string[]): { code: number; text: string } {
  const printed: string[] = [];
  const code = main(args, (text) => printed.push(text));
  return { code, text: printed.join('\n') };
}

it('plays the games that are named, by any name that a command may use', () => {
  for (const name of ['test/offers', 'test/offers@1', 'test']) {
    const { code, text } = run(name, '--matches', '3', '--seed', '7');
    expect([code, text]).toEqual([0, expect.stringMatching(/^test\/offers@1: all laws hold; 3 matches, [\d,]+ events, [\d.]+ s/)]);
  }
});

it('plays every game where none is named, those for tests among them', () => {
  const { code, text } = run('--matches', '1');
  expect(code).toBe(0);
  const played = GAMES.map(({ ref }) => refText(ref)).sort();
  expect(played).toContain('test/offers@1');
  expect(text.match(/^\S+(?=: all laws hold)/gm)).toEqual(played);
});

it.each([
  [['chess/classic'], 'unknown game "chess/classic"'],
  [['chess/classic'], '. A new game needs a line in src/games/registry.ts'],
  [['test/offers@9'], 'there is no version 9 of test/offers'],
  [['test/offers', '--matches', '0'], '--matches: a whole number from 1; "0" is not'],
  [['--matches', 'many'], '--matches: a whole number from 1; "many" is not'],
  [['--seed=-1'], '--seed: a whole number from 0; "-1" is not'],
  [['--sed', '1'], '--sed'],
])('%j is refused with what is allowed', (args, why) => {
  const { code, text } = run(...args);
  expect([code, text]).toEqual([2, expect.stringContaining(why)]);
  expect(text).toContain('npm run test:game -- [KEY …]');
});

it.each<[GameRef, string]>([
  [{ key: 'no-such/game', version: 1 }, 'no pack for no-such/game@1: src/games/packs.ts needs a line for it'],
  [offers.ref, 'src/games/registry.ts lists two games as test/offers@1: give one of them another key (`ref` in its rules)'],
])('a copy of a game that is listed as %j is told what it still lacks', (ref, why) => {
  showTestGames(true);
  const copy: AnyGame = { ...(offers as unknown as AnyGame), ref };
  (GAMES as AnyGame[]).push(copy);
  expect(listedPack(copy)).toEqual({ ok: false, why });
});
