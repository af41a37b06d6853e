import { describe, expect, test } from 'vitest';
import { entrantOf, named, planOf, recordOf } from '~/tournament/testing/play-out';
import { progressOf, rateOf } from './progress';

const plan = planOf({ entrants: named(4), nulls: [] });
const running = { ...recordOf(plan), stages: 1 };
const LEAGUE = { task: 'single_trade', format: 'league', tableSize: 2, worlds: 1, rounds: 3 };
const COUNTS = { waiting: 6, playing: 2, scoring: 0, done: 4, failed: 1, cancelled: 0 };
const OPEN = { counts: COUNTS, withPeople: 0 };

function ended(second: number, spent = { tokens: 0, cost: 0 }) {
  const seat = { ...SEAT, ...spent };
  const result = { seats: [seat], welfare: null, efficiency: null, unrated: false, rounds: 6, logHash: '' };
  return { finishedAt: new Date(second * 1000), result };
}

const SEAT = {
  seat: 'lab_0',
  entrant: 'a',
  player: 'planner',
  score: 1,
  profit: null,
  refused: 0,
  timeouts: 0,
  fallbacks: 0,
  walkBacks: 0,
  turns: 6,
  fault: null,
};

/** Ten and one, over ten seconds. */
const SECOND_BY_SECOND = Array.from({ length: 11 }, (_, second) => ended(second));

describe('how far a tournament is', () => {
  test('the rest takes as long as its last matches did, and costs what the mean did', () => {
    const matches = Array.from({ length: 10 }, (_, match) => ended(10 + 2 * match, match === 3 ? { tokens: 400, cost: 2 } : undefined));
    const progress = progressOf(running, matches, OPEN);
    expect(progress).toMatchObject({ total: 13, rate: 0.5, secondsLeft: 16, tokens: 400, cost: 2, tokensLeft: 800, costLeft: 4 });
  });

  test('stages that are still to be drawn are among what is left', () => {
    const knockout = planOf({ entrants: named(8), format: 'knockout', worlds: 1, rotation: 'none', nulls: [] });
    const counts = { ...COUNTS, waiting: 2, playing: 0, scoring: 0, done: 2, failed: 0 };
    expect(progressOf({ ...running, plan: knockout }, SECOND_BY_SECOND, { ...OPEN, counts })).toMatchObject({
      total: 4,
      toCome: 3,
      mayBeMore: false,
      secondsLeft: 5,
    });
    const owned = planOf({ kind: 'rated', entrants: named(8, () => 'me'), format: 'knockout', worlds: 1, rotation: 'none', nulls: [] });
    expect(progressOf({ ...running, plan: owned }, [], { ...OPEN, counts })).toMatchObject({ toCome: 3, mayBeMore: true });
    expect(progressOf({ ...running, plan: owned, stages: 3 }, [], { ...OPEN, counts })).toMatchObject({ toCome: 0, mayBeMore: false });
    expect(progressOf({ ...running, plan: knockout, status: 'cancelled' }, [], { ...OPEN, counts })).toMatchObject({
      toCome: 0,
      neverDrawn: 3,
    });
  });

  test('matches to come of a league are those of who is in it now: who joined and who left is counted', () => {
    const league = recordOf(planOf({ ...LEAGUE, entrants: named(3), nulls: ['wait'] }));
    const counts = { ...COUNTS, waiting: 0, playing: 0, scoring: 0, done: 8, failed: 0 };
    const leftOf = (entrants: typeof league.entrants) =>
      progressOf({ ...league, stages: 1, entrants }, SECOND_BY_SECOND, { ...OPEN, counts });
    expect(leftOf(league.entrants)).toMatchObject({ toCome: 16, secondsLeft: 16 }); // two days of 3 meetings and one of the null policy, in both seats
    const joined = [...league.entrants, ...['a', 'b'].map((name) => entrantOf({ name, joined: 1 }))];
    expect(leftOf(joined)).toMatchObject({ toCome: 44, secondsLeft: 44 });
    const one = joined.map((entrant) => (entrant.name === 'e0' || entrant.isNull ? entrant : { ...entrant, left: 1 }));
    expect(leftOf(one)).toMatchObject({ toCome: 0, secondsLeft: 0 });
  });

  test('matches that wait for people are in no time: where nothing else is open, none can be said', () => {
    const beside = progressOf(running, SECOND_BY_SECOND, { ...OPEN, withPeople: 2 });
    expect(beside).toMatchObject({ withPeople: 2, rate: 1, secondsLeft: 6, total: 13 });
    const alone = { counts: { ...COUNTS, waiting: 0 }, withPeople: 2 };
    expect(progressOf(running, SECOND_BY_SECOND, alone).secondsLeft).toBeNull();
  });

  test('while it is paused nobody knows when it ends, and before anything was played nothing is known', () => {
    expect(progressOf({ ...running, status: 'paused' }, SECOND_BY_SECOND, OPEN).secondsLeft).toBeNull();
    expect(progressOf(running, [], { ...OPEN, counts: { ...COUNTS, done: 0 } })).toMatchObject({
      rate: null,
      secondsLeft: null,
      costLeft: null,
    });
  });

  test('the pace is that of the last hundred matches, in whatever order they are read', () => {
    const slow = Array.from({ length: 50 }, (_, match) => ended(match * 100));
    const fast = Array.from({ length: 100 }, (_, match) => ended(10_000 + match));
    expect(rateOf([...fast, ...slow])).toBe(1);
  });

  test('a pace is not told from too few matches: eight that end together say nothing of the 262 to come', () => {
    const burst = Array.from({ length: 8 }, (_, match) => ended(25 + match / 40));
    expect(rateOf(burst)).toBeNull();
    expect(progressOf(running, burst, { ...OPEN, counts: { ...COUNTS, waiting: 254, done: 8 } }).secondsLeft).toBeNull();
    expect(rateOf(Array.from({ length: 200 }, (_, match) => ended(25 + match / 40)))).toBeNull();
    expect(rateOf([ended(0), ended(60)])).toBeNull();
  });
});
