import { describe, expect, test } from 'vitest';
import type { Entrant, FixtureRecord, SeatResult, TournamentPlan } from '~/store/tournaments/tournament';
import { leaderboardOf, pinHash, type RatedTournament } from './leaderboard';

function entrant(name: string, version = 1, isNull = false): Entrant {
  const pin = { code: '1.0', ruleset: 'gpu-market/open', rulesetVersion: version, digest: null, model: null, prompt: null } as const;
  return { name, kind: 'scripted', player: name, owner: null, pin, isNull, joined: 0, left: null };
}

/** Each list: a match of the next world, scores by entrant. */
function tournament(
  id: string,
  entrants: Entrant[],
  played: { worlds: Record<string, number>[]; part?: Partial<FixtureRecord> },
): RatedTournament {
  const { worlds, part = {} } = played;
  const fixtures = worlds.map((scores, world) => {
    const seats = Object.entries(scores).map(
      ([name, score], place) => ({ seat: `lab_${place}`, entrant: name, player: name, score }) as SeatResult,
    );
    const result = { seats, welfare: null, efficiency: null, unrated: false, rounds: 6, logHash: '' };
    return { order: world, task: 'single_trade', world, status: 'done', result, matchId: `${id}${world}`, ...part } as FixtureRecord;
  });
  return { record: { id, plan: { name: `Cup ${id}` } as TournamentPlan, entrants, createdAt: new Date(id.charCodeAt(0)) }, fixtures };
}

const board = (...tournaments: RatedTournament[]) => leaderboardOf(tournaments, 'single_trade');

describe('the leaderboard', () => {
  test('an entry is the mean over its worlds in all tournaments, with interval, matches and where they are', () => {
    const [a, b] = [entrant('a'), entrant('b')];
    const rows = board(
      tournament('x', [a, b], {
        worlds: [
          { a: 1, b: 0 },
          { a: 3, b: 1 },
        ],
      }),
      tournament('y', [a, b], { worlds: [{ a: 5, b: 2 }] }),
    );
    expect(rows.map(({ rank, entrant: { name }, matches, score }) => [rank, name, matches, score.mean, score.n])).toEqual([
      [1, 'a', 3, 3, 3],
      [2, 'b', 3, 1, 3],
    ]);
    expect(rows[0]?.score.interval?.[0]).toBeLessThan(3);
    expect(rows[0]?.elo?.elo).toBeGreaterThan(rows[1]?.elo?.elo ?? 0);
    expect(rows[0]?.tournaments).toEqual([
      { id: 'y', name: 'Cup y', matches: 1 },
      { id: 'x', name: 'Cup x', matches: 2 },
    ]);
  });

  test('tournaments under two versions of the rules are refused together, both by name', () => {
    const [old, later] = [1, 2].map((version) => {
      const cup = tournament(String(version), [entrant('a'), entrant('b')], { worlds: [{ a: 9, b: 0 }] });
      const plan = { ...cup.record.plan, game: 'gpu-market/open' as const, version };
      return { ...cup, record: { ...cup.record, plan } };
    });
    if (!old || !later) throw new Error('no cups');
    expect(board(old)).toHaveLength(2);
    expect(() => board(old, later)).toThrow('A table of gpu-market/open@1 cannot hold results of gpu-market/open@2: choose one of them.');
  });

  test('a new version is a new entry', () => {
    const rows = board(
      tournament('x', [entrant('a'), entrant('b')], { worlds: [{ a: 9, b: 0 }] }),
      tournament('y', [entrant('a', 2), entrant('b')], { worlds: [{ a: 1, b: 2 }] }),
    );
    expect(rows.map(({ entrant: { name, pin }, score }) => [name, pin?.rulesetVersion, score.mean])).toEqual([
      ['a', 1, 9],
      ['a', 2, 1],
      ['b', 1, 1],
    ]);
    expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 2]);
    expect(pinHash(entrant('a'))).not.toBe(pinHash(entrant('a', 2)));
  });

  test('who played each alone in the same seats of the same worlds is rated as at one table; a null policy is not', () => {
    const scores = [0, 1, 2].flatMap((world) => [
      { world, of: 'a', score: 5 + world },
      { world, of: 'b', score: world },
      { world, of: 'wait', score: -1 },
    ]);
    const { record, fixtures } = tournament('x', [entrant('a'), entrant('b'), entrant('wait', 1, true)], {
      worlds: scores.map(({ of, score }) => ({ [of]: score })),
    });
    const alone = fixtures.map((fixture, place) => ({ ...fixture, world: scores[place]?.world ?? 0, rotation: 0 }));
    const [a, b, wait] = board({ record, fixtures: alone });
    expect([a, b, wait].map((row) => row?.entrant.name)).toEqual(['a', 'b', 'wait']);
    expect(a?.elo?.elo).toBeGreaterThan(b?.elo?.elo ?? Number.POSITIVE_INFINITY);
    expect(wait?.elo).toBeNull();
  });

  test('an entry says whose turns they were, of its own seats alone and of those matches in which it was counted', () => {
    const origins = { turns: 6, own: 3, repaired: 2, guarded: 1, fallback: 1, walkBacks: 4 };
    const { record, fixtures } = tournament('x', [entrant('a'), entrant('b')], { worlds: [1, 2, 3].map(() => ({ a: 1, b: 0 })) });
    const counted = fixtures.map((fixture, at) => {
      const seats = (fixture.result?.seats ?? []).map((seat) => (seat.entrant === 'a' && at > 0 ? { ...seat, origins } : seat));
      return { ...fixture, result: fixture.result && { ...fixture.result, seats } };
    });
    const [a, b] = board({ record, fixtures: counted });
    expect(a?.origins).toEqual({ turns: 12, own: 6, repaired: 4, guarded: 2, fallback: 2, walkBacks: 8 });
    expect(b?.origins).toBeNull();
  });

  test('null policies have no rank; a match counts once it is over, of this task, with a sure optimum', () => {
    const [a, wait] = [entrant('a'), entrant('wait', 1, true)];
    const unsure = { seats: [], welfare: null, efficiency: null, unrated: true, rounds: 6, logHash: '' };
    const rows = board(
      tournament('x', [a, wait], { worlds: [{ a: 1 }, { wait: 4 }] }),
      tournament('y', [a], { worlds: [{ a: 100 }], part: { task: 'market_round' } }),
      tournament('z', [a], { worlds: [{ a: 100 }], part: { status: 'playing' } }),
      tournament('w', [a], { worlds: [{ a: 100 }], part: { result: unsure } }),
    );
    expect(rows.map(({ entrant: { name }, rank, score }) => [name, rank, score.mean])).toEqual([
      ['wait', null, 4],
      ['a', 1, 1],
    ]);
  });
});

test('who was played by its fallback stands below the others, without rank and rating, and is in nobody’s rating', () => {
  const model = { ...entrant('a'), kind: 'model' as const };
  const cup = tournament('x', [model, entrant('b'), entrant('c')], {
    worlds: [
      { a: 9, b: 1, c: 0 },
      { a: 9, b: 2, c: 0 },
    ],
  });
  const origins = { turns: 8, own: 3, repaired: 0, guarded: 0, fallback: 5, walkBacks: 0 };
  for (const { result } of cup.fixtures) for (const seat of result?.seats ?? []) if (seat.entrant === 'a') Object.assign(seat, { origins });
  const rows = board(cup);
  expect(rows.map(({ rank, entrant: { name }, unranked }) => [rank, name, unranked])).toEqual([
    [1, 'b', null],
    [2, 'c', null],
    [null, 'a', 'mostly_fallback'],
  ]);
  expect(rows[2]).toMatchObject({ elo: null, score: { mean: 9 } });
  const alone = board(
    tournament('x', [entrant('b'), entrant('c')], {
      worlds: [
        { b: 1, c: 0 },
        { b: 2, c: 0 },
      ],
    }),
  );
  expect(rows[0]?.elo).toEqual(alone[0]?.elo);
});
