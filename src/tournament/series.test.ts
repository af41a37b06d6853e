/** Tournaments whose meetings are series of matches. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playSeries } from '~/engine/play-series';
import { findPolicy } from '~/games/policies';
import { showTestGames } from '~/games/registry';
import { duel } from '~/games/test/offers/duel';
import { offers } from '~/games/test/offers/rules';
import type { Services } from '~/match/services';
import type { FixtureRecord, TournamentRecord } from '~/store/tournaments/tournament';
import { cancelTournament, pauseTournament, resumeTournament } from './control-tournament';
import { lookAtTournaments } from './look-at-tournaments';
import { readPlan } from './read-plan';
import { standingsOf } from './standings';
import { begin, servicesHere } from './testing/begin';
import { TournamentWorker } from './tournament-worker';

const DUELS = {
  name: 'duels',
  game: 'test/offers',
  task: 'haggle',
  series: 'duel',
  worlds: 3,
  entrants: ['yielding_haggler', 'stubborn_haggler'],
};

beforeAll(() => showTestGames(true));
afterAll(() => showTestGames(false));

async function playOut(services: Services, { id }: TournamentRecord): Promise<FixtureRecord[]> {
  const worker = new TournamentWorker(services);
  await worker.start();
  await expect.poll(async () => (await services.store.tournaments.get(id))?.status, { timeout: 45_000 }).toBe('finished');
  await worker.stop();
  return services.store.tournaments.fixtures(id);
}

test('a meeting’s result is its series’ score by player, and the standings are their means', async () => {
  const services = servicesHere();
  const cup = await begin(services, DUELS);
  const fixtures = await playOut(services, cup);
  expect(fixtures).toHaveLength(3);
  for (const { seats, result, matchId } of fixtures) {
    const [first] = await services.store.series.matches(matchId);
    const players = seats.map(({ player }) => ({ player: findPolicy('test/offers', player ?? '') ?? never() }));
    const { scores } = await playSeries(offers, duel, { config: first?.config, players });
    expect(result?.seats.map(({ seat, score }) => [seat, score])).toEqual(scores.map((score, i) => [`player_${i + 1}`, score]));
    expect(result).toMatchObject({ unrated: false, welfare: null, efficiency: null, logHash: expect.stringMatching(/^sha256:/) as string });
  }
  const record = (await services.store.tournaments.get(cup.id)) ?? never();
  const { rows } = standingsOf(record, fixtures, await services.store.tournaments.counts(cup.id));
  for (const { entrant, score } of rows) {
    const own = fixtures.map(({ result }) => result?.seats.find((one) => one.entrant === entrant)?.score ?? never());
    expect(score?.mean).toBeCloseTo(own.reduce((sum, one) => sum + one, 0) / own.length);
  }
});

test('each of its matches knows the tournament, and what it kept back is told at the series’ end', async () => {
  const services = servicesHere();
  const [fixture] = await playOut(services, await begin(services, { ...DUELS, worlds: 1 }));
  const matches = await services.store.series.matches(fixture?.matchId ?? '');
  expect(matches.map(({ series }) => series)).toEqual([0, 1].map((place) => ({ id: fixture?.matchId, place })));
  for (const { id } of matches) expect(await services.store.tournaments.fixtureOf(id)).toMatchObject({ order: 0, status: 'done' });
});

test('a match that fails is no result: the series is played anew under another id', async () => {
  const services = servicesHere();
  const cup = await begin(services, { ...DUELS, worlds: 1 });
  const worker = new TournamentWorker(services);
  const [planned] = await services.store.tournaments.fixtures(cup.id);
  const { create } = services.store;
  let isBroken = false;
  services.store.create = async (match, opening) => {
    const made = await create.call(services.store, match, opening);
    if (isBroken || match.series?.place !== 1) return made;
    isBroken = true;
    const failed = await services.store.tables.change(match.id, () => ({ answer: null, status: 'failed', fault: 'The power went out.' }));
    return failed?.match ?? made;
  };
  await worker.start();
  await expect.poll(async () => (await services.store.tournaments.get(cup.id))?.status, { timeout: 45_000 }).toBe('finished');
  await worker.stop();
  const [played] = await services.store.tournaments.fixtures(cup.id);
  expect(played).toMatchObject({ status: 'done', attempts: 1 });
  expect(played?.matchId).not.toBe(planned?.matchId);
  expect(await services.store.series.get(planned?.matchId ?? '')).toMatchObject({
    status: 'failed',
    fault: expect.stringContaining('The power went out.') as string,
  });
  expect(await services.store.series.matches(played?.matchId ?? '')).toHaveLength(2);
});

test('a series that is under way when its tournament is cancelled fails, and no match of it follows', async () => {
  const services = servicesHere();
  const cup = await begin(services, { ...DUELS, worlds: 1 });
  const { create } = services.store;
  let second = '';
  services.store.create = async (match, opening) => {
    const made = await create.call(services.store, match, opening);
    if (match.series?.place === 1) {
      second = made.id;
      await cancelTournament(services, cup.id);
    }
    return made;
  };
  const worker = new TournamentWorker(services);
  await worker.start();
  await expect.poll(async () => second && (await services.store.get(second))?.status, { timeout: 45_000 }).toBe('aborted');
  await worker.stop();
  await lookAtTournaments(services);
  const [fixture] = await services.store.tournaments.fixtures(cup.id);
  expect(fixture?.status).toBe('cancelled');
  expect(await services.store.series.get(fixture?.matchId ?? '')).toMatchObject({
    status: 'failed',
    fault: 'Its tournament was cancelled.',
  });
  expect(await services.store.tournaments.unclosed()).toEqual([]);
});

test('a paused tournament plays the series that has begun to its end, and no other', async () => {
  const services = servicesHere();
  const cup = await begin(services, DUELS);
  const { create } = services.store;
  services.store.create = async (match, opening) => {
    if (match.series?.place === 1) await pauseTournament(services, cup.id);
    return create.call(services.store, match, opening);
  };
  const worker = new TournamentWorker(services, { slots: 1 });
  await worker.start();
  await expect.poll(async () => (await services.store.tournaments.counts(cup.id)).done, { timeout: 45_000 }).toBe(1);
  expect(await services.store.tournaments.counts(cup.id)).toMatchObject({ waiting: 2, playing: 0 });
  services.store.create = create;
  await resumeTournament(services, cup.id);
  await expect.poll(async () => (await services.store.tournaments.get(cup.id))?.status, { timeout: 45_000 }).toBe('finished');
  await worker.stop();
});

test.each([
  [{ series: 'due' }, /^series: .*duel/],
  [{ game: 'gpu-market/open', task: 'single_trade', entrants: ['planner', 'greedy'] }, /^series: There are no series of gpu-market\/open/],
  [{ kind: 'rated' }, /^series: A rated tournament cannot use series/],
  [{ entrants: ['yielding_haggler', { person: 'Ada' }] }, /^entrants: Ada is a person. People cannot play a tournament of series/],
])('a plan with %j is refused', (part, why) => {
  const read = readPlan({ ...DUELS, ...part });
  expect(read.ok ? 'a plan' : read.why).toMatch(why);
});

test('a plan without series says nothing of them', () => {
  const { series: _, ...single } = DUELS;
  const read = readPlan(single);
  expect(read.ok && read.value).not.toHaveProperty('series');
  expect(read.ok && read.value.rotation).toBe('full');
});

function never(): never {
  throw new Error('it is not there');
}
