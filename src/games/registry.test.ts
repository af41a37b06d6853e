import { describe, expect, it } from 'vitest';
import { isGameKey, refText } from '~/contract/game-ref';
import { familyTitle, findGame, GAMES, showTestGames, usualGames } from './registry';

describe('the registry of games', () => {
  it('finds the newest version, or the one that a match recorded', () => {
    expect(findGame('gpu-market/classic')?.ref.version).toBe(1);
    expect(findGame('gpu-market/classic', 1)?.ref).toEqual({ key: 'gpu-market/classic', version: 1 });
    expect([findGame('gpu-market/open')?.ref.version, findGame('gpu-market/open', 1)?.ref.version]).toEqual([2, 1]);
    expect(findGame('gpu-market/classic', 99)).toBeNull();
    expect(findGame('chess/classic')).toBeNull();
  });

  it('lists each game once in its newest version; a new version does not change the order of games', () => {
    const first = usualGames().slice(0, 4); // later games come behind them
    expect(first.map(({ ref }) => refText(ref))).toEqual([
      'gpu-market/classic@1',
      'gpu-market/open@2',
      'bazaar/classic@1',
      'bazaar/open@1',
    ]);
  });

  it('calls a family as one of its games says, else as its key does', () => {
    expect(['gpu-market', 'bazaar', 'test'].map(familyTitle)).toEqual(['The GPU market', 'The bazaar', 'test']);
  });

  it('knows games for tests only where they are shown', () => {
    expect(findGame('test/offers')).toBeNull();
    expect(GAMES.some(({ test }) => test)).toBe(false);
    showTestGames(true);
    expect(findGame('test/offers')?.ref.version).toBe(1);
    showTestGames(false);
    expect(findGame('test/offers', 1)).toBeNull();
  });

  it('has each version once, under a key that can be read', () => {
    const names = GAMES.map(({ ref }) => refText(ref));
    expect(new Set(names).size).toBe(names.length);
    expect(GAMES.filter(({ ref }) => !isGameKey(ref.key))).toEqual([]);
  });
});
