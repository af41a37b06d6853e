import { afterAll, expect, test, vi } from 'vitest';
import { closeThreads } from '~/engine/threads';
import { begin, servicesHere } from './testing/begin';
import { TournamentWorker } from './tournament-worker';

afterAll(closeThreads);

const CUP = { name: 'a cup', task: 'single_trade', entrants: ['greedy', 'house'], worlds: 2, rotation: 'full', nulls: [] };
/** As many as a world may fail to be solved before it is given up. */
const FAULTS = 3;
/** Longer than a claim lasts. */
const LAPSE_MS = 60_000;

test('a world is solved once for all matches that are played in it', { timeout: 900_000 }, async () => {
  const services = servicesHere();
  const solved = vi.spyOn(services.store.scoring, 'solved');
  const cup = await begin(services, CUP);
  const worker = new TournamentWorker(services);
  await worker.start();
  await expect.poll(async () => (await services.store.tournaments.get(cup.id))?.status, { timeout: 50_000 }).toBe('finished');
  await worker.stop();
  const fixtures = await services.store.tournaments.fixtures(cup.id);
  expect(fixtures).toHaveLength(4);
  expect(fixtures.every(({ status, result }) => status === 'done' && result?.efficiency !== null)).toBe(true);
  expect(new Set(solved.mock.calls.map(([key]) => key)).size).toBe(solved.mock.calls.length);
  expect(solved.mock.calls.length).toBeLessThanOrEqual(2);
});

test('a database that fails while a world is read costs no match its scores', { timeout: 900_000 }, async () => {
  let late = 0;
  const services = servicesHere({ now: () => Date.now() + late });
  const { store } = services;
  const read = store.read.bind(store);
  let faults = 0;
  vi.spyOn(store, 'read').mockImplementation(async (...asked) => {
    if (faults === FAULTS) return read(...asked);
    faults += 1;
    late += LAPSE_MS;
    throw new Error('the connection broke');
  });
  const cup = await begin(services, { ...CUP, worlds: 1, options: { rounds: 5 } }); // worlds that are not known yet
  const worker = new TournamentWorker(services);
  await worker.start();
  await expect.poll(async () => (await store.tournaments.get(cup.id))?.status, { timeout: 300_000 }).toBe('finished');
  await worker.stop();
  expect(faults).toBe(FAULTS);
  expect((await store.tournaments.fixtures(cup.id)).map(({ status, attempts }) => [status, attempts])).toEqual(Array(2).fill(['done', 0]));
});
