import { expect, test } from 'vitest';
import type { Agent } from '~/agents/agent';
import { remotePlayer } from '~/agents/remote-player';
import { emptyHall } from '~/live/audience';
import { AgentDesk } from '~/match/agent-desk';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import { cancelTournament } from './control-tournament';
import { createTournament } from './create-tournament';
import { matchOf } from './fixture-match';
import { lookAtTournaments } from './look-at-tournaments';
import { readPlan } from './read-plan';
import { standingsOf } from './standings';
import type { FixtureRecord, TournamentRecord } from './tournament';
import { TournamentWorker } from './tournament-worker';

const WHY = 'Its tournament was cancelled: the match was broken off, and counts nowhere.';
const SCRIPTS = {
  name: 'a cup',
  ruleset: 'classic',
  task: 'single_trade',
  nulls: [],
  worlds: 1,
  entrants: ['rule_based_expert', 'greedy_hoarder'],
};

function servicesHere(agents?: AgentDesk): Services {
  const log = { info() {}, warn() {}, error() {} };
  const services = { store: new MemoryEventStore('here'), processId: 'here', audience: emptyHall, log, now: Date.now };
  return agents ? { ...services, agents } : services;
}

async function begin(services: Services, file: object): Promise<TournamentRecord> {
  const read = readPlan(file);
  if (!read.ok) throw new Error(read.why);
  const made = await createTournament(services, read.value);
  if (!made.ok) throw new Error(made.why);
  return made.value;
}

/** As a worker begins it. */
async function beginFirst({ store }: Services, tournament: TournamentRecord): Promise<FixtureRecord> {
  const fixture = await store.tournaments.begin(tournament.id, 0);
  if (!fixture) throw new Error('nothing began');
  return fixture;
}

/** A program that takes its time for each turn. */
function slowProgram(): AgentDesk {
  const spec = { kind: 'remote' as const, url: 'http://127.0.0.1:1/', secretName: null, fallback: null, turnSeconds: 5 };
  const words = { title: '', summary: '', owner: 'somebody', licence: '', createdAt: '2026-11-22T00:00:00.000Z', retired: false };
  const agent: Agent = { name: 'program', version: 1, ...words, plays: ['gpu-market/classic'], spec, digest: 'sha256:0' };
  const post = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { status: 200, text: '{"action":{"action_type":"wait"}}' };
  };
  const ways = { post, secretOf: () => null, isTrusted: true, now: Date.now };
  return new AgentDesk({ builtIn: [agent], store: null, makePlayer: (one) => remotePlayer(one, spec, ways), backends: () => [] });
}

test('a match that is being played when its tournament is cancelled is broken off soon, says why, and counts nowhere', {
  timeout: 60_000,
}, async () => {
  const agents = slowProgram();
  const services = servicesHere(agents);
  const { id } = await begin(services, { ...SCRIPTS, task: 'coalition_market', entrants: ['rule_based_expert', 'program'] });
  const worker = new TournamentWorker(services, { minds: async () => ({ agents }) });
  await worker.start();
  const { tournaments } = services.store;
  const slow = async () => (await tournaments.fixtures(id)).find(({ seats }) => seats.some(({ entrant }) => entrant === 'program'));
  const card = async () => services.store.get((await slow())?.matchId ?? '');
  await expect.poll(async () => (await card())?.round ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);
  await cancelTournament(services, id);
  await expect.poll(async () => (await card())?.status, { timeout: 20_000 }).toBe('aborted');
  const match = await card();
  expect(match?.fault).toBe(WHY);
  expect(match?.round).toBeLessThan(match?.rounds ?? 0);
  await worker.stop();
  const record = await tournaments.get(id);
  if (!record) throw new Error('it is gone');
  expect(await slow()).toMatchObject({ status: 'cancelled', result: null });
  const { rows } = standingsOf(record, await tournaments.fixtures(id), await tournaments.counts(id));
  expect(rows.find(({ entrant }) => entrant === 'program')).toMatchObject({ matches: 0, failed: 0, score: null });
});

test('a table that waits for people is cleared as soon as its tournament is cancelled, not after a day', async () => {
  const services = servicesHere();
  const { id } = await begin(services, {
    name: 'people',
    task: 'single_trade',
    worlds: 1,
    nulls: [],
    entrants: ['planner', { person: 'Ada' }],
  });
  const worker = new TournamentWorker(services);
  await worker.start();
  const matches = async () =>
    Promise.all((await services.store.tournaments.fixtures(id)).map(({ matchId }) => services.store.get(matchId)));
  await expect.poll(async () => (await matches()).every((match) => match?.status === 'lobby'), { timeout: 10_000 }).toBe(true);
  await cancelTournament(services, id);
  expect((await matches()).map((match) => [match?.status, match?.fault])).toEqual((await matches()).map(() => ['aborted', WHY]));
  await worker.stop();
});

test('a match whose worker died is broken off by whoever cancels, though nobody plays any more', async () => {
  const services = servicesHere();
  const tournament = await begin(services, SCRIPTS);
  const fixture = await beginFirst(services, tournament);
  const made = await matchOf(services, { tournament, fixture, seasonKey: null });
  if (made.kind !== 'new') throw new Error('it was made before');
  await services.store.release(made.lease); // as when it runs out
  await cancelTournament(services, tournament.id);
  expect(await services.store.get(fixture.matchId)).toMatchObject({ status: 'aborted', fault: WHY, round: 0 });
});

test('a match that was begun just before the tournament was cancelled, and is made just after, is broken off by the next look', async () => {
  const services = servicesHere();
  const tournament = await begin(services, SCRIPTS);
  const fixture = await beginFirst(services, tournament);
  await cancelTournament(services, tournament.id);
  expect(await services.store.tournaments.unclosed()).toEqual([]);
  const made = await matchOf(services, { tournament, fixture, seasonKey: null });
  if (made.kind !== 'new') throw new Error('it was made before');
  expect(await services.store.tournaments.unclosed()).toEqual([tournament.id]);
  await lookAtTournaments(services); // its holder lives: it finds the order
  expect(await services.store.takeCommands(made.lease)).toMatchObject([{ command: 'abort', why: WHY }]);
  await services.store.release(made.lease);
  await lookAtTournaments(services);
  expect(await services.store.get(fixture.matchId)).toMatchObject({ status: 'aborted', fault: WHY });
  expect(await services.store.tournaments.unclosed()).toEqual([]);
});
