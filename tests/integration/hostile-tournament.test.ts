// A rated tournament with a model that never answers, one that is swapped half way, one that lies about its usage and a program without its key.
import { expect, test } from 'vitest';
import { playHostileCup } from './support/hostile-tournament';

test('its standings rank only what was played by the entrants themselves, by the weights that were pinned', {
  timeout: 280_000,
}, async () => {
  const { standings, fixtures, cost } = await playHostileCup();
  const rows = new Map(standings.rows.map((row) => [row.entrant, row]));
  expect(standings.rows.filter(({ rank }) => rank !== null).map(({ entrant }) => entrant)).toEqual(
    expect.arrayContaining(['expert', 'cautious', 'honest model', 'lying model', 'swapped model']),
  );
  for (const [name, why] of [
    ['silent model', 'The time for the turn was over. (20 of 20 matches)'],
    ['program without key', 'It answered with status 401: it refused the key CUP_KEY. (20 of 20 matches)'],
  ] as const)
    expect(rows.get(name)).toMatchObject({ rank: null, unranked: 'mostly_fallback', fault: why, origins: { own: 0 } });

  const swapped = fixtures.filter(({ seats }) => seats.some(({ entrant }) => entrant === 'swapped model'));
  const unrated = swapped.filter(({ result }) => result?.unrated);
  expect(unrated).toHaveLength(10);
  expect(rows.get('swapped model')?.score?.n).toBe(10);
  expect(rows.get('swapped model')?.fault).toMatch(/^Other weights than the pinned ones answered 3 of 3 turns: .*\(10 of 20 matches\)$/);

  const [honest, liar] = [rows.get('honest model'), rows.get('lying model')];
  expect(liar?.score?.mean).toBe(honest?.score?.mean);
  expect(liar?.rank).toBe(honest?.rank);
  expect([honest?.unpinned, liar?.unpinned, rows.get('swapped model')?.unpinned]).toEqual([true, true, undefined]);
  const tokens = fixtures.flatMap(({ result }) => result?.seats ?? []).filter(({ entrant }) => entrant === 'lying model');
  expect(tokens.reduce((sum, seat) => sum + seat.tokens, 0)).toBeLessThan(60 * 2_000);
  expect(cost).toBeLessThan(1);
});
