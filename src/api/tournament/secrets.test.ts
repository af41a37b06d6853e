import { expect, test } from 'vitest';
import { emptyBroadcaster } from '~/live/audience';
import { seedOf } from '~/match/season';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { TournamentRecord } from '~/store/tournaments/tournament';
import { cancelTournament, pauseTournament } from '~/tournament/control-tournament';
import { createTournament } from '~/tournament/create-tournament';
import { readPlanText } from '~/tournament/read-plan';
import { TournamentWorker } from '~/tournament/tournament-worker';
import { appRouter } from '../router';
import { strangerAt } from '../testing/stranger-at';

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
  await expect.poll(async () => (await services.store.tournaments.counts(id)).done, { timeout: 900_000 }).toBeGreaterThan(0);
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

/** Every procedure there is, with every input that could name the tournament, its matches or their seats: what it answers to a stranger. */
async function tryEverything(services: Services, { id }: TournamentRecord, matchId: string): Promise<{ asked: number; said: string }> {
  const context = strangerAt(services);
  const [seat, round] = ['lab_0', 1];
  const names = [{}, { id }, { id: matchId }, { matchId }, { tournamentId: id }, { ruleset: 'gpu-market/open', task: 'single_trade' }];
  const inputs = [
    undefined,
    ...names.flatMap((one) => [
      one,
      { ...one, seat },
      { ...one, seat, round },
      { ...one, round },
      { ...one, order: 0 },
      { ...one, seq: 5 },
    ]),
  ];
  const said: string[] = [];
  let asked = 0;
  for (const path of Object.keys(appRouter._def.procedures)) {
    for (const input of inputs) {
      const ask = path.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], appRouter.createCaller(context));
      const answer = await (ask as (given: unknown) => Promise<unknown>)(input).catch((fault: unknown) => String(fault));
      asked += 1;
      said.push(`${path} ${JSON.stringify(answer) ?? ''}`);
    }
  }
  return { asked, said: said.join('\n') };
}

test('a program that tries every procedure learns no private book of a sealed world', async () => {
  const services: Services = {
    store: new MemoryEventStore('here'),
    audience: emptyBroadcaster,
    log: silent,
    processId: 'here',
    now: Date.now,
  };
  const tournament = await begin(services);
  await playSome(services, tournament);
  const [played] = await services.store.tournaments.fixtures(tournament.id, { status: ['done'] });
  const matchId = played?.matchId ?? '';
  const [opening] = await services.store.read(matchId, 0, 1);
  if (!opening) throw new Error('no opening');
  const labs = (opening.event as unknown as { labs: { jobs: { private_notes: string; base_value: number }[] }[] }).labs;
  const secrets = labs.flatMap(({ jobs }) => jobs.map(({ base_value }) => `"base_value":${base_value}`));
  const { asked, said } = await tryEverything(services, tournament, matchId);
  expect(asked).toBeGreaterThan(1000);
  expect(secrets.length).toBeGreaterThan(1);
  for (const secret of [...secrets, 'private_notes', await keyOf(services, tournament)]) expect(said).not.toContain(secret);

  await cancelTournament(services, tournament.id);
  const after = await tryEverything(services, tournament, matchId);
  expect(secrets.some((secret) => after.said.includes(secret))).toBe(true); // it looks in the right places
});

test('nothing that goes out tells the worlds of a rated tournament while it runs; once it is over everything can be checked', async () => {
  const services: Services = {
    store: new MemoryEventStore('here'),
    audience: emptyBroadcaster,
    log: silent,
    processId: 'here',
    now: Date.now,
  };
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
  await expect(appRouter.createCaller(strangerAt(services)).match.explain(match)).rejects.toThrow('Other matches still use');

  await cancelTournament(services, tournament.id);
  const after = await saidOf(services, tournament);
  expect(after).toContain(key);
  expect(after).toContain(seeds[0]);
});
