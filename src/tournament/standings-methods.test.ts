import { describe, expect, it } from 'vitest';
import type { Standings } from '~/store/tournaments/tournament';
import { standingsOf } from './standings';
import { named, noise, type PlayedOut, planOf, playOut, type ScoreOf } from './testing/play-out';

function standings({ record, fixtures }: PlayedOut): Standings {
  return standingsOf(record, fixtures, { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 });
}

describe('standings by bootstrap-t-2', () => {
  const plan = planOf({ entrants: named(3), tableSize: 2, worlds: 9, nulls: [], method: 2 });
  const spread: ScoreOf = (name, fixture) => Number(name.slice(1)) + 4 * (noise(name, fixture) ?? 0);

  it('names its method, and has medians, alpha-rank and p-values for looking at any time; percentile-1 has none of it', () => {
    const table = standings(playOut(plan, spread));
    expect(table.statistics).toBe('bootstrap-t-2');
    expect(table.rows[0]?.score).toMatchObject({ n: 9, mostlyEqual: false });
    expect(table.rows[0]?.score?.median).toBeTypeOf('number');
    expect(table.theory?.alphaRank?.e2).toBeGreaterThan(0.5);
    expect(table.pairs[0]?.anytime).toMatchObject({ worlds: 9 });
    const { method: _, ...older } = plan;
    const before = standings(playOut(older, spread));
    expect(before).toEqual(standings(playOut({ ...plan, method: 1 }, spread)));
    expect(JSON.stringify(before)).not.toMatch(/statistics|median|alphaRank|anytime|mostlyEqual|noLead/);
  });

  it('scores that differ by rounding noise are a tie for ranks, Elo, ratings and pairs', () => {
    const table = standings(playOut(plan, (name, at) => 0.1 + at.world + (name === 'e1' ? 3e-16 * (at.world + 1) : 0)));
    expect(table.rows.map(({ rank }) => rank)).toEqual([1, 1, 1]);
    for (const { elo, skill } of table.rows) {
      expect(elo?.elo).toBeCloseTo(0, 9);
      expect(skill?.mu).toBeCloseTo(table.rows[0]?.skill?.mu ?? 0, 6);
    }
    expect(table.pairs.map(({ difference, more, noLead }) => [difference, more, noLead])).toEqual([0, 1, 2].map(() => [0, null, true]));
  });

  it('a look at a moving table counts the worlds that are over, in the order of the schedule', () => {
    const { record, fixtures } = playOut(plan, spread);
    const perWorld = fixtures.length / 9;
    // The first match of the fourth world is late; all others of the first six worlds have ended.
    const ended = fixtures.slice(0, 6 * perWorld).filter(({ order }) => order !== 3 * perWorld);
    const counts = { waiting: fixtures.length - ended.length, playing: 0, scoring: 0, done: ended.length, failed: 0, cancelled: 0 };
    const [pair] = standingsOf({ ...record, status: 'running' }, ended, counts).pairs;
    expect(pair?.worlds).toBe(6);
    expect(pair?.anytime?.worlds).toBe(2);
  });
});
