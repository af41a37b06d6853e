import { expect, it } from 'vitest';
import { packOf } from './packs';
import { GAMES, showTestGames } from './registry';

it('every version of every game has a pack', () => {
  showTestGames(true);
  expect(GAMES.map(({ ref }) => packOf(ref).rules)).toEqual(GAMES);
  showTestGames(false);
});

it('a game that there is not has none', () => {
  expect(() => packOf({ key: 'no/such', version: 1 })).toThrow('no pack for no/such@1');
});
