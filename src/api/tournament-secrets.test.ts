import { expect, test } from 'vitest';
import { emptyHall } from '~/live/audience';
import { seedOf } from '~/match/season';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import { cancelTournament, pauseTournament } from '~/tournament/control-tournament';
import { createTournament } from '~/tournament/create-tournament';
import { readPlanText } from '~/tournament/read-plan';
import type { TournamentRecord } from '~/tournament/tournament';
import { TournamentWorker } from '~/tournament/tournament-worker';
import { appRouter } from './router';
import { strangerAt } from './testing/stranger-at';

const PLAN = `
name: Secret worlds
kind: rated
task: single_trade
entrants: [house, wait]
nulls: []
worlds: 20
rotation: full
`;
const silent = { info() {}, warn() {}, error() {} };

async function begin(services: Services): Promise<TournamentRecord> {
  const plan = readPlanText(PLAN);
  if (!plan.ok) throw new Error(plan.why);
  const made = await createTournament(services, plan.value);
  if (!made.ok) throw new Error(made.why);
  return made.value;
}

async function keyOf({ store }: Services, { seasonId }: TournamentRecord): Promise<string> {
  const season = await store.seasons.get(seasonId ?? '');
  if (!season) throw new Error('no season');
  return season.key;
}

/** Plays until a match is over, and no more of it. */
async function playSome(services: Services, { id }: TournamentRecord): Promise<void> {
  const worker = new TournamentWorker(services, { slots: 1 });
  await worker.start();
  await expect.poll(async () => (await services.store.tournaments.counts(id)).done, { timeout: 30_000 }).toBeGreaterThan(0);
  await pauseTournament(services, id);
  await worker.stop();
}

/** Everything that anybody may ask of a tournament and its matches, as it goes out. */
async function saidOf(services: Services, { id }: TournamentRecord): Promise<string> {
  const ask = appRouter.createCaller(strangerAt(services));
  const { items } = await ask.tournament.fixtures({ id });
  const board = { ruleset: 'gpu-market/open', task: 'single_trade' };
  const table = await ask.leaderboard.get(board);
  const said: unknown[] = [await ask.tournament.list(), await ask.tournament.get({ id }), await ask.tournament.leader({ id })];
  said.push(items, await ask.tournament.meetings({ id }), table, await ask.match.list());
  for (const { pinHash } of table.entries) said.push(await ask.leaderboard.evidence({ ...board, pin: pinHash }));
  for (const { matchId } of items.filter(({ status }) => status === 'done')) {
    const match = { id: matchId };
    said.push(
      await ask.tournament.ofMatch(match),
      await ask.match.get(match),
      await ask.match.frames(match),
      await ask.match.events(match),
    );
    said.push(await ask.agent.turns({ matchId }));
  }
  return JSON.stringify(said);
}

test('nothing that goes out tells the worlds of a rated tournament while it runs; once it is over everything can be checked', async () => {
  const services: Services = { store: new MemoryEventStore('here'), audience: emptyHall, log: silent, processId: 'here', now: Date.now };
  const tournament = await begin(services);
  const fixtures = await services.store.tournaments.fixtures(tournament.id);
  const key = await keyOf(services, tournament);
  const seeds = fixtures.map(({ world }) => String(seedOf(key, tournament.plan.source.from + world)));
  await playSome(services, tournament);

  const during = await saidOf(services, tournament);
  expect(fixtures.filter(({ world }) => world === fixtures[0]?.world).length).toBeGreaterThan(1); // it is to be played again
  for (const secret of [key, ...seeds]) expect(during).not.toContain(secret);
  expect(during).not.toContain('logHash');
  const match = { id: fixtures[0]?.matchId ?? '' };
  await expect(appRouter.createCaller(strangerAt(services)).match.explain(match)).rejects.toThrow('still played by others');

  await cancelTournament(services, tournament.id);
  const after = await saidOf(services, tournament);
  expect(after).toContain(key);
  expect(after).toContain(seeds[0]);
});
