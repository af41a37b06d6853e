/** Matches of scripts that are claimed, played in memory and stored many at once are the very matches that are played one by one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeId } from '~/eval/code-digest';
import { emptyBroadcaster } from '~/live/audience';
import type { Services } from '~/match/services';
import type { EventStore } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { PostgresEventStore } from '~/store/postgres-event-store';
import type { FixtureRecord } from '~/store/tournaments/tournament';
import { cancelTournament } from '~/tournament/control-tournament';
import { begin } from '~/tournament/testing/begin';
import { TournamentWorker } from '~/tournament/tournament-worker';
import { type FreshDatabase, freshDatabase } from './support/database';
import { until } from './support/stores';

const log = { info() {}, warn() {}, error() {} };
const CLASSIC = {
  name: 'a cup',
  ruleset: 'classic',
  task: 'coalition_market',
  worlds: 8,
  entrants: ['rule_based_expert', 'random_validish'],
};
const OPEN = { name: 'an open cup', ruleset: 'open', task: 'single_trade', worlds: 8, entrants: ['greedy', 'house'] };
const BAZAAR = { name: 'a bazaar cup', game: 'bazaar/open', task: 'haggle', worlds: 8, entrants: ['greedy', 'linear'] };

let fresh: FreshDatabase;
const stores: EventStore[] = [];
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await fresh.drop();
});

function servicesOf(store: EventStore, processId: string): Services {
  return { store, processId, audience: emptyBroadcaster, log, now: Date.now };
}

function process(id: string): Services {
  const store = new PostgresEventStore(fresh.database, id);
  stores.push(store);
  return servicesOf(store, id);
}

async function playOut(services: Services, id: string, workers: readonly Services[] = [services]): Promise<FixtureRecord[]> {
  const all = workers.map((one) => new TournamentWorker(one));
  for (const one of all) await one.start();
  await until(async () => (await services.store.tournaments.get(id))?.status !== 'running');
  for (const one of all) await one.stop();
  return services.store.tournaments.fixtures(id);
}

/** What is stored of a match, but its id and its times. */
async function matchesOf({ store }: Services, fixtures: readonly FixtureRecord[]): Promise<object[]> {
  return Promise.all(
    fixtures.map(async ({ matchId }) => {
      const match = { ...(await store.get(matchId)), id: null, createdAt: null, season: null };
      const events = await store.read(matchId);
      return { ...match, finishedAt: match.finishedAt != null, seqs: events.map(({ seq }) => seq), texts: events.map(({ json }) => json) };
    }),
  );
}

function results(fixtures: readonly FixtureRecord[]): unknown[] {
  return fixtures.map(({ order, status, result, attempts, fault }) => ({ order, status, result, attempts, fault }));
}

test.each([CLASSIC, OPEN, BAZAAR])('$name: logs, matches and results as of those that are played one by one', async (plan) => {
  const here = process('batches');
  const alone = servicesOf(new MemoryEventStore('alone'), 'alone');
  const cup = await begin(here, plan);
  const other = await begin(alone, plan);
  const fixtures = await playOut(here, cup.id);
  const expected = await playOut(alone, other.id);
  expect(fixtures.length).toBeGreaterThan(8);
  expect(results(fixtures)).toEqual(results(expected));
  expect(await matchesOf(here, fixtures)).toEqual(await matchesOf(alone, expected));
});

test('two processes play each match once', async () => {
  const [one, two] = [process('first'), process('second')];
  const cup = await begin(one, { ...CLASSIC, worlds: 40 });
  const fixtures = await playOut(one, cup.id, [one, two]);
  expect(fixtures.every(({ status }) => status === 'done')).toBe(true);
  const { rows } = await fresh.database.pool.query<{ events: number }>(
    `SELECT count(*)::int AS events FROM match_event JOIN tournament_fixture AS fixture USING (match_id) WHERE tournament_id = $1`,
    [cup.id],
  );
  const matches = await Promise.all(fixtures.map(({ matchId }) => one.store.get(matchId)));
  expect(rows[0]?.events).toBe(matches.reduce((sum, match) => sum + (match?.head ?? 0), 0));
});

test('what was claimed, with an answer that was lost on its way, is played all the same', async () => {
  const here = process('unaware');
  const cup = await begin(here, CLASSIC);
  expect(await here.store.tournaments.batches?.claim(cup.id, 3)).toHaveLength(3); // as with a connection that breaks after the commit
  const fixtures = await playOut(here, cup.id);
  expect(fixtures.map(({ status }) => status)).toEqual(fixtures.map(() => 'done'));
});

test('what a process has claimed that died is played by others; what it stores late is left out', async () => {
  const [dead, alive] = [process('dead'), process('alive')];
  const cup = await begin(alive, CLASSIC);
  const claimed = (await dead.store.tournaments.batches?.claim(cup.id, 3)) ?? [];
  expect(claimed.map(({ order, status }) => [order, status])).toEqual([0, 1, 2].map((order) => [order, 'playing']));
  expect((await alive.store.tournaments.batches?.claim(cup.id, 1))?.map(({ order }) => order)).toEqual([3]);
  await alive.store.tournaments.batches?.release((await alive.store.tournaments.fixtures(cup.id)).map(({ matchId }) => matchId));
  const fixtures = await playOut(alive, cup.id);
  expect(fixtures.every(({ status }) => status === 'done')).toBe(true);
  const [first] = fixtures;
  const match = await alive.store.get(first?.matchId ?? '');
  if (!first?.result || !match) throw new Error('it was not played');
  const late = {
    tournamentId: cup.id,
    order: 0,
    match: { ...match, id: first.matchId },
    seasonPlay: 0,
    events: [],
    result: first.result,
    world: null,
  };
  expect(await dead.store.tournaments.batches?.keep([late])).toEqual(new Set());
});

test('one that was begun elsewhere goes on from where it was left, in the queue', async () => {
  const here = process('goes-on');
  const cup = await begin(here, CLASSIC);
  const [first] = await here.store.tournaments.fixtures(cup.id);
  if (!first) throw new Error('nothing is scheduled');
  const { matchOf } = await import('~/tournament/fixture-match');
  await matchOf(here, { tournament: cup, fixture: first, seasonKey: null }); // its process held it, and died
  await fresh.database.pool.query('UPDATE match SET lease_until = now() WHERE id = $1', [first.matchId]);
  const fixtures = await playOut(here, cup.id);
  const alone = servicesOf(new MemoryEventStore('alone'), 'alone');
  expect(results(fixtures)).toEqual(results(await playOut(alone, (await begin(alone, CLASSIC)).id)));
});

test('one that is cancelled stores nothing of what was claimed', async () => {
  const here = process('cancelled');
  const cup = await begin(here, CLASSIC);
  await here.store.tournaments.batches?.claim(cup.id, 4);
  await cancelTournament(here, cup.id);
  const counts = await here.store.tournaments.counts(cup.id);
  expect(counts).toMatchObject({ waiting: 0, playing: 0, done: 0 });
  expect(await here.store.tournaments.batches?.waiting()).not.toContainEqual({ id: cup.id, code: codeId() });
});
