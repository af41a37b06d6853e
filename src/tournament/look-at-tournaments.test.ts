import { expect, test } from 'vitest';
import { codeId } from '~/eval/code-digest';
import { emptyHall } from '~/live/audience';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import { createTournament } from './create-tournament';
import { matchOf } from './fixture-match';
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
  expect(await isAnythingToPlay(tournaments, codeId())).toBe(true);
  await playUntil(services, async () => !(await isAnythingToPlay(tournaments, codeId())));
  await lookAtTournaments(services);
  expect(await isAnythingToPlay(tournaments, codeId())).toBe(false);
  expect(await tournaments.get(id)).toMatchObject({ status: 'running', stages: 1 });
  clock.now += DAY_MS;
  await lookAtTournaments(services);
  expect(await isAnythingToPlay(tournaments, codeId())).toBe(true);
  expect(await tournaments.get(id)).toMatchObject({ stages: 2 });
});

test('a season that was left open by whoever cancelled its tournament and died is closed by the next who looks', async () => {
  const { services, tournaments } = servicesHere();
  const id = await begin(services, { ...CLASSIC, kind: 'rated', entrants: ['rule_based_expert', 'random_validish'] });
  const tournament = await tournaments.get(id);
  const fixture = await tournaments.begin(id, 0);
  if (!tournament || !fixture) throw new Error('nothing began');
  const { seasons } = services.store;
  const seasonId = tournament.seasonId ?? '';
  const made = await matchOf(services, { tournament, fixture, seasonKey: (await seasons.get(seasonId))?.key ?? null });
  await lookAtTournaments(services);
  expect(await seasons.get(seasonId)).toMatchObject({ closedAt: null });
  await tournaments.setStatus(id, { from: ['running'], to: 'cancelled' }); // and no more: it died
  expect(await tournaments.unclosed()).toEqual([id]);
  await lookAtTournaments(services);
  expect(await seasons.get(seasonId)).toMatchObject({ closedAt: expect.any(Date) as Date });
  const orders = made.kind === 'new' ? await services.store.takeCommands(made.lease) : [];
  expect(orders.map(({ command }) => command)).toEqual(['abort']);
});
