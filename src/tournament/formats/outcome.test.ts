import { expect, test } from 'vitest';
import type { FixtureRecord } from '~/store/tournaments/tournament';
import { byNumber, named, planOf, playOut } from '../testing/play-out';
import { outcomesByStage } from './outcome';

const PLAN = planOf({ format: 'knockout', entrants: named(2), worlds: 3, nulls: [] });

function decided(change: (fixture: FixtureRecord) => FixtureRecord): Record<string, number> {
  const { fixtures } = playOut(PLAN, byNumber);
  const [outcome] = outcomesByStage({ fixtures: fixtures.map(change), stage: 1 })[0] ?? [];
  return Object.fromEntries(outcome?.scores ?? []);
}

function unrated(fixture: FixtureRecord, isIt = true): FixtureRecord {
  const { result } = fixture;
  const seats = result?.seats.map((seat) => ({ ...seat, score: -(seat.score ?? 0) })) ?? [];
  return result && isIt ? { ...fixture, result: { ...result, seats, unrated: true } } : fixture;
}

test('a meeting is decided by its rated matches, where it has such', () => {
  expect(decided((fixture) => fixture)).toEqual({ e0: 0, e1: 1 });
  expect(decided((fixture) => unrated(fixture, fixture.world > 0))).toEqual({ e0: 0, e1: 1 });
});

test('and by profit where the optimum of all its worlds is unsure, as it is at the largest tables: not by the seeding', () => {
  expect(decided((fixture) => unrated(fixture))).toEqual({ e0: 0, e1: 100 });
});

test('nobody is better where every match failed', () => {
  expect(decided((fixture) => ({ ...fixture, status: 'failed', result: null }))).toEqual({ e0: 0, e1: 0 });
});
