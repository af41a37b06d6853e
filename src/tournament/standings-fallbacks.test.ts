import { describe, expect, test } from 'vitest';
import type { FixtureRecord, Standings } from '~/store/tournaments/tournament';
import { standingsOf } from './standings';
import { standingsCsv } from './standings-csv';
import { byNumber, named, type PlayedOut, planOf, playOut } from './testing/play-out';

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
    expect(standingsCsv(table).split('\n')[3]).toMatch(/^e2,,.*,fallback,mostly_fallback,,$/);
  });

  test('in one task of two: the score of that task is called its fallback’s', () => {
    const [first, second] = ['single_trade', 'market_round'] as const;
    const two = playOut(
      planOf({ entrants: named(3), tableSize: 1, worlds: 2, nulls: [], method: 2, task: undefined, tasks: [first, second] }),
      byNumber,
    );
    const origins = { turns: 4, own: 4, repaired: 0, guarded: 0, fallback: 0, walkBacks: 0 };
    const silent = { ...origins, own: 0, fallback: 4 };
    const isModel = (entrant: string | null) => entrant === 'e2';
    const table = standings({
      record: {
        ...two.record,
        entrants: two.record.entrants.map((entrant) => (isModel(entrant.name) ? { ...entrant, kind: 'model' as const } : entrant)),
      },
      fixtures: two.fixtures.map(({ result, ...fixture }) => {
        const whose = fixture.task === first ? silent : origins;
        const seats = (result?.seats ?? []).map((seat) =>
          isModel(seat.entrant) ? { ...seat, turns: 4, fallbacks: whose.fallback, origins: whose } : seat,
        );
        return { ...fixture, result: result && { ...result, seats } };
      }),
    });
    expect(table.rows.find(({ entrant }) => entrant === 'e2')?.unranked).toBeNull(); // half of all turns
    const [names = '', ...lines] = standingsCsv(table).split('\n');
    const at = (name: string) => names.split(',').indexOf(name);
    const cells = lines.find((line) => line.startsWith('e2,'))?.split(',') ?? [];
    expect([cells[at(`score_${first}_of`)], cells[at(`score_${second}_of`)]]).toEqual(['fallback', 'own']);
  });

  test('keeps the rank that the first method gave it', () => {
    const first = standings({ record: { ...record, plan: { ...record.plan, method: 1 } }, fixtures });
    expect(first.rows[0]).toMatchObject({ rank: 1, entrant: 'e2', unranked: null });
  });
});
