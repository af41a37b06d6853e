import { expect, test } from 'vitest';
import { emptyHall } from '~/live/audience';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import { createTournament } from './create-tournament';
import { isAnythingToPlay, lookAtTournaments } from './look-at-tournaments';
import { readPlan } from './read-plan';
import { TournamentWorker } from './tournament-worker';

const DAY_MS = 24 * 3600 * 1000;
const CLASSIC = { name: 'a cup', ruleset: 'classic', task: 'single_trade', nulls: [], worlds: 1 };

function servicesHere() {
  const clock = { now: Date.now() };
  const now = (): number => clock.now;
  const store = new MemoryEventStore('here', now);
  const services: Services = { store, processId: 'here', audience: emptyHall, log: { info() {}, warn() {}, error() {} }, now };
  return { services, clock, tournaments: store.tournaments };
}

async function begin(services: Services, file: object): Promise<string> {
  const read = readPlan(file);
  if (!read.ok) throw new Error(read.why);
  const made = await createTournament(services, read.value);
  if (!made.ok) throw new Error(made.why);
  return made.value.id;
}

async function playUntil(services: Services, isEnough: () => Promise<boolean>): Promise<void> {
  const worker = new TournamentWorker(services);
  await worker.start();
  while (!(await isEnough())) await new Promise((resolve) => setTimeout(resolve, 5));
  await worker.stop();
}

test('between the days of a league there is nothing to play, and the day that is due begins without a worker', async () => {
  const { services, clock, tournaments } = servicesHere();
  const id = await begin(services, { ...CLASSIC, format: 'league', entrants: ['rule_based_expert', 'random_validish'] });
  expect(await isAnythingToPlay(tournaments)).toBe(true);
  await playUntil(services, async () => !(await isAnythingToPlay(tournaments)));
  await lookAtTournaments(services);
  expect(await isAnythingToPlay(tournaments)).toBe(false);
  expect(await tournaments.get(id)).toMatchObject({ status: 'running', stages: 1 });
  clock.now += DAY_MS;
  await lookAtTournaments(services);
  expect(await isAnythingToPlay(tournaments)).toBe(true);
  expect(await tournaments.get(id)).toMatchObject({ stages: 2 });
});
