import { expect, test } from 'vitest';
import type { Agent } from '~/agents/agent';
import { remotePlayer } from '~/agents/remote-player';
import { AgentService } from '~/match/agent-service';
import { runNewMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { WakeSignal } from '~/match/wake-signal';
import type { FixtureRecord, TournamentRecord } from '~/store/tournaments/tournament';
import { cancelTournament } from './control-tournament';
import { matchOf } from './fixture-match';
import { lookAtTournaments } from './look-at-tournaments';
import { playFixture, settle } from './play-fixture';
import { standingsOf } from './standings';
import { begin, servicesHere } from './testing/begin';
import { TournamentWorker } from './tournament-worker';

const WHY = 'Its tournament was cancelled: the match was stopped and does not count.';
const TOO_LATE = 'Its tournament was cancelled before this match was over: it was played to its end, and counts in no standings.';
const GOES_ON = new AbortController().signal;
const SCRIPTS = {
  name: 'a cup',
  ruleset: 'classic',
  task: 'single_trade',
  nulls: [],
  worlds: 1,
  entrants: ['rule_based_expert', 'greedy_hoarder'],
};

/** As a worker begins it. */
async function beginFirst({ store }: Services, tournament: TournamentRecord): Promise<FixtureRecord> {
  const fixture = await store.tournaments.begin(tournament.id, 0);
  if (!fixture) throw new Error('nothing began');
  return fixture;
}

async function seasonKeyOf({ store }: Services, { seasonId }: TournamentRecord): Promise<string | null> {
  return seasonId === null ? null : ((await store.seasons.get(seasonId))?.key ?? null);
}

/** A program that takes its time for each turn. */
function slowProgram(): AgentService {
  const spec = { kind: 'remote' as const, url: 'http://127.0.0.1:1/', secretName: null, fallback: null, turnSeconds: 5 };
  const words = { title: '', summary: '', owner: 'somebody', licence: '', createdAt: '2026-11-22T00:00:00.000Z', retired: false };
  const agent: Agent = { name: 'program', version: 1, ...words, plays: ['gpu-market/classic'], spec, digest: 'sha256:0' };
  const post = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { status: 200, text: '{"action":{"action_type":"wait"}}' };
  };
  const ways = { post, secretOf: () => null, isTrusted: true, now: Date.now };
  return new AgentService({ builtIn: [agent], store: null, makePlayer: (one) => remotePlayer(one, spec, ways), backends: () => [] });
}

test('a match that is being played when its tournament is cancelled is broken off soon, says why, and counts nowhere', {
  timeout: 60_000,
}, async () => {
  const agents = slowProgram();
  const services = servicesHere({ agents });
  const { id } = await begin(services, { ...SCRIPTS, task: 'coalition_market', entrants: ['rule_based_expert', 'program'] });
  const worker = new TournamentWorker(services, { agentRuntime: async () => ({ agents }) });
  await worker.start();
  const { tournaments } = services.store;
  const slow = async () => (await tournaments.fixtures(id)).find(({ seats }) => seats.some(({ entrant }) => entrant === 'program'));
  const card = async () => services.store.get((await slow())?.matchId ?? '');
  await expect.poll(async () => (await card())?.round ?? 0, { timeout: 45_000 }).toBeGreaterThan(0);
  await cancelTournament(services, id);
  await expect.poll(async () => (await card())?.status, { timeout: 45_000 }).toBe('aborted');
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
  await expect.poll(async () => (await matches()).every((match) => match?.status === 'lobby'), { timeout: 45_000 }).toBe(true);
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

test('a match that had ended when its tournament was cancelled, and whose result came too late, says so and is rated no more', async () => {
  const services = servicesHere();
  const tournament = await begin(services, { ...SCRIPTS, kind: 'rated' });
  const fixture = await beginFirst(services, tournament);
  const made = await matchOf(services, { tournament, fixture, seasonKey: await seasonKeyOf(services, tournament) });
  if (made.kind !== 'new') throw new Error('it was made before');
  await runNewMatch(services, { match: made.match, lease: made.lease }, { wake: new WakeSignal(), signal: GOES_ON, inHaste: true });
  const match = await services.store.get(fixture.matchId);
  expect(match).toMatchObject({ status: 'finished', rated: true, fault: null });
  await cancelTournament(services, tournament.id);
  const told = await services.store.get(fixture.matchId);
  expect(told).toMatchObject({ status: 'finished', rated: false, fault: TOO_LATE, scores: match?.scores, head: match?.head });
  if (match) await settle(services, { id: tournament.id, order: 0 }, { fixture, over: { match } });
  expect(await services.store.tournaments.fixture(tournament.id, 0)).toMatchObject({ status: 'cancelled', result: null });
  expect(await services.store.tournaments.unclosed()).toEqual([]);
});

test('a match that is made after its tournament was cancelled, and over before anybody looks, says so at the next look', async () => {
  const services = servicesHere();
  const tournament = await begin(services, SCRIPTS);
  const fixture = await beginFirst(services, tournament);
  await cancelTournament(services, tournament.id);
  await playFixture(services, { id: tournament.id, order: 0 }, { tournament, fixture, seasonKey: null, signal: GOES_ON });
  expect(await services.store.get(fixture.matchId)).toMatchObject({ status: 'finished', fault: null });
  expect(await services.store.tournaments.unclosed()).toEqual([tournament.id]);
  await lookAtTournaments(services);
  expect(await services.store.get(fixture.matchId)).toMatchObject({ status: 'finished', fault: TOO_LATE });
  expect(await services.store.tournaments.unclosed()).toEqual([]);
});

test('what had its result before its tournament was cancelled stays as it is', async () => {
  const services = servicesHere();
  const tournament = await begin(services, { ...SCRIPTS, kind: 'rated' });
  const fixture = await beginFirst(services, tournament);
  const seasonKey = await seasonKeyOf(services, tournament);
  await playFixture(services, { id: tournament.id, order: 0 }, { tournament, fixture, seasonKey, signal: GOES_ON });
  await cancelTournament(services, tournament.id);
  expect(await services.store.get(fixture.matchId)).toMatchObject({ status: 'finished', rated: true, fault: null });
  expect(await services.store.tournaments.counts(tournament.id)).toMatchObject({ done: 1, cancelled: 1 });
});
