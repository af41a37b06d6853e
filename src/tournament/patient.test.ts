import { afterAll, expect, test } from 'vitest';
import { closeThreads } from '~/engine/threads';
import { begin, servicesHere } from './testing/begin';
import { TournamentWorker } from './tournament-worker';

afterAll(closeThreads);

/** Far longer to solve than the other tournament takes to be played, on any machine. */
const HARD = {
  name: 'hard',
  task: 'market_round',
  options: { labs: 40, rounds: 6 },
  entrants: ['greedy', 'selfish'],
  tableSize: 2,
  worlds: 2,
  rotation: 'none',
  nulls: [],
};
const QUICK = { ruleset: 'classic', task: 'single_trade', nulls: [], worlds: 3, entrants: ['rule_based_expert', 'random_validish'] };

test('one hard world stops nobody: its matches wait for their scores without a slot, and other tournaments are played', {
  timeout: 900_000,
}, async () => {
  const services = servicesHere();
  const { tournaments } = services.store;
  const hard = await begin(services, HARD);
  const quick = await begin(services, { name: 'quick', ...QUICK });
  const worker = new TournamentWorker(services, { slots: 1 });
  await worker.start();
  await expect.poll(async () => (await tournaments.get(quick.id))?.status, { timeout: 200_000 }).toBe('finished');
  await expect.poll(async () => (await tournaments.counts(hard.id)).waiting, { timeout: 200_000 }).toBe(0);
  await expect.poll(async () => (await tournaments.counts(hard.id)).playing, { timeout: 200_000 }).toBe(0);
  // A worker that stops waits for no solve, and what was played stays played.
  await worker.stop();
  expect(await tournaments.counts(hard.id)).toMatchObject({ scoring: 2, done: 0, failed: 0 });
  for (const { matchId, result, fault } of await tournaments.fixtures(hard.id)) {
    expect({ result, fault }).toEqual({ result: null, fault: null });
    expect(await services.store.get(matchId)).toMatchObject({ status: 'finished' });
  }
  expect(await tournaments.get(hard.id)).toMatchObject({ status: 'running' });
});
