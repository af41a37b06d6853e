/** What standings tell while a season is open: steps, two digits, and nothing of a few worlds. */
import { expect, test } from 'vitest';
import type { FixtureCounts, FixtureRecord, Standings } from '~/store/tournaments/tournament';
import { standingsOf } from '../standings';
import { named, noise, type PlayedOut, planOf, playOut } from '../testing/play-out';
import { boardFixtures, sealedStandings, sealedStep, shownFixtures, twoDigits } from './sealed-standings';

const RATED = { kind: 'rated', entrants: named(4), tableSize: 2, worlds: 20, nulls: ['wait'] };

/** The tournament when these places of its schedule are over; later stages are not drawn yet. */
function when({ record, fixtures }: PlayedOut, isOver: (order: number) => boolean): Standings {
  const open = fixtures.find(({ order }) => !isOver(order));
  const drawn = fixtures.filter(({ stage }) => open === undefined || stage <= open.stage);
  const known = drawn.filter(({ order }) => isOver(order));
  const stages = 1 + (open ?? drawn.at(-1) ?? { stage: 0 }).stage;
  return sealedStandings({ ...record, stages, status: 'running' }, known, countsOf(known, drawn.length));
}

function countsOf(ended: readonly FixtureRecord[], all: number): FixtureCounts {
  const failed = ended.filter(({ status }) => status === 'failed').length;
  return { waiting: all - ended.length, playing: 0, scoring: 0, done: ended.length - failed, failed, cancelled: 0 };
}

/** Without what is said of how many matches there are still to be. */
function tableOf(table: Standings): unknown {
  return { ...table, counts: null };
}

test('a step is 20 matches, or four for each entrant and task', () => {
  expect(sealedStep(planOf({ entrants: named(2) }))).toBe(20);
  expect(sealedStep(planOf({ entrants: named(6), task: undefined, tasks: ['market_round', 'single_trade'] }))).toBe(48);
});

test('the table stays the same between two steps, whichever matches are over', () => {
  const played = playOut(planOf(RATED), noise);
  const step = sealedStep(played.record.plan);
  const at = (over: number) => JSON.stringify(tableOf(when(played, (order) => order < over)));
  const tables = [0, 1, 2, 3].map((steps) => at(steps * step));
  expect(new Set(tables).size).toBe(4);
  for (const [steps, table] of tables.entries()) for (const more of [1, step - 1]) expect(at(steps * step + more)).toBe(table);
  // Matches that are over out of turn wait for those before them.
  const late = when(played, (order) => order !== 3 * step - 1);
  expect(tableOf(late)).toEqual(JSON.parse(tables[2] ?? ''));
  expect(late.counts).toMatchObject({ done: 2 * step, waiting: played.fixtures.length - 2 * step });
});

test('before the first step nobody has a figure, a rank or points', () => {
  const played = playOut(planOf({ ...RATED, format: 'swiss', worlds: 10 }), noise);
  const { rows, efficiency, sealed, counts } = when(played, (order) => order < 19);
  expect({ efficiency, sealed, done: counts.done }).toEqual({ efficiency: null, sealed: { step: 20 }, done: 0 });
  for (const row of rows) expect(row).toMatchObject({ rank: null, score: null, profit: null, skill: null, elo: null, points: null });
});

test('figures have two digits, nobody has a profit, and who met whom is not told', () => {
  const played = playOut(planOf(RATED), noise);
  const table = when(played, () => true);
  const { rows, cross, pairs, seats, theory, whyNoTheory } = table;
  expect({ cross, pairs, seats, theory }).toEqual({ cross: [], pairs: [], seats: [], theory: null });
  expect(whyNoTheory).toContain('the season is open');
  expect(rows.map(({ score }) => score?.n)).toEqual([20, 20, 20, 20, 20]);
  for (const { score, profit, skill, elo, tasks } of rows) {
    expect(profit).toBeNull();
    const figures = [score, ...tasks.map((one) => one.score)].flatMap((one) => [one?.mean, one?.median, ...(one?.interval ?? [])]);
    for (const value of [...figures, skill?.mu, skill?.sigma, skill?.ordinal, elo?.elo, ...(elo?.interval ?? [])])
      if (value !== undefined) expect(value).toBe(twoDigits(value));
  }
  const exact = standingsOf(played.record, played.fixtures, countsOf(played.fixtures, played.fixtures.length));
  expect(rows.map(({ entrant, rank }) => [entrant, rank])).toEqual(exact.rows.map(({ entrant, rank }) => [entrant, rank]));
  expect(rows.map(({ score }) => score?.mean)).toEqual(exact.rows.map(({ score }) => score && twoDigits(score.mean)));
});

test('who has fewer than eight worlds has no figure, stands in the order of the plan, and leaves no gap in the ranks', () => {
  const played = playOut(planOf({ ...RATED, nulls: [] }), noise);
  const absent = new Set(['e1', 'e3']);
  const unscored = played.fixtures.map((fixture): FixtureRecord => {
    if (fixture.result === null || fixture.world < 7) return fixture;
    const seats = fixture.result.seats.map((seat) => (absent.has(seat.entrant ?? '') ? { ...seat, score: null } : seat));
    return { ...fixture, result: { ...fixture.result, seats } };
  });
  const { rows } = when({ ...played, fixtures: unscored }, () => true);
  expect(rows.map(({ rank, unranked }) => [rank, unranked])).toEqual([
    [1, null],
    [2, null],
    [null, 'too_few_worlds'],
    [null, 'too_few_worlds'],
  ]);
  expect(rows.slice(2).map(({ entrant, score, elo }) => [entrant, score, elo])).toEqual([
    ['e1', null, null],
    ['e3', null, null],
  ]);
});

test('the points of a round are told when all of it is in whole steps', () => {
  const played = playOut(planOf({ ...RATED, format: 'swiss', worlds: 10, nulls: [] }), noise); // 80 matches a round
  const pointsAt = (over: number) => when(played, (order) => order < over).rows.reduce((sum, { points }) => sum + (points ?? 0), 0);
  expect([20, 79, 80, 140, 159, 160].map(pointsAt)).toEqual([0, 0, 2, 2, 2, 4]);
});

test('a match that failed for good and is played again changes no step that was shown', () => {
  const plan = planOf({ ...RATED, nulls: [] });
  const failing = playOut(plan, (entrant, fixture) => (fixture.order === 5 ? null : noise(entrant, fixture)));
  const again = playOut(plan, noise);
  const retried = again.fixtures.map((one) => (one.order === 5 ? { ...one, attempts: 4 } : one));
  const [before, after] = [failing, { ...again, fixtures: retried }].map((one) => when(one, () => true).rows);
  const figures = (rows: typeof before) => rows?.map(({ entrant, score, skill, elo }) => ({ entrant, score, skill, elo }));
  expect(figures(after)).toEqual(figures(before));
  expect(shownFixtures(plan, failing.fixtures)).toHaveLength(shownFixtures(plan, retried).length);
});

test('a board counts an open season once all who have played have eight worlds of it', () => {
  const { record, fixtures } = playOut(planOf({ ...RATED, nulls: [] }), noise); // 24 matches a world
  const counted = (over: number) => boardFixtures(record.plan, fixtures.slice(0, over), 'market_round').length;
  expect([160, 179, 180, 199, 200, 480].map(counted)).toEqual([0, 0, 180, 180, 200, 480]);
});
