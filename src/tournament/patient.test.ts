import { afterAll, expect, test } from 'vitest';
import { closeSolvers } from '~/optimum/score-beside';
import { begin, servicesHere } from './testing/begin';
import { TournamentWorker } from './tournament-worker';

afterAll(closeSolvers);

const LARGE = { name: 'large', task: 'market_round', options: { labs: 40, rounds: 6 }, entrants: ['greedy', 'selfish'], tableSize: 2 };

test('a worker that stops does not wait for the world of a large table to be solved; the match is taken up again', {
  timeout: 120_000,
}, async () => {
  const services = servicesHere();
  const cup = await begin(services, { ...LARGE, worlds: 1, rotation: 'none', nulls: [] });
  const worker = new TournamentWorker(services);
  await worker.start();
  const [fixture] = await services.store.tournaments.fixtures(cup.id);
  const matchOf = () => services.store.get(fixture?.matchId ?? '');
  while ((await matchOf())?.status !== 'finished') await new Promise((resolve) => setTimeout(resolve, 20));
  await worker.stop();
  // Had it waited for the solve, there would be a result.
  expect(await services.store.tournaments.fixtures(cup.id)).toMatchObject([{ status: 'playing', attempts: 0, fault: null, result: null }]);
  expect(await services.store.tournaments.get(cup.id)).toMatchObject({ status: 'running' });
});
