import { expect, test } from 'vitest';
import { standingsOf } from '~/tournament/standings';
import { standingsCsv } from '~/tournament/standings-csv';
import { named, noise, planOf, playOut, recordOf } from '~/tournament/testing/play-out';
import { standingsText } from './standings-text';

function textOf(given: Record<string, unknown>): string {
  const { record, fixtures } = playOut(planOf(given), noise);
  return standingsText(
    standingsOf(record, fixtures, { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 }),
  );
}

test('standings name the range, the market, every pair with what it needs, each task and the game', () => {
  const text = textOf({
    task: undefined,
    tasks: ['market_round', 'single_trade'],
    entrants: named(3),
    tableSize: 2,
    worlds: 4,
    nulls: ['wait'],
  });
  expect(text).toContain('validation range. Ordered by score.\nMarket efficiency 0.5000 [0.5000, 0.5000], n = 4.');
  expect(text).not.toContain('Whose turns');
  for (const pair of ['e0 - e1', 'e0 - e2', 'e1 - e2', 'e0 - wait'])
    expect(text).toMatch(new RegExp(`^${pair} .* 4 .*(none|a few|about \\d+ \\(\\d+\\))$`, 'm'));
  expect(text).toMatch(/^entrant +market_round +95% interval +single_trade +95% interval/m);
  expect(text).toMatch(/Empirical game theory:[\s\S]*(At a table with e\d, nobody scores more than|A cycle of best responses: .* → )/);
  expect(text).toMatch(/^entrant +share of the mixture +Nash average +best response to it/m);
  expect(text).toMatch(/^No player gains more than \d\.\d{4} by leaving the mixture\.$/m);
});

test('whatever is below zero has a true minus, as in the game and on screens', () => {
  const { record, fixtures } = playOut(planOf({ entrants: named(3), tableSize: 2, worlds: 4, nulls: [] }), (name, fixture) => {
    return (noise(name, fixture) ?? 0) - 2;
  });
  const counts = { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 };
  const text = standingsText(standingsOf(record, fixtures, counts));
  expect(text).toMatch(/^ +1 +e\d +\d+ +−\d\.\d{4} +\[−\d\.\d{4}, −\d\.\d{4}\] /m);
  expect(text).toMatch(/^e0 - e1 +−?\d\.\d{4} +\[−\d\.\d{4}, /m);
  expect(text).not.toMatch(/-\d/);
});

test('where models are compared, it is said that they are not repeatable; where none is, not', () => {
  const { record, fixtures } = playOut(planOf({ entrants: named(2), tableSize: 2, worlds: 2, nulls: [] }), noise);
  const counts = { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 };
  const of = (kind: 'model' | 'remote') =>
    standingsText(standingsOf({ ...record, entrants: record.entrants.map((one) => ({ ...one, kind })) }, fixtures, counts));
  expect(of('model')).toContain('A model may answer differently when asked again, even at temperature 0');
  expect(of('remote')).not.toContain('temperature 0');
});

test('fallbacks over budget or of turns that were not asked are told from those that could not answer, in text and as CSV', () => {
  const { record, fixtures } = playOut(planOf({ entrants: named(2), tableSize: 2, worlds: 1, nulls: [] }), noise);
  const entrants = record.entrants.map((one) => ({ ...one, kind: 'model' as const }));
  const origins = { turns: 8, own: 1, repaired: 0, guarded: 0, fallback: 7, overBudget: 4, notAsked: 2, walkBacks: 0 };
  for (const { result } of fixtures)
    for (const seat of result?.seats ?? []) if (seat.entrant === 'e0') Object.assign(seat, { origins, fallbacks: 7 });
  const counts = { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 };
  const table = standingsOf({ ...record, entrants }, fixtures, counts);
  const each = fixtures.length;
  expect(standingsText(table)).toMatch(new RegExp(`^e0 .* ${7 * each} \\(${4 * each} over budget, ${2 * each} not asked\\)`, 'm'));
  const [names = '', ...lines] = standingsCsv(table).split('\n');
  const cells = lines.find((line) => line.startsWith('e0,'))?.split(',') ?? [];
  expect(['fallbacks', 'over_budget', 'not_asked'].map((name) => cells[names.split(',').indexOf(name)])).toEqual(
    [7, 4, 2].map((count) => String(count * each)),
  );
});

test('who has not played has a dash for a rank', () => {
  const record = recordOf(planOf({ entrants: named(2), tableSize: 2, worlds: 1, nulls: [] }));
  const text = standingsText(standingsOf(record, [], { waiting: 2, playing: 0, scoring: 0, done: 0, failed: 0, cancelled: 0 }));
  expect(text).toMatch(/^ +- +e0 +0 /m);
});

test('where not everybody met, standings say why there is no game', () => {
  expect(textOf({ format: 'knockout', entrants: named(8), worlds: 1, nulls: [] })).toContain(
    'No game theory: some entrants never met each other',
  );
});

test('of models standings say whose turns they were, and of scripts that there is nothing to tell', () => {
  const { record, fixtures } = playOut(planOf({ entrants: named(3), tableSize: 2, worlds: 2, nulls: [] }), noise);
  const origins = { turns: 8, own: 5, repaired: 2, guarded: 4, fallback: 1, walkBacks: 3 };
  const kinds = ['model', 'scripted', 'remote'] as const;
  const entrants = record.entrants.map((one, at) => ({ ...one, kind: kinds[at] ?? 'scripted' }));
  for (const { result } of fixtures) {
    for (const seat of result?.seats ?? []) if (seat.entrant === 'e0') Object.assign(seat, { origins, fallbacks: 1, walkBacks: 3 });
  }
  const counts = { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 };
  const text = standingsText(standingsOf({ ...record, entrants }, fixtures, counts));
  const [, part = ''] = text.split('Whose turns they were, of models and programs:');
  expect(part).toMatch(/entrant +turns +own +repaired +fallbacks +guarded +walk-backs/);
  const matches = fixtures.filter(({ seats }) => seats.some(({ entrant }) => entrant === 'e0')).length;
  expect(part).toMatch(new RegExp(`^e0 +${8 * matches} +${5 * matches} +${2 * matches} +${matches} +${4 * matches} +${3 * matches} `, 'm'));
  expect(part).toMatch(/^e2 +\d+ +- +- +0 +- +0 /m); // it played before this was counted
  expect(part.split('\n\n')[1]).not.toContain('e1');
  expect(part).toContain('Scripts and people are left out');
});

test('standings by the newer method say the median, alpha-rank, p at any time, and no advice for no lead', () => {
  const text = textOf({ entrants: named(3), tableSize: 2, worlds: 8, nulls: [], method: 2 });
  expect(text).toMatch(/^rank +entrant +matches +score +95% interval +median +elo/m);
  expect(text).toMatch(/effect +worlds/);
  expect(text).toMatch(/Holm, any time +more matches/);
  expect(text).toMatch(/best response to it +alpha-rank/);
  const short = textOf({ entrants: named(3), tableSize: 2, worlds: 7, nulls: [], method: 2 });
  expect(short).toContain('No intervals for fewer than 8 worlds');
  expect(short).toContain('known after 8 worlds');
  const { record, fixtures } = playOut(planOf({ entrants: named(2), tableSize: 2, worlds: 8, nulls: [], method: 2 }), () => 0.1);
  const counts = { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 };
  const standings = standingsOf(record, fixtures, counts);
  const level = standingsText(standings);
  expect(level).toContain('no clear lead');
  expect(standings.rows.map(({ score }) => [score?.mostlyEqual, score?.interval])).toEqual([
    [true, null],
    [true, null],
  ]);
  expect(level).not.toContain('covers less than 95%'); // nothing is said of an interval that is not there
  const [first, ...rest] = standings.rows;
  const told = first?.score ? [{ ...first, score: { ...first.score, interval: [0, 0.2] as [number, number] } }, ...rest] : rest;
  expect(standingsText({ ...standings, rows: told })).toMatch(/so an interval covers less than 95%: e[01]\.$/m);
});

test('until a tournament is over a lead is sure only by the p for any time', () => {
  // Seven worlds with the same winner: sure in one look, and not yet for whoever looks after each of them.
  const plan = planOf({ entrants: named(2), tableSize: 2, worlds: 7, nulls: [], method: 2 });
  const { record, fixtures } = playOut(plan, (name, at) => (name === 'e0' ? 1 : 0) + at.world);
  const counts = { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 };
  const textWhile = (status: 'running' | 'finished') => standingsText(standingsOf({ ...record, status }, fixtures, counts));
  expect(textWhile('finished')).toMatch(/^e0 - e1 .* none$/m);
  expect(textWhile('running')).toMatch(/^e0 - e1 .* known at the end$/m);
});

test('where every match is unrated profits are shown, and pairs that nothing is known of are not listed', () => {
  const { record, fixtures } = playOut(planOf({ entrants: named(4), tableSize: 2, worlds: 4, nulls: [], method: 4 }), noise);
  const unrated = fixtures.map((one) => ({ ...one, result: one.result && { ...one.result, unrated: true } }));
  const counts = { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 };
  const text = standingsText(standingsOf(record, unrated, counts));
  expect(text).toMatch(/^rank +entrant +matches +score +95% interval +median +profit +elo/m);
  expect(text).toContain('No rank without a rated match, in order of profit: ');
  expect(text).toContain('None of the 6 pairs has a world in which both have a score.');
  expect(text).not.toMatch(/^e0 - e1/m);
});

test('standings with points say that these come first', () => {
  const plan = { entrants: named(4), tableSize: 2, worlds: 1, nulls: [] };
  expect(textOf({ ...plan, format: 'swiss' })).toContain('. Ordered by points, then by score.');
  expect(textOf(plan)).toContain('. Ordered by score.');
});

test('a model that played in one task and not in another has its own turns beside the score of each', () => {
  const tasks = ['market_round', 'single_trade'];
  const { record, fixtures } = playOut(planOf({ task: undefined, tasks, entrants: named(3), tableSize: 2, worlds: 2, nulls: [] }), noise);
  const none = { turns: 8, own: 0, repaired: 0, guarded: 0, walkBacks: 0 };
  for (const { task, result } of fixtures) {
    const origins = task === tasks[0] ? { ...none, fallback: 8 } : { ...none, own: 8, fallback: 0 };
    for (const seat of result?.seats ?? []) if (seat.entrant === 'e0') Object.assign(seat, { origins, fallbacks: origins.fallback });
  }
  const entrants = record.entrants.map((one) => (one.name === 'e0' ? { ...one, kind: 'model' as const } : one));
  const counts = { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 };
  const [, byTask = ''] = standingsText(standingsOf({ ...record, entrants }, fixtures, counts)).split('Task by task:');
  expect(byTask).toMatch(/^e0 .* 0\.0% \(fallback’s score\) .* 100\.0%$/m);
  expect(byTask).toMatch(/^e1 .*\]\s*$/m);
});

test('where means are of different worlds their numbers stand beside them, and the reader is sent to the pairs', () => {
  const { record, fixtures } = playOut(planOf({ entrants: named(3), tableSize: 1, worlds: 10, nulls: [], method: 2 }), noise);
  const counts = { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 };
  expect(standingsText(standingsOf(record, fixtures, counts))).not.toMatch(/^rank .* worlds /m);
  for (const { world, result, seats } of fixtures)
    if (result && world >= 6 && seats.some(({ entrant }) => entrant === 'e0')) Object.assign(result, { unrated: true });
  const text = standingsText(standingsOf(record, fixtures, counts));
  expect(text).toMatch(/^rank +entrant +matches +worlds +score/m);
  expect(text).toMatch(/^ +\d +e0 +40 +6 /m);
  expect(text).toMatch(/^ +\d +e1 +40 +10 /m);
  expect(text).toContain('Ranked scores are means over 6 to 10 worlds, so their order may be random');
});
