import { describe, expect, test } from 'vitest';
import { claimedPlace, claimPlace, PLACES, placeOf, tabOf } from './places';

function whereIs(path: string): [string | undefined, string | undefined] {
  const place = placeOf(path);
  return [place?.name, place ? tabOf(path, place)?.name : undefined];
}

describe('the five places', () => {
  test('there are five, each at an address of its own', () => {
    expect(PLACES.map(({ name, rest }) => (rest ? `${name} ${rest}` : name))).toEqual([
      'Watch',
      'Play',
      'Rankings',
      'Agents',
      'Data and API',
    ]);
  });

  test.each([
    ['/', undefined, undefined],
    ['/watch', 'Watch', undefined],
    ['/watch/duels', 'Watch', undefined],
    ['/matches/abc/explain', 'Watch', undefined],
    ['/play', 'Play', 'Play a bot'],
    ['/play/people', 'Play', 'Play with friends'],
    ['/join/abc', 'Play', undefined],
    ['/g/bazaar/open/hall', 'Play', undefined],
    ['/rankings', 'Rankings', 'Leaderboard'],
    ['/rankings/why', 'Rankings', 'Leaderboard'],
    ['/rankings/tournaments/abc', 'Rankings', 'Tournaments'],
    ['/agents/planner', 'Agents', undefined],
    ['/agents/inference', 'Agents', 'Inference'],
    ['/agents/training/published.x', 'Agents', 'Training'],
    ['/data/connect', 'Data', 'Connect your code'],
    ['/docs/rules-open', 'Data', 'Docs'],
    ['/data/operations', 'Data', 'Operations'],
    ['/database', undefined, undefined],
  ])('%s belongs to %s, %s', (path, place, tab) => {
    expect(whereIs(path)).toEqual([place, tab]);
  });

  test("a player's own seat belongs to Play, though it is at the address of a match that others watch", () => {
    const release = claimPlace('/play');
    expect(claimedPlace()?.name).toBe('Play');
    release();
    expect(claimedPlace()).toBeNull();
  });
});
