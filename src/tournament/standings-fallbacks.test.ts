import { describe, expect, test } from 'vitest';
import { standingsOf } from './standings';
import { standingsCsv } from './standings-csv';
import { byNumber, named, type PlayedOut, planOf, playOut } from './testing/play-out';
import type { FixtureRecord, Standings } from './tournament';

function standings({ record, fixtures }: PlayedOut): Standings {
  return standingsOf(record, fixtures, { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 });
}

/** All turns of e2 were its fallback's. */
function withFallbacks(fixture: FixtureRecord): FixtureRecord {
  const { result } = fixture;
  const seats = (result?.seats ?? []).map((seat) => (seat.entrant === 'e2' ? { ...seat, fallbacks: seat.turns } : seat));
  return { ...fixture, result: result && { ...result, seats } };
}

describe('a model that never gave a usable action', () => {
  const played = playOut(planOf({ entrants: named(3), tableSize: 1, worlds: 6, nulls: [], method: 2 }), byNumber);
  const record = {
    ...played.record,
    entrants: played.record.entrants.map((entrant) => (entrant.name === 'e2' ? { ...entrant, kind: 'model' as const } : entrant)),
  };
  const fixtures = played.fixtures.map((fixture) => withFallbacks(fixture));

  test('has its fallback’s score, and no rank, no rating, no pair and no part in the game', () => {
    const table = standings({ record, fixtures });
    expect(table.rows.map(({ rank, entrant, unranked }) => [rank, entrant, unranked])).toEqual([
      [1, 'e1', null],
      [2, 'e0', null],
      [null, 'e2', 'mostly_fallback'],
    ]);
    expect(table.rows.at(-1)).toMatchObject({ elo: null, skill: null, score: { mean: 2 } });
    expect(JSON.stringify([table.pairs, table.cross, table.theory])).not.toContain('e2');
    expect(standingsCsv(table).split('\n')[3]).toMatch(/^e2,,.*,fallback,mostly_fallback$/);
  });

  test('keeps the rank that the first method gave it', () => {
    const first = standings({ record: { ...record, plan: { ...record.plan, method: 1 } }, fixtures });
    expect(first.rows[0]).toMatchObject({ rank: 1, entrant: 'e2', unranked: null });
  });
});
