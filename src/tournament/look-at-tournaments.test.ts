import { expect, test } from 'vitest';
import { codeId } from '~/eval/code-digest';
import type { Services } from '~/match/services';
import { matchOf } from './fixture-match';
import { isAnythingToPlay, lookAtTournaments } from './look-at-tournaments';
import { begin, servicesHere } from './testing/begin';
import { TournamentWorker } from './tournament-worker';

const DAY_MS = 24 * 3600 * 1000;
const CLASSIC = { name: 'a cup', ruleset: 'classic', task: 'single_trade', nulls: [], worlds: 1 };

function servicesWithClock() {
  const clock = { now: Date.now() };
  const services = servicesHere({ now: () => clock.now });
  return { services, clock, tournaments: services.store.tournaments };
}

async function playUntil(services: Services, isEnough: () => Promise<boolean>): Promise<void> {
  const worker = new TournamentWorker(services);
  await worker.start();
  while (!(await isEnough())) await new Promise((resolve) => setTimeout(resolve, 5));
  await worker.stop();
}

test('between the days of a league there is nothing to play, and the day that is due begins without a worker', async () => {
  const { services, clock, tournaments } = servicesWithClock();
  const { id } = await begin(services, { ...CLASSIC, format: 'league', entrants: ['rule_based_expert', 'random_validish'] });
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
  const { services, tournaments } = servicesWithClock();
  const { id } = await begin(services, { ...CLASSIC, kind: 'rated', entrants: ['rule_based_expert', 'random_validish'] });
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
