import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bradleyTerry } from '~/statistics/bradley-terry';
import { pairedDifferences } from '~/statistics/paired';
import { skillRatings } from '~/statistics/ratings';
import type { MatchResult } from '~/statistics/results';
import type { Fixture, FixtureCounts, FixtureRecord, FixtureResult, Standings } from '~/store/tournaments/tournament';
import { standingsOf } from './standings';
import { rounded, standingsCsv } from './standings-csv';
import { byNumber, entrantOf, named, noise, type PlayedOut, planOf, playOut, type ScoreOf } from './testing/play-out';

function standings({ record, fixtures }: PlayedOut): Standings {
  const counts: FixtureCounts = { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 };
  return standingsOf(record, fixtures, counts);
}

function changed(fixture: FixtureRecord, change: Partial<FixtureResult>): FixtureRecord {
  return fixture.result === null ? fixture : { ...fixture, result: { ...fixture.result, ...change } };
}

const ROUND_ROBIN = planOf({ entrants: named(4), tableSize: 2, worlds: 6, nulls: ['wait'] });

describe('standings of a round robin', () => {
  const played = playOut(ROUND_ROBIN, (name, fixture) => (name === 'wait' ? 0 : Number(name.slice(1)) + (noise(name, fixture) ?? 0) / 2));
  const table = standings(played);

  it('rank by mean score over worlds; the null policy stands below, without rank or rating', () => {
    expect(table.rows.map(({ rank, entrant }) => [rank, entrant])).toEqual([
      [1, 'e3'],
      [2, 'e2'],
      [3, 'e1'],
      [4, 'e0'],
      [null, 'wait'],
    ]);
    expect(table.rows.at(-1)).toMatchObject({ isNull: true, skill: null, elo: null, matches: 24, score: { mean: 0, n: 6 } });
    expect(table.rows[0]?.matches).toBe(3 * 6 * 4);
    expect(table.rows[0]?.score?.n).toBe(6);
  });

  it('rate as the estimators do by themselves', () => {
    const results = played.fixtures
      .filter(({ meeting }) => meeting !== 'wait')
      .map(({ order, world, result }): MatchResult => {
        const scores = result?.seats.flatMap(({ entrant, score }) => (entrant === null || score === null ? [] : [{ entrant, score }]));
        return { order, world: String(world), scores: scores ?? [] };
      });
    const skills = new Map(skillRatings(results).map((one) => [one.entrant, one]));
    const strengths = new Map(bradleyTerry(results).map((one) => [one.entrant, one]));
    for (const row of table.rows.filter(({ isNull }) => !isNull)) {
      expect(row.skill).toEqual(skills.get(row.entrant));
      expect(row.elo).toEqual({ elo: strengths.get(row.entrant)?.elo, interval: strengths.get(row.entrant)?.interval });
    }
    const without = table.pairs.filter(({ b }) => b !== 'wait');
    for (const [i, { holm, more, difference, interval, ...wanted }] of pairedDifferences(results).entries()) {
      expect(without[i]).toMatchObject(wanted);
      expect(without[i]?.difference).toBeCloseTo(difference, 12);
      for (const end of [0, 1]) expect(without[i]?.interval?.[end]).toBeCloseTo(interval?.[end] ?? Number.NaN, 12);
      // A larger family asks for more.
      expect(without[i]?.holm).toBeGreaterThanOrEqual(holm ?? 0);
      expect(without[i]?.more).toBeGreaterThanOrEqual(more ?? 0);
    }
  });

  it('Holm’s correction is over all pairs, those with null policies among them', () => {
    expect(table.pairs).toHaveLength(10);
    for (const { p, holm } of table.pairs) expect(holm).toBeCloseTo(Math.min(1, 10 * (p ?? 0)), 9);
  });

  it('the cross table is antisymmetric, and its cells name the matches of both', () => {
    expect(table.cross).toHaveLength(12);
    for (const cell of table.cross) {
      const mirror = table.cross.find(({ row, column }) => row === cell.column && column === cell.row);
      expect(cell.difference?.mean).toBeCloseTo(-(mirror?.difference?.mean ?? 0), 12);
      expect(cell.difference?.interval?.[0]).toBeCloseTo(-(mirror?.difference?.interval?.[1] ?? 0), 12);
      expect(cell.played).toBe(24);
      for (const order of cell.fixtures) {
        const names = played.fixtures[order]?.seats.map(({ entrant }) => entrant);
        expect(names).toEqual(expect.arrayContaining([cell.row, cell.column]));
      }
    }
  });

  it('says who answers whom best: always the strongest', () => {
    expect(table.theory?.bestResponses.e0).toEqual(['e3']);
    expect(table.theory?.bestResponses.e3).toEqual(['e3']);
    expect(table.theory?.cycles).toEqual([['e3']]);
    expect(table.theory?.nash.mixture.e3).toBeGreaterThan(0.9);
  });

  it('a seat’s luck is the mean of all who sat there', () => {
    expect(table.seats.map(({ seat }) => seat).sort()).toEqual(['lab_0', 'lab_1', 'lab_2', 'lab_3']);
    const mean = table.rows.filter(({ isNull }) => !isNull).reduce((sum, { score }) => sum + (score?.mean ?? 0) / 4, 0);
    expect(table.seats.reduce((sum, { score }) => sum + score.mean / 4, 0)).toBeCloseTo(mean, 9);
    expect(table.efficiency).toEqual({ mean: 0.5, interval: [0.5, 0.5], n: 6 });
  });

  it('a seat’s luck is what its mean is above that of all seats of the same world, however much worlds differ', () => {
    const lucky = standings(playOut(ROUND_ROBIN, (name, { world, seats }) => 1_000 * world + (seats.at(2)?.entrant === name ? 3 : 0)));
    for (const { seat, score, luck } of lucky.seats) {
      expect(luck).toEqual({ mean: seat === 'lab_2' ? 2.25 : -0.75, interval: [luck?.mean, luck?.mean], n: 6 });
      expect((score.interval?.[1] ?? 0) - (score.interval?.[0] ?? 0)).toBeGreaterThan(1_000);
    }
  });

  it('are the same in whatever order fixtures come', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(played.fixtures, { minLength: played.fixtures.length }), (fixtures) => {
        expect(standings({ ...played, fixtures })).toEqual(table);
      }),
      { numRuns: 3 },
    );
  });
});

test('unrated matches count for nothing but what was done in them, failed ones name their fault', () => {
  const { record, fixtures } = playOut(ROUND_ROBIN, byNumber);
  const bad = fixtures.map((fixture, i): FixtureRecord => {
    if (fixture.meeting !== 'e0 | e1') return fixture;
    if (i % 2 === 0) return { ...fixture, status: 'failed', fault: 'The program closed the door.', result: null };
    const seats = fixture.result?.seats.map((seat) => ({ ...seat, score: 1_000, refused: 2, fault: 'no answer in time' }));
    return changed(fixture, { unrated: true, seats: seats ?? [] });
  });
  const table = standings({ record, fixtures: bad });
  expect(table.unrated).toBe(12);
  const row = table.rows.find(({ entrant }) => entrant === 'e0');
  expect(row).toMatchObject({ matches: 60, failed: 12, refused: 24, score: { mean: 0, n: 6 } });
  expect(row?.fault).toBe('The program closed the door. (12 of 72 matches)');
  expect(row?.skill?.matches).toBe(48);
  expect(table.cross.find((cell) => cell.row === 'e0' && cell.column === 'e1')).toBeUndefined();
});

test('pairs compare what both have: a match of one of them that failed makes no lead', () => {
  const alone = { ruleset: 'classic', tasks: ['market_round', 'single_trade'], task: undefined, nulls: [], worlds: 4 };
  // Both do the same; one task pays in thousands.
  const { record, fixtures } = playOut(planOf({ ...alone, entrants: ['rule_based_expert', 'greedy_hoarder'] }), (_, { task, world }) =>
    task === 'single_trade' ? 1_000 + world : world,
  );
  const broken = fixtures.map((fixture): FixtureRecord => {
    const isIt = fixture.task === 'single_trade' && fixture.meeting === 'greedy_hoarder' && fixture.world < 4;
    return isIt ? { ...fixture, status: 'failed', fault: 'It broke.', result: null } : fixture;
  });
  const table = standings({ record, fixtures: broken });
  expect(table.rows.find(({ entrant }) => entrant === 'greedy_hoarder')?.failed).toBe(2);
  expect(table.pairs[0]).toMatchObject({ difference: 0, worlds: 4, p: 1 });
});

test('who is equal shares a rank', () => {
  const { rows } = standings(playOut(ROUND_ROBIN, (name) => (name === 'e3' ? 2 : 1)));
  expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 2, 2, null]);
});

test('of a single seat: paired and rated by the same worlds, without anybody having met', () => {
  const plan = planOf({
    ruleset: 'classic',
    task: 'coalition_market',
    entrants: ['rule_based_expert', 'greedy_hoarder', 'always_accept'],
    worlds: 5,
    nulls: ['wait'],
  });
  const scores: Record<string, number> = { rule_based_expert: 3, greedy_hoarder: 2, always_accept: 1, wait: 0 };
  const table = standings(playOut(plan, (name, { world }) => (scores[name] ?? 0) + world));
  expect(table.rows.map(({ entrant }) => entrant)).toEqual(['rule_based_expert', 'greedy_hoarder', 'always_accept', 'wait']);
  expect(table.rows.map(({ skill }) => skill?.matches)).toEqual([5, 5, 5, undefined]);
  expect(table.rows[0]?.elo?.elo).toBeGreaterThan(table.rows[1]?.elo?.elo ?? 0);
  expect(table.pairs.find(({ a, b }) => a === 'rule_based_expert' && b === 'wait')).toMatchObject({ difference: 3, worlds: 5 });
  const cell = table.cross.find(({ row, column }) => row === 'rule_based_expert' && column === 'greedy_hoarder');
  expect(cell).toMatchObject({ difference: { mean: 1, interval: [1, 1], n: 5 }, played: 5 });
  expect(cell?.fixtures).toEqual([0, 1, 4, 5, 8, 9, 12, 13, 16, 17]);
  expect(table).toMatchObject({ theory: null, whyNoTheory: expect.stringContaining('no two entrants shared a table') as string });
});

test('a knock-out has no game theory, and says why; a league has it over those who met', () => {
  const cup = standings(playOut(planOf({ format: 'knockout', entrants: named(8), worlds: 1, nulls: [] }), byNumber));
  expect(cup).toMatchObject({ theory: null, whyNoTheory: expect.stringContaining('some entrants never met each other') as string });
  const league = playOut(planOf({ format: 'league', entrants: named(4), worlds: 1, rounds: 1, nulls: [] }), byNumber);
  league.record.entrants.push(entrantOf({ name: 'e9', joined: 1 }));
  expect(standings(league).theory?.entrants).toEqual(['e0', 'e1', 'e2', 'e3']);
});

test('who has not played has no rank, and takes none from those who have', () => {
  const { record, fixtures } = playOut(planOf({ entrants: named(3), tableSize: 2, worlds: 2, nulls: [] }), byNumber);
  const late = { ...record, entrants: [entrantOf({ name: 'late', joined: 1 }), ...record.entrants] };
  const table = standings({ record: late, fixtures });
  expect(table.rows.map(({ rank, entrant }) => `${rank} ${entrant}`)).toEqual(['1 e2', '2 e1', '3 e0', 'null late']);
  expect(standingsCsv(table)).toMatch(/^late,,0,/m);
});

test('staged formats rank by their points', () => {
  const plan = planOf({ format: 'knockout', entrants: named(4), worlds: 1, nulls: [] });
  // e0 makes most in the first round, and is beaten in the final.
  const table = standings(
    playOut(plan, (name, { stage }) => (name === 'e0' && stage === 0 ? 100 : name === 'e0' ? 0 : Number(name.slice(1)))),
  );
  expect(table.rows.map(({ entrant, points }) => [entrant, points])).toEqual([
    ['e2', 2],
    ['e0', 1],
    ['e3', 0],
    ['e1', 0],
  ]);
});

test('points are those of the stages that are over, whichever fixtures are handed in', () => {
  const { record, fixtures } = playOut(planOf({ format: 'swiss', entrants: named(5), worlds: 1, nulls: [] }), byNumber);
  const over = fixtures.filter(({ stage }) => stage === 0);
  const counts = { waiting: 3, playing: 1, scoring: 0, done: over.length + 2, failed: 0, cancelled: 0 };
  const now = standingsOf({ ...record, stages: 2 }, [...over, ...fixtures.filter(({ stage }) => stage === 1).slice(0, 2)], counts);
  const before = standingsOf({ ...record, stages: 1 }, over, { ...counts, waiting: 0, playing: 0, scoring: 0 });
  const pointsOf = ({ rows }: Standings) => Object.fromEntries(rows.map(({ entrant, points }) => [entrant, points]));
  expect(pointsOf(now)).toEqual(pointsOf(before));
  expect(pointsOf(now)).toEqual({ e0: 0, e1: 1, e2: 0, e3: 1, e4: 1 });
});

test('before anything is played there is a table without figures', () => {
  const { record } = playOut(ROUND_ROBIN, noise);
  const table = standings({ record: { ...record, stages: 0 }, fixtures: [] });
  expect(table.rows).toHaveLength(5);
  expect(table.rows[0]).toMatchObject({ rank: null, matches: 0, score: null, skill: null, elo: null, fault: null });
  expect(table).toMatchObject({ cross: [], seats: [], efficiency: null, theory: null, whyNoTheory: null });
});

test('as CSV: a line an entrant, under names that stay', () => {
  const lines = standingsCsv(standings(playOut(ROUND_ROBIN, byNumber))).split('\n');
  expect(lines[0]).toBe(
    'entrant,rank,matches,score,score_low,score_high,profit,profit_low,profit_high,mu,sigma,elo,elo_low,elo_high,points,refused,timeouts,own,repaired,guarded,fallbacks,walk_backs,turns,tokens,cost,failed,fault,range,efficiency,efficiency_low,efficiency_high,score_of,unranked,over_budget,not_asked',
  );
  expect(lines[1]).toMatch(/^e3,1,72,3,3,3,300,300,300,\d.*,validation,0\.5,0\.5,0\.5,own,,,$/);
  expect(lines).toHaveLength(6);
});

describe('whose turns they were', () => {
  const ORIGINS = { turns: 8, own: 5, repaired: 2, guarded: 4, fallback: 1, walkBacks: 3 };
  const plan = planOf({ entrants: named(2), tableSize: 2, worlds: 2, nulls: [] });

  /** e0 is a model, of whose matches all but the first `old` counted its turns; e1 is a script. */
  function table(old: number): Standings {
    const { record, fixtures } = playOut(plan, byNumber);
    const counted = fixtures.map((fixture, at) => {
      const seats = (fixture.result?.seats ?? []).map((seat) => {
        if (seat.entrant !== 'e0') return { ...seat, origins: null };
        const sums = { ...seat, fallbacks: 1, walkBacks: 3 };
        return at < old ? sums : { ...sums, origins: ORIGINS };
      });
      return changed(fixture, { seats });
    });
    const entrants = record.entrants.map((one) => (one.name === 'e0' ? { ...one, kind: 'model' as const } : one));
    return standings({ record: { ...record, entrants }, fixtures: counted });
  }

  /** A row of the CSV by its columns. */
  function csvRow(from: Standings, entrant: string): Record<string, string | undefined> {
    const [heads = [], ...rows] = standingsCsv(from)
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    const cells = rows.find(([name]) => name === entrant) ?? [];
    return Object.fromEntries(heads.map((head, at) => [head, cells[at]]));
  }

  it('is summed over a model’s matches, and of a script it is not applicable, rather than 0 of 0', () => {
    const all = table(0);
    const matches = all.rows.find(({ entrant }) => entrant === 'e0')?.matches ?? 0;
    expect(matches).toBeGreaterThan(1);
    expect(all.rows.find(({ entrant }) => entrant === 'e0')?.origins).toEqual(
      Object.fromEntries(Object.entries(ORIGINS).map(([part, count]) => [part, count * matches])),
    );
    const script = all.rows.find(({ entrant }) => entrant === 'e1');
    expect(script).toMatchObject({ origins: null, fallbacks: null, walkBacks: null, refused: 0 });
    expect(csvRow(all, 'e0')).toMatchObject({ own: String(5 * matches), repaired: String(2 * matches), guarded: String(4 * matches) });
    expect(csvRow(all, 'e1')).toMatchObject({
      own: '',
      repaired: '',
      guarded: '',
      fallbacks: '',
      walk_backs: '',
      turns: String(8 * matches),
    });
  });

  it('of results that were stored before it was counted is left out, and all else of them is read', () => {
    const [all, some, none] = [table(0), table(1), table(Number.POSITIVE_INFINITY)];
    const own = (from: Standings) => from.rows.find(({ entrant }) => entrant === 'e0')?.origins?.own;
    expect(own(some)).toBe((own(all) ?? 0) - ORIGINS.own);
    expect(own(none)).toBeUndefined();
    const matches = none.rows.find(({ entrant }) => entrant === 'e0')?.matches ?? 0;
    expect(csvRow(none, 'e0')).toMatchObject({ own: '', repaired: '', fallbacks: String(matches), walk_backs: String(3 * matches) });
    expect(none.rows.map(({ score }) => score)).toEqual(all.rows.map(({ score }) => score));
  });
});

describe('tasks that share the seeds of a public range', () => {
  const both = { task: undefined, tasks: ['market_round', 'single_trade'], entrants: named(2), tableSize: 2, worlds: 5, nulls: [] };
  /** The same for all matches of a seed. */
  const ofSeed: ScoreOf = (name, { world }) => noise(name, { world: Math.floor(world / 2), rotation: 0, stage: 0 } as Fixture);

  it('count as one world: a second task that only repeats the first leaves the interval as wide', () => {
    const once = standings(
      playOut(planOf({ ...both, tasks: ['market_round'] }), (name, { world }) => ofSeed(name, { world: 2 * world } as Fixture)),
    );
    const twice = standings(playOut(planOf(both), ofSeed));
    expect(twice.rows.map(({ score }) => score)).toEqual(once.rows.map(({ score }) => score));
    expect(twice.rows[0]?.score?.n).toBe(5);
    expect(twice.pairs[0]).toMatchObject({ worlds: 5, p: once.pairs[0]?.p, interval: once.pairs[0]?.interval });
  });

  it('have a mean each, in the table and as CSV', () => {
    const table = standings(
      playOut(planOf(both), (name, fixture) => (fixture.task === 'single_trade' ? 10 : 1) * (ofSeed(name, fixture) ?? 0)),
    );
    const [market, trade] = table.rows[0]?.tasks ?? [];
    expect([market?.task, market?.score?.n, trade?.task, trade?.score?.n]).toEqual(['market_round', 5, 'single_trade', 5]);
    expect(trade?.score?.mean).toBeCloseTo(10 * (market?.score?.mean ?? 0), 9);
    expect(table.rows[0]?.score?.mean).toBeGreaterThan(market?.score?.mean ?? 0);
    expect(table.rows[0]?.score?.mean).toBeLessThan(trade?.score?.mean ?? 0);
    const [heads = '', first = ''] = standingsCsv(table).split(/\r?\n/);
    expect(heads).toMatch(/,score_market_round,score_market_round_low,score_market_round_high,score_single_trade,/);
    expect(first.split(',')[heads.split(',').indexOf('score_single_trade')]).toBe(String(rounded(trade?.score?.mean ?? null)));
  });

  it('count the same each in every mean, though one has twice the seats, and so twice the matches', () => {
    const oneTask = (task: string) => standings(playOut(planOf({ ...both, tasks: [task] }), (name) => SCORES[task]?.[name] ?? 0));
    const SCORES: Record<string, Record<string, number>> = { market_round: { e0: 1, e1: 4 }, single_trade: { e0: 10, e1: 5 } };
    const table = standings(playOut(planOf(both), (name, { task }) => SCORES[task]?.[name] ?? 0));
    expect([oneTask('market_round').rows[0]?.matches, oneTask('single_trade').rows[0]?.matches]).toEqual([20, 10]);
    const row = (name: string) => table.rows.find(({ entrant }) => entrant === name);
    expect([row('e0')?.score?.mean, row('e1')?.score?.mean]).toEqual([5.5, 4.5]);
    expect(row('e0')?.rank).toBe(1);
    expect(table.pairs[0]).toMatchObject({ a: 'e0', b: 'e1', difference: 1, worlds: 5 });
    expect(table.cross[0]).toMatchObject({ row: 'e0', column: 'e1', difference: { mean: 1, n: 5 }, played: 30 });
    expect(table.theory?.payoffs).toEqual([
      [null, 5.5],
      [4.5, null],
    ]);
  });

  it('compare those that sat alone within a task', () => {
    const alone = { ruleset: 'classic', tasks: ['market_round', 'single_trade'], task: undefined, nulls: [], worlds: 2 };
    const table = standings(playOut(planOf({ ...alone, entrants: ['rule_based_expert', 'greedy_hoarder'] }), (name) => name.length));
    expect(table.cross[0]).toMatchObject({ played: 4, difference: { n: 2 } });
  });
});

test('a lead that is not sure needs so many more matches: its worlds by the matches that a world takes', () => {
  const { pairs } = standings(playOut(planOf({ entrants: named(2), tableSize: 2, worlds: 6, nulls: ['wait'] }), noise));
  for (const { more, moreMatches } of pairs) expect(moreMatches).toBe(more === null ? null : 4 * more);
  expect(pairs.some(({ more }) => more !== null && more > 0)).toBe(true);
});
