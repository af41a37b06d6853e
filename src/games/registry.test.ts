import { describe, expect, it } from 'vitest';
import { findGame, GAMES, showTestGames } from './registry';

describe('the registry of games', () => {
  it('finds the newest version, or the one that a match recorded', () => {
    expect(findGame('gpu-market', 'classic')?.version).toBe(1);
    expect(findGame('gpu-market', 'classic', 1)?.ruleset).toBe('classic');
    expect(findGame('gpu-market', 'classic', 99)).toBeNull();
    expect(findGame('chess', 'classic')).toBeNull();
  });

  it('knows games for tests only where they are shown', () => {
    expect(findGame('test', 'offers')).toBeNull();
    expect(GAMES.some(({ test }) => test)).toBe(false);
    showTestGames(true);
    expect(findGame('test', 'offers')?.version).toBe(1);
    showTestGames(false);
    expect(findGame('test', 'offers', 1)).toBeNull();
  });

  it('has each triple once', () => {
    const names = GAMES.map((game) => `${game.game}/${game.ruleset}@${game.version}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
