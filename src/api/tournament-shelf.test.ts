import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Services } from '~/match/services';
import { readPlanText } from '~/tournament/read-plan';
import type { FixtureCounts } from '~/tournament/tournament';
import { TournamentShelf } from './tournament-shelf';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A store with one tournament, of which nothing but the counts moves; it counts how often the results are read. */
function storeWith(counts: FixtureCounts) {
  const plan = readPlanText('name: Cup\ntask: single_trade\nentrants: [house, greedy]');
  const record = { id: 't', plan: plan.ok ? plan.value : null, status: 'running', stages: 1, entrants: [], seasonId: null };
  const seen = { computed: 0 };
  const tournaments = {
    get: async (id: string) => (id === 't' ? record : null),
    counts: async () => ({ ...counts }),
    fixtures: async () => [],
    async *results() {
      seen.computed += 1;
      yield* [];
    },
  };
  return { seen, record, shelf: new TournamentShelf({ store: { tournaments }, now: Date.now } as unknown as Services) };
}

test('all who ask at once get one computation; who asks when nothing has moved gets the same', async () => {
  const { seen, shelf } = storeWith({ waiting: 1, playing: 0, scoring: 0, done: 0, failed: 0, cancelled: 0 });
  const [one, other] = await Promise.all([shelf.read('t'), shelf.read('t')]);
  expect(other).toBe(one);
  expect(await shelf.read('t')).toBe(one);
  expect(seen.computed).toBe(1);
});

test('who asks while matches end gets the last table at once, with its time, and the next one comes behind it', async () => {
  const counts = { waiting: 9, playing: 1, scoring: 0, done: 0, failed: 0, cancelled: 0 };
  const { seen, shelf } = storeWith(counts);
  const first = await shelf.read('t');
  counts.done = 1;
  const second = await shelf.read('t'); // no timer has moved: nothing was waited for
  expect(second).toMatchObject({ at: first?.at, standings: { counts: { done: 0 } }, counts: { done: 1 } });
  expect(seen.computed).toBe(1);
  await shelf.read('t');
  await vi.advanceTimersByTimeAsync(1_000);
  const third = await shelf.read('t');
  expect(third).toMatchObject({ standings: { counts: { done: 1 } } });
  expect(third?.at.getTime()).toBeGreaterThan(first?.at.getTime() ?? 0);
  expect(seen.computed).toBe(2);
});

test('of a tournament that is over nobody gets an older table', async () => {
  const counts = { waiting: 0, playing: 1, scoring: 0, done: 0, failed: 0, cancelled: 0 };
  const { record, shelf } = storeWith(counts);
  await shelf.read('t');
  Object.assign(counts, { playing: 0, done: 1 });
  record.status = 'finished';
  const asked = shelf.read('t');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asked).toMatchObject({ standings: { counts: { done: 1 } } });
});

test('of a tournament that is not there nothing is said', async () => {
  const { shelf } = storeWith({ waiting: 0, playing: 0, scoring: 0, done: 0, failed: 0, cancelled: 0 });
  expect(await shelf.read('other')).toBeNull();
});
