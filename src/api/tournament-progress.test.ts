import { describe, expect, test } from 'vitest';
import { progressOf, rateOf } from './tournament-progress';

const COUNTS = { waiting: 6, playing: 2, done: 4, failed: 1, cancelled: 0 };

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

describe('how far a tournament is', () => {
  test('the rest takes as long as its last matches did, and costs what the mean did', () => {
    const matches = [ended(10, { tokens: 100, cost: 0.5 }), ended(12), ended(14), ended(16, { tokens: 300, cost: 1.5 })];
    const progress = progressOf({ status: 'running' }, matches, COUNTS);
    expect(progress).toMatchObject({ total: 13, rate: 0.5, secondsLeft: 16, tokens: 400, cost: 2, tokensLeft: 800, costLeft: 4 });
  });

  test('while it is paused nobody knows when it ends, and before anything was played nothing is known', () => {
    expect(progressOf({ status: 'paused' }, [ended(1), ended(2)], COUNTS).secondsLeft).toBeNull();
    expect(progressOf({ status: 'running' }, [], { ...COUNTS, done: 0 })).toMatchObject({ rate: null, secondsLeft: null, costLeft: null });
  });

  test('the pace is that of the last hundred matches, in whatever order they are read', () => {
    const slow = Array.from({ length: 50 }, (_, match) => ended(match * 100));
    const fast = Array.from({ length: 100 }, (_, match) => ended(10_000 + match));
    expect(rateOf([...fast, ...slow])).toBe(1);
    expect(rateOf([ended(5), ended(5)])).toBeNull();
  });
});
