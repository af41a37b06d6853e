import { expect, test } from 'vitest';
import type { Agent } from '~/agents/agent';
import { remotePlayer } from '~/agents/remote-player';
import { isShownLate } from '~/live/match-state';
import { AgentService } from '~/match/agent-service';
import { controlMatch } from '~/match/control-match';
import type { Services } from '~/match/services';
import type { FixtureRecord, TournamentRecord } from '~/store/tournaments/tournament';
import { cancelTournament, joinLeague, leaveLeague, pauseTournament, resumeTournament, retryFailed } from './control-tournament';
import { resultRows } from './results-table';
import { standingsOf } from './standings';
import { begin, servicesHere } from './testing/begin';
import { TournamentWorker } from './tournament-worker';

const CLASSIC = { name: 'a cup', ruleset: 'classic', task: 'single_trade', nulls: [], worlds: 2 };
const TWO = ['rule_based_expert', 'random_validish'];

/** Until it no longer runs. */
async function playOut(services: Services, { id }: TournamentRecord, agents?: AgentService): Promise<FixtureRecord[]> {
  const worker = new TournamentWorker(services, agents ? { agentRuntime: async () => ({ agents }) } : {});
  await worker.start();
  while ((await services.store.tournaments.get(id))?.status === 'running') await new Promise((resolve) => setTimeout(resolve, 5));
  await worker.stop();
  return services.store.tournaments.fixtures(id);
}

/** A program that is asked by HTTP, and answers so; who answers has time enough on any machine. */
function programThat(answers: () => Promise<{ status: number; text: string }>, turnSeconds = 20): AgentService {
  const spec = { kind: 'remote' as const, url: 'http://127.0.0.1:1/', secretName: null, fallback: null, turnSeconds };
  const words = { title: '', summary: '', owner: 'somebody', licence: '', createdAt: '2026-11-22T00:00:00.000Z', retired: false };
  const agent: Agent = { name: 'program', version: 1, ...words, plays: ['gpu-market/classic'], spec, digest: 'sha256:0' };
  const ways = { post: answers, secretOf: () => null, isTrusted: true, now: Date.now };
  return new AgentService({ builtIn: [agent], store: null, makePlayer: (one) => remotePlayer(one, spec, ways), backends: () => [] });
}

test('stage follows upon stage until it is over', async () => {
  const services = servicesHere();
  const entrants = [...TWO, 'greedy_hoarder', 'wait'];
  const cup = await begin(services, { ...CLASSIC, format: 'knockout', entrants });
  const fixtures = await playOut(services, cup);
  expect(new Set(fixtures.map(({ stage }) => stage))).toEqual(new Set([0, 1]));
  expect(fixtures.every(({ status, result }) => status === 'done' && result?.logHash.startsWith('sha256:'))).toBe(true);
  expect(await services.store.tournaments.get(cup.id)).toMatchObject({ status: 'finished', stages: 2, fault: null });
});

test('a rated one has a season of its own, whose key is told at its end', async () => {
  const services = servicesHere();
  const cup = await begin(services, { ...CLASSIC, kind: 'rated', entrants: TWO });
  const season = () => services.store.seasons.get(cup.seasonId ?? '');
  expect(await season()).toMatchObject({ closedAt: null });
  const [first] = await playOut(services, cup);
  expect(await season()).toMatchObject({ closedAt: expect.any(Date) as Date });
  expect(await services.store.get(first?.matchId ?? '')).toMatchObject({ rated: true, visibility: 'public', season: { id: cup.seasonId } });
});

test('where programs outside take part, a match tells nothing of its world before the season is closed, though it is over', async () => {
  const agents = programThat(async () => ({ status: 200, text: '{"action":{"action_type":"wait"}}' }));
  const services = { ...servicesHere(), agents };
  const cup = await begin(services, { ...CLASSIC, kind: 'rated', worlds: 8, entrants: [TWO[0], 'program'] });
  const worker = new TournamentWorker(services, { slots: 1, agentRuntime: async () => ({ agents }) });
  await worker.start();
  await expect.poll(async () => (await services.store.tournaments.counts(cup.id)).done).toBeGreaterThan(0);
  await pauseTournament(services, cup.id);
  await worker.stop();
  const [first] = await services.store.tournaments.fixtures(cup.id, { status: ['done'] });
  const look = async () => services.store.get(first?.matchId ?? '');
  const before = await look();
  expect(before?.status).toBe('finished');
  expect(before && isShownLate(before)).toBe(true);
  await cancelTournament(services, cup.id);
  const after = await look();
  expect(after && isShownLate(after)).toBe(false);
});

test('a match of it is not paused by itself: it would hold its worker', async () => {
  const services = servicesHere();
  const cup = await begin(services, { ...CLASSIC, entrants: TWO });
  const [first] = await playOut(services, cup);
  expect(await controlMatch(services, first?.matchId ?? '', 'pause')).toMatchObject({ ok: false, code: 'of_tournament' });
});

test('who does not exist is named before anything begins', async () => {
  const services = servicesHere();
  await expect(begin(services, { ...CLASSIC, entrants: [TWO[0], 'nobody-here'] })).rejects.toThrow('nobody-here');
  expect((await services.store.tournaments.list({ limit: 1 })).items).toEqual([]);
});

test.each([
  {
    does: 'always crashes',
    answers: () => Promise.reject(new Error('connect ECONNREFUSED')),
    why: 'could not be reached',
    what: 'fallbacks' as const,
  },
  { does: 'never answers', answers: () => new Promise<never>(() => {}), why: 'time', what: 'timeouts' as const },
])('a program that $does fails no match: its result says so', async ({ answers, why, what }) => {
  const agents = programThat(answers, 0.15);
  const services = { ...servicesHere(), agents };
  const cup = await begin(services, { ...CLASSIC, worlds: 1, entrants: [TWO[0], 'program'] });
  const fixtures = await playOut(services, cup, agents);
  const theirs = fixtures.flatMap(({ result }) => result?.seats ?? []).find(({ entrant }) => entrant === 'program');
  expect(theirs?.fault).toContain(why);
  expect(theirs?.[what]).toBeGreaterThan(0);
  expect(theirs?.origins).toEqual({ turns: theirs?.turns, own: 0, repaired: 0, guarded: 0, fallback: theirs?.turns, walkBacks: 0 });
  expect(fixtures.every(({ status }) => status === 'done')).toBe(true);
});

test('a result says whose turns a program’s were, and of a script nothing', async () => {
  const agents = programThat(async () => ({ status: 200, text: '{"action":{"action_type":"wait"}}' }));
  const services = { ...servicesHere(), agents };
  const cup = await begin(services, { ...CLASSIC, worlds: 1, entrants: [TWO[0], 'program'] });
  const fixtures = await playOut(services, cup, agents);
  const seats = fixtures.flatMap(({ result }) => result?.seats ?? []);
  const theirs = seats.filter(({ entrant }) => entrant === 'program');
  expect(theirs).toMatchObject([{ origins: { turns: theirs[0]?.turns, own: theirs[0]?.turns, repaired: 0, fallback: 0 } }]);
  expect(seats.filter(({ entrant }) => entrant === TWO[0])).toMatchObject([{ origins: null }]);
  const { rows } = standingsOf(cup, fixtures, { waiting: 0, playing: 0, scoring: 0, done: fixtures.length, failed: 0, cancelled: 0 });
  expect(rows.find(({ entrant }) => entrant === 'program')?.origins).toEqual(theirs[0]?.origins);
});

test('a match that fails is tried three times in all, and another try can be given', async () => {
  const services = servicesHere();
  const cup = await begin(
    { ...services, agents: programThat(() => Promise.reject(new Error('no'))) },
    { ...CLASSIC, worlds: 1, entrants: [TWO[0], 'program'] },
  );
  const fixtures = await playOut(services, cup); // with nobody who knows the program
  const failed = fixtures.find(({ status }) => status === 'failed');
  expect(failed).toMatchObject({ attempts: 3, fault: expect.stringContaining('program@1') as string });
  expect(await services.store.tournaments.get(cup.id)).toMatchObject({ status: 'finished' });
  expect(await retryFailed(services, cup.id)).toMatchObject({ ok: true, value: { status: 'running' } });
  expect(await services.store.tournaments.counts(cup.id)).toMatchObject({ waiting: 1, failed: 0 });
});

test('what a tournament may spend is spent once: then fallbacks play', async () => {
  let time = 0;
  const agents = programThat(async () => ({ status: 200, text: '{"action":{"action_type":"wait"}}' }));
  const services = { ...servicesHere(), agents, now: () => (time += 2_000) };
  const cup = await begin(services, { ...CLASSIC, worlds: 3, entrants: [TWO[0], 'program'], limits: { calls: 2 } });
  const fixtures = await playOut(services, cup, agents);
  expect(fixtures.flatMap(({ result }) => result?.seats.flatMap(({ fault }) => fault ?? []) ?? [])).toContain(
    'The tournament has spent its 2 calls.',
  );
  // In its matches after that the score is the fallback's, and the file of results says so.
  const said = new Map<unknown, Set<unknown>>();
  for await (const { entrant, score_of: of } of resultRows(services.store, cup))
    said.set(entrant, (said.get(entrant) ?? new Set()).add(of));
  expect(said).toEqual(
    new Map([
      [TWO[0], new Set(['own'])],
      ['program', new Set(['fallback'])],
    ]),
  );
});

test('paused, it begins nothing; cancelled, nothing is left open', async () => {
  const services = servicesHere();
  const cup = await begin(services, { ...CLASSIC, entrants: TWO });
  expect(await pauseTournament(services, cup.id)).toMatchObject({ ok: true, value: { status: 'paused' } });
  expect(await pauseTournament(services, cup.id)).toMatchObject({ ok: false, why: expect.stringContaining('is paused') as string });
  expect(await playOut(services, cup)).toMatchObject([
    { status: 'waiting' },
    { status: 'waiting' },
    { status: 'waiting' },
    { status: 'waiting' },
  ]);
  expect(await resumeTournament(services, cup.id)).toMatchObject({ ok: true, value: { status: 'running' } });
  expect(await cancelTournament(services, cup.id)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
  expect(await services.store.tournaments.counts(cup.id)).toMatchObject({ waiting: 0, cancelled: 4 });
  expect(await cancelTournament(services, 'none')).toMatchObject({ ok: false, code: 'unknown_tournament' });
});

test('agents join and leave a league, and nothing else', async () => {
  const services = servicesHere();
  const league = await begin(services, { ...CLASSIC, format: 'league', rounds: 2, entrants: TWO });
  expect(await joinLeague(services, league.id, { agent: 'greedy_hoarder' })).toMatchObject({ ok: true });
  expect(await joinLeague(services, league.id, { agent: 'greedy_hoarder' })).toMatchObject({ ok: false });
  expect(await leaveLeague(services, league.id, 'random_validish')).toMatchObject({ ok: true });
  const fixtures = await playOut(services, league);
  const inStage = (stage: number) =>
    new Set(fixtures.filter((one) => one.stage === stage).flatMap(({ seats }) => seats.map(({ entrant }) => entrant)));
  expect(inStage(0)).toEqual(new Set(TWO));
  expect(inStage(1)).toEqual(new Set(['rule_based_expert', 'greedy_hoarder']));
  const cup = await begin(services, { ...CLASSIC, entrants: TWO });
  expect(await joinLeague(services, cup.id, { agent: 'wait' })).toMatchObject({
    ok: false,
    why: expect.stringContaining('only leagues') as string,
  });
});
