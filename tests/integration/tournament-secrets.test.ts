/** What leaves a running server about the sealed worlds of a rated tournament: by plain HTTP, by socket, and by how much work a refusal takes. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { appRouter } from '~/api/router';
import { seedHexOf, seedOf } from '~/match/season';
import type { FixtureRecord, TournamentRecord } from '~/store/tournaments/tournament';
import { cancelTournament, pauseTournament, resumeTournament } from '~/tournament/control-tournament';
import { createTournament } from '~/tournament/create-tournament';
import { readPlan } from '~/tournament/read-plan';
import { standingsOf } from '~/tournament/standings';
import { TournamentWorker } from '~/tournament/tournament-worker';
import { type FreshDatabase, freshDatabase } from './support/database';
import { quietServices, waitUntil } from './support/runners';
import { startServer, type TestServer, type TestSocket, watchAs } from './support/server';

const TOKEN = 'an-operator-token-that-is-long-enough-1';
const PLAN = {
  name: 'Secret worlds',
  kind: 'rated',
  task: 'single_trade',
  entrants: ['house', 'greedy'],
  nulls: ['wait'],
  rotation: 'full',
};
/** Questions that know no tournament. */
const ELSEWHERE = /^(benchmark|catalog|inference|report|system)\./;
/** Matches that are counted at a time. */
const STEP = 20;

let fresh: FreshDatabase;
let mandi: TestServer;
let cup: TournamentRecord;
let played: FixtureRecord[] = [];
let key: string;
/** All that a stranger's socket has heard. */
const heard: string[] = [];

beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh, { host: '0.0.0.0', adminToken: TOKEN });
  const services = quietServices(mandi.store, 'test');
  const plan = readPlan({ ...PLAN, worlds: 20 });
  if (!plan.ok) throw new Error(plan.why);
  const made = await createTournament(services, plan.value);
  if (!made.ok) throw new Error(made.why);
  cup = made.value;
  key = (await mandi.store.seasons.get(cup.seasonId ?? ''))?.key ?? '';
  // Which worlds are drawn is chance, and in some of them nobody gains anything.
  for (let most = 8; most < STEP && scoresOf(played).length <= 2; most += 4) await playTo(most);
  const socket = await mandi.connect();
  for (const { matchId } of played) await listen(socket, matchId);
}, 240_000);
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
});

async function listen(socket: TestSocket, matchId: string): Promise<void> {
  socket.onAny((...message: unknown[]) => heard.push(JSON.stringify(message)));
  await watchAs(socket, { matchId, since: 0 }, (answer) => heard.push(JSON.stringify(answer)));
  await watchAs(socket, { matchId, since: 0, seat: 'lab_0' }, (answer) => heard.push(JSON.stringify(answer)));
}

/** As they would be told; a score of nothing is no secret text. */
function scoresOf(fixtures: readonly FixtureRecord[]): string[] {
  return fixtures.flatMap(({ result }) => result?.seats.flatMap(({ score }) => (score ? [String(score)] : [])) ?? []);
}

/** Everything that plain GET serves, to somebody without a token or to the operator. */
async function served(headers: Record<string, string> = {}): Promise<string> {
  const paths = [
    `/api/tournaments/${cup.id}/standings.csv`,
    `/api/tournaments/${cup.id}/results.csv`,
    ...played.flatMap(({ matchId }) => ['events.jsonl', 'transcript.md'].map((file) => `/api/matches/${matchId}/${file}`)),
    `/api/data/${cup.id}/rows.jsonl`,
    `/api/reports/${cup.id}/scores.csv`,
    '/api/health',
    '/openapi.json',
    `/openenv/state?match=${played[0]?.matchId ?? ''}`,
  ];
  const texts = await Promise.all(
    paths.map(async (path) => `${path} ${await (await fetch(`${mandi.origin}${path}`, { headers })).text()}`),
  );
  return texts.join('\n');
}

/** Everything that a question answers, whatever of this tournament or its matches it may ask for. */
async function asked(): Promise<string> {
  const board = { ruleset: 'gpu-market/open', task: 'single_trade' };
  const matches = played.slice(0, 1).flatMap(({ matchId }) => [{ id: matchId }, { matchId }]);
  const pins = (await mandi.api.leaderboard.get.query(board)).entries.map(({ pinHash: pin }) => ({ ...board, pin }));
  const players = [{ ref: 'greedy' }];
  const inputs = [undefined, {}, { id: cup.id }, { tournament: cup.id }, ...matches, board, ...pins, ...players];
  const said: string[] = [];
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>);
  for (const [path, { _def }] of procedures) {
    if (_def.type !== 'query' || ELSEWHERE.test(path)) continue;
    const query = path.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], mandi.api) as {
      query(input: unknown): Promise<unknown>;
    };
    for (const input of inputs) said.push(`${path} ${JSON.stringify(await query.query(input).catch(String)) ?? ''}`);
  }
  const all = said.join('\n');
  expect(all).not.toContain('Too many requests'); // then it would not have been asked
  return all;
}

/** What standings would be of all matches that are over, every digit: figures that are told in steps, or when the season closes. */
async function exactFigures(): Promise<string[]> {
  const { tournaments } = mandi.store;
  const [fixtures, counts] = [await tournaments.fixtures(cup.id), await tournaments.counts(cup.id)];
  const { rows, cross, seats, pairs, efficiency } = standingsOf(cup, fixtures, counts);
  const figures = [
    ...rows.flatMap(({ score, profit, skill, elo }) => [score?.mean, profit?.mean, skill?.mu, elo?.elo]),
    ...cross.map(({ difference }) => difference?.mean),
    ...pairs.map(({ difference }) => difference),
    ...seats.map(({ score }) => score.mean),
    efficiency?.mean,
  ];
  return figures.flatMap((value) => (value == null || String(value).length < 6 ? [] : [String(value)]));
}

/** Plays the first `most` matches of the schedule, until all are scored. One more may follow: what takes long on a busy machine is played outside batches. */
async function playTo(most: number): Promise<void> {
  const services = quietServices(mandi.store, 'test');
  const { batches } = mandi.store.tournaments;
  if (!batches) throw new Error('this store has no batches');
  const all = () => mandi.store.tournaments.fixtures(cup.id);
  const claim = batches.claim.bind(batches);
  let last: Promise<unknown> = Promise.resolve();
  const limit = vi.spyOn(batches, 'claim').mockImplementation((id, size) => {
    const next = last.then(async () => {
      const left = most - (await all()).filter(({ status }) => status !== 'waiting').length;
      return left > 0 ? claim(id, Math.min(left, size)) : [];
    });
    last = next.catch(() => undefined); // one after the other: two that count at the same time would claim the same rest twice
    return next;
  });
  await resumeTournament(services, cup.id);
  const worker = new TournamentWorker(services, { slots: 1 });
  await worker.start();
  await waitUntil(async () => (await all()).filter(({ status }) => status === 'done').length >= most);
  await pauseTournament(services, cup.id);
  await worker.stop();
  limit.mockRestore();
  played = (await all()).filter(({ status }) => status === 'done');
  expect(played.length).toBeLessThan(most + STEP);
}

/** What single seats of these matches have made and scored, as every way to tell of a match would write it: an amount of nothing is no secret. */
async function singleResults(matches = played): Promise<string[]> {
  const all = await Promise.all(
    matches.map(async ({ matchId }) => {
      const stored = await mandi.store.read(matchId);
      const ended = stored.at(-1)?.event as unknown as { type: string; profits_cents: Record<string, number> };
      expect(ended.type).toBe('match_ended');
      const made = Object.entries(ended.profits_cents).filter(([, cents]) => cents !== 0);
      return made.flatMap(([lab, cents]) => [`"${lab}":${cents}`, `${lab} ${cents}`]);
    }),
  );
  return ['profits_cents', 'Profits: ', ...all.flat(), ...scoresOf(played).filter((score) => score.length > 5)];
}

/** All that is told of single matches: events, frames page by page, story, explanation. */
async function toldOfMatches(api: TestServer['api'] = mandi.api, matches = played): Promise<string> {
  const headers = { Authorization: `Bearer ${TOKEN}` }; // downloads are the operator's
  const told = await Promise.all(
    matches.map(async ({ matchId: id }) => [
      await api.match.get.query({ id }),
      await api.match.events.query({ id }),
      await api.match.frames.query({ id }),
      await (await fetch(`${mandi.origin}/api/matches/${id}/events.jsonl`, { headers })).text(),
      await (await fetch(`${mandi.origin}/api/matches/${id}/transcript.md`, { headers })).text(),
      await api.match.explain.query({ id }).catch(String),
    ]),
  );
  return told
    .flat()
    .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    .join('\n');
}

/** What nobody may know of a world that is still to be played: the key, seeds, and what the labs keep to themselves. */
async function secrets(): Promise<string[]> {
  const all = await Promise.all(
    played.map(async ({ matchId, world }) => {
      const [opening] = await mandi.store.read(matchId, 0, 1);
      if (!opening) throw new Error('no opening');
      const labs = (opening.event as unknown as { labs: { jobs: { base_value: number; private_notes: string }[] }[] }).labs;
      const books = labs.flatMap(({ jobs }) => jobs.map(({ base_value }) => `"base_value":${base_value}`));
      const at = cup.plan.source.from + world;
      return [String(seedOf(key, at)), seedHexOf(key, at), ...books];
    }),
  );
  return [key, 'private_notes', ...all.flat()];
}

test('plain HTTP tells nothing of a sealed world, nor what its single matches scored, to a stranger or the operator', async () => {
  const hidden = await secrets();
  const scores = scoresOf(played);
  const hashes = played.flatMap(({ result }) => result?.logHash ?? []);
  expect(scores.length).toBeGreaterThan(2);
  const callers: Record<string, string>[] = [{}, { Authorization: `Bearer ${TOKEN}` }];
  for (const headers of callers) {
    const said = await served(headers);
    for (const secret of [...hidden, ...hashes, ...scores]) expect(said).not.toContain(secret);
  }
});

test('events, frames, stories and explanations of single matches, and sockets, keep back what each seat has made', async () => {
  const operator = mandi.apiWith({ Authorization: `Bearer ${TOKEN}` });
  const said = [await toldOfMatches(), await toldOfMatches(operator), ...heard].join('\n');
  expect(said).toContain('match_ended');
  expect(said).toContain('The match ended after round');
  for (const result of await singleResults()) expect(said).not.toContain(result);
});

test('the schedule and the evidence behind the leaderboard keep single scores back', async () => {
  const { items } = await mandi.api.tournament.fixtures.query({ id: cup.id });
  expect(items.filter(({ status }) => status === 'done').length).toBe(played.length);
  for (const item of items) expect(item).toMatchObject({ sealed: true, scores: null, efficiency: null });
  const [board] = await mandi.api.leaderboard.boards.query();
  if (!board) throw new Error('no board');
  const table = await mandi.api.leaderboard.get.query(board);
  for (const { pinHash } of table.entries) {
    const evidence = await mandi.api.leaderboard.evidence.query({ ...board, pin: pinHash });
    expect(evidence.items.length).toBeGreaterThan(0);
    for (const { score } of evidence.items) expect(score).toBeNull();
  }
});

test('a socket hears nothing of a sealed world, and no seat is watched without its token', async () => {
  const said = heard.join('\n');
  expect(said).toContain('frames');
  for (const secret of await secrets()) expect(said).not.toContain(secret);
  expect(heard.filter((one) => one.includes('not_your_seat')).length).toBe(played.length);
});

test('explaining, forking and previewing a sealed match do no work that could tell by its time what is in it', async () => {
  const { matchId } = played[0] ?? { matchId: '' };
  const operator = mandi.apiWith({ Authorization: `Bearer ${TOKEN}` });
  const reads = vi.spyOn(mandi.store, 'read');
  await expect(mandi.api.match.explain.query({ id: matchId })).rejects.toThrow('Other matches still use');
  await expect(operator.match.explain.query({ id: matchId })).rejects.toThrow('Other matches still use');
  await expect(operator.match.fork.mutate({ id: matchId, seq: 3, seats: {} })).rejects.toThrow();
  const sample = await operator.data.sample.query({ format: 'sft', ruleset: 'open', split: 'none', tournament: cup.id });
  expect(sample.rows).toEqual([]);
  expect(reads.mock.calls.filter(([id]) => id === matchId)).toEqual([]);
  reads.mockRestore();
});

test('before the first step standings, meetings, leaderboard and cards of players hold no figure', async () => {
  expect(played.length).toBeLessThan(STEP);
  const said = `${await asked()}\n${await served()}`;
  for (const figure of await exactFigures()) expect(said).not.toContain(figure);
  const { standings } = await mandi.api.tournament.get.query({ id: cup.id });
  expect(standings).toMatchObject({ sealed: { step: STEP }, counts: { done: 0 }, cross: [], pairs: [], seats: [] });
  for (const row of standings.rows) expect(row).toMatchObject({ rank: null, score: null, profit: null, elo: null });
  expect(await mandi.api.tournament.leader.query({ id: cup.id })).toBeNull();
  for (const { sides, winner } of await mandi.api.tournament.meetings.query({ id: cup.id }))
    expect([winner, ...sides.map(({ score }) => score)]).toEqual([null, null, null]);
  for (const name of ['house', 'greedy']) expect((await mandi.api.agent.get.query({ ref: name })).results).toEqual([]);
});

test('after a step figures have two digits, and stay until the next', { timeout: 900_000 }, async () => {
  await playTo(2 * STEP); // of a world four matches: the first step has fewer than eight worlds
  const said = `${await asked()}\n${await served()}`;
  for (const figure of [...(await exactFigures()), ...scoresOf(played).filter((score) => score.length > 5)])
    expect(said).not.toContain(figure);
  const { standings } = await mandi.api.tournament.get.query({ id: cup.id });
  expect(standings.counts.done).toBe(2 * STEP);
  const means = standings.rows.flatMap(({ score }) => score?.mean ?? []);
  expect(means.length).toBeGreaterThan(0);
  for (const value of means) expect(value).toBe(Number(value.toPrecision(2)));
  await playTo(2 * STEP + 3);
  const later = await mandi.api.tournament.get.query({ id: cup.id });
  expect(later.standings.rows).toEqual(standings.rows);
});

test('once the season is closed all of it is told: the tests above look in the right places', async () => {
  await cancelTournament(quietServices(mandi.store, 'test'), cup.id);
  const said = await served({ Authorization: `Bearer ${TOKEN}` });
  const [, , seed = '', seedHex = ''] = await secrets();
  expect(said).toContain('"base_value":');
  expect(said).toContain(played[0]?.result?.logHash);
  expect(said).toContain(seed);
  expect(said).toContain(seedHex);
  expect((await mandi.api.tournament.fixtures.query({ id: cup.id })).items[0]?.scores).not.toBeNull();
  const some = played.slice(0, 8); // within what one visitor may explain and replay in a minute
  const results = await toldOfMatches(mandi.api, some);
  for (const result of (await singleResults(some)).filter((one) => one.startsWith('"lab_'))) expect(results).toContain(result);
  for (const word of ['profits_cents', 'Profits: ']) expect(results).toContain(word);
  const told = `${await asked()}\n${await served()}`;
  for (const figure of await exactFigures()) expect(told).toContain(figure);
  expect((await mandi.api.tournament.get.query({ id: cup.id })).standings).not.toHaveProperty('sealed');
  expect((await mandi.api.agent.get.query({ ref: 'greedy' })).results).not.toEqual([]);
});
