import { expect, test } from 'vitest';
import { standingsOf } from './standings';
import { standingsInWorker } from './standings-in-worker';
import { named, noise, planOf, playOut } from './testing/play-out';

test('the thread says what this one would, to two who ask at once, and what goes wrong there is told', async () => {
  const { record, fixtures } = playOut(planOf({ entrants: named(4), tableSize: 2, worlds: 60, nulls: ['wait'] }), noise);
  expect(fixtures.length).toBeGreaterThan(500);
  const counts = { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 };
  const wanted = standingsOf(record, fixtures, counts);
  const asked = [standingsInWorker(record, fixtures, counts, false), standingsInWorker(record, fixtures, counts, false)];
  expect(await Promise.all(asked)).toEqual([wanted, wanted]);
  const broken = fixtures.map(
    (fixture) => ({ ...fixture, result: { ...fixture.result, seats: null } }) as unknown as (typeof fixtures)[number],
  );
  await expect(standingsInWorker(record, broken, counts, false)).rejects.toThrow('not iterable');
  expect(await standingsInWorker(record, fixtures.slice(0, 10), counts, false)).toEqual(standingsOf(record, fixtures.slice(0, 10), counts));
});
