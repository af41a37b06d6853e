import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Services } from '~/match/services';
import type { Notice } from '~/store/event-store';
import type { FixtureCounts } from '~/store/tournaments/tournament';
import { readPlanText } from '~/tournament/read-plan';
import { StandingsCache } from './standings-cache';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A store with one tournament, of which nothing but the counts moves; it counts how often the results are read. */
function storeWith(counts: FixtureCounts) {
  const plan = readPlanText('name: Cup\ntask: single_trade\nentrants: [house, greedy]');
  const record = { id: 't', plan: plan.ok ? plan.value : null, status: 'running', stages: 1, entrants: [], seasonId: null };
  const seen = { computed: 0, hold: Promise.resolve() };
  const heard = new Set<(notice: Notice) => void>();
  const tournaments = {
    get: async (id: string) => (id === 't' ? record : null),
    counts: async () => ({ ...counts }),
    fixtures: async () => [],
    running: async () => ['t'],
    async *results() {
      seen.computed += 1;
      await seen.hold;
      yield* [];
    },
  };
  async function listen(hear: (notice: Notice) => void) {
    heard.add(hear);
    return async () => void heard.delete(hear);
  }
  const cache = new StandingsCache({ store: { tournaments, listen }, now: Date.now } as unknown as Services);
  function ring(): void {
    for (const hear of heard) hear({ kind: 'tournament', matchId: 't', head: 0, from: 'a worker' });
  }
  return { seen, record, cache, ring, heard };
}

test('all who ask at once get one computation; who asks when nothing has moved gets the same', async () => {
  const { seen, cache } = storeWith({ waiting: 1, playing: 0, scoring: 0, done: 0, failed: 0, cancelled: 0 });
  const [one, other] = await Promise.all([cache.read('t'), cache.read('t')]);
  expect(other).toBe(one);
  expect(await cache.read('t')).toBe(one);
  expect(seen.computed).toBe(1);
});

test('who asks while matches end gets the last table at once, with its time, and the next one comes behind it', async () => {
  const counts = { waiting: 9, playing: 1, scoring: 0, done: 0, failed: 0, cancelled: 0 };
  const { seen, cache } = storeWith(counts);
  const first = await cache.read('t');
  counts.done = 1;
  const second = await cache.read('t'); // no timer has moved: nothing was waited for
  expect(second).toMatchObject({ at: first?.at, standings: { counts: { done: 0 } }, counts: { done: 1 } });
  expect(seen.computed).toBe(1);
  await cache.read('t');
  await vi.advanceTimersByTimeAsync(1_000);
  const third = await cache.read('t');
  expect(third).toMatchObject({ standings: { counts: { done: 1 } } });
  expect(third?.at.getTime()).toBeGreaterThan(first?.at.getTime() ?? 0);
  expect(seen.computed).toBe(2);
});

test('of a tournament that is over everybody gets the last table, and nobody waits until it has rested', async () => {
  const counts = { waiting: 0, playing: 2, scoring: 0, done: 0, failed: 0, cancelled: 0 };
  const { record, cache } = storeWith(counts);
  await cache.read('t');
  Object.assign(counts, { playing: 1, done: 1 });
  await cache.read('t'); // the next table rests
  Object.assign(counts, { playing: 0, done: 2 });
  record.status = 'finished';
  expect(await cache.read('t')).toMatchObject({ standings: { counts: { done: 2 } } }); // no timer has moved
});

test('a table that was begun before the last match ended is not taken for the last one', async () => {
  const counts = { waiting: 0, playing: 1, scoring: 0, done: 1, failed: 0, cancelled: 0 };
  const { seen, record, cache } = storeWith(counts);
  await cache.read('t');
  let letGo = (): void => undefined;
  seen.hold = new Promise((resolve) => {
    letGo = resolve;
  });
  counts.done = 2;
  await cache.read('t');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen.computed).toBe(2); // it is being computed
  Object.assign(counts, { playing: 0, done: 3 });
  record.status = 'finished';
  const asked = cache.read('t');
  letGo();
  expect(await asked).toMatchObject({ standings: { counts: { done: 3 } } });
});

test('a large tournament has a table before anybody asks, and a new one when twice as many matches are over', async () => {
  const counts = { waiting: 9_000, playing: 1, scoring: 0, done: 600, failed: 0, cancelled: 0 };
  const { seen, cache, ring, heard } = storeWith(counts);
  const stop = await cache.keepReady(); // it was under way when this server started
  const later = async (done: number) => {
    counts.done = done;
    ring();
    await vi.advanceTimersByTimeAsync(20_000);
    return seen.computed;
  };
  expect([await later(600), await later(1_100), await later(1_300), await later(1_301)]).toEqual([1, 1, 2, 2]);
  seen.hold = new Promise(() => undefined); // whoever asks now would wait for ever
  expect(await cache.read('t')).toMatchObject({ standings: { counts: { done: 1_300 } }, counts: { done: 1_301 } });
  await stop();
  expect(heard.size).toBe(0);
});

test('of a small one, or one that rests, no table is made before somebody asks', async () => {
  const counts = { waiting: 9, playing: 1, scoring: 0, done: 400, failed: 0, cancelled: 0 };
  const { seen, record, cache, ring } = storeWith(counts);
  const stop = await cache.keepReady();
  await vi.advanceTimersByTimeAsync(20_000);
  counts.done = 4_000;
  record.status = 'paused';
  ring();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(seen.computed).toBe(0);
  await stop();
});

test('of a tournament that is not there nothing is said', async () => {
  const { cache } = storeWith({ waiting: 0, playing: 0, scoring: 0, done: 0, failed: 0, cancelled: 0 });
  expect(await cache.read('other')).toBeNull();
});
