import { describe, expect, it } from 'vitest';
import { standingsOf } from './standings';
import { named, planOf, playOut } from './testing/play-out';

describe('where no match is rated', () => {
  const unratedBy = (method: number, given: object = {}) => {
    const plan = planOf({ entrants: named(4), tableSize: 2, worlds: 4, nulls: [], method, ...given });
    const { record, fixtures } = playOut(plan, (name) => Number(name.slice(1)));
    const unrated = fixtures.map((one) => ({ ...one, result: one.result && { ...one.result, unrated: true } }));
    const counts = { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 };
    return standingsOf(record, unrated, counts).rows;
  };

  it('nobody has a rank, and the table goes by profit', () => {
    const rows = unratedBy(4);
    expect(rows.map(({ rank, unranked, score }) => [rank, unranked, score])).toEqual(Array(4).fill([null, 'no_score', null]));
    const profits = rows.map(({ profit }) => profit?.mean ?? Number.NaN);
    expect(profits).toEqual(profits.toSorted((a, b) => b - a));
    expect(profits[0]).toBeGreaterThan(profits[3] ?? Number.NaN);
  });

  it('points rank where the format has them', () => {
    expect(unratedBy(4, { format: 'swiss' }).every(({ rank, points }) => rank !== null && points !== null)).toBe(true);
  });

  it('tables of earlier methods stay as they were', () => {
    expect(unratedBy(3).map(({ rank, unranked }) => [rank, unranked])).toEqual(Array(4).fill([1, null]));
  });
});
