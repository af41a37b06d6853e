import { afterAll, expect, test, vi } from 'vitest';
import { closeThreads } from '~/engine/threads';
import { begin, servicesHere } from './testing/begin';
import { TournamentWorker } from './tournament-worker';

afterAll(closeThreads);

const CUP = { name: 'a cup', task: 'single_trade', entrants: ['greedy', 'house'], worlds: 2, rotation: 'full', nulls: [] };

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
