/** The demo league: begun once on a new database, by one process of many; resumed after a kill; it waits while somebody plays. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '~/config';
import { codeId } from '~/eval/code-digest';
import { usualGames } from '~/games/registry';
import type { HeldSeat } from '~/store/match-types';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { beginDemoLeagues, demoLeagues } from '~/tournament/demo-league';
import { isAnythingToPlay } from '~/tournament/look-at-tournaments';
import { begin } from '~/tournament/testing/begin';
import { TournamentWorker } from '~/tournament/tournament-worker';
import { type FreshDatabase, freshDatabase } from './support/database';
import { quietServices, waitUntil } from './support/runners';
import { startServer } from './support/server';
import { newMatch, OPENING } from './support/stores';

const ANN: HeldSeat = { seat: 'lab_0', kind: 'person', name: 'Ann', ready: false, here: false, policy: null };
const CUP = { name: 'Cup', ruleset: 'classic', task: 'single_trade', entrants: ['wait', 'greedy_hoarder'], worlds: 2 };

let fresh: FreshDatabase;
const stores: PostgresEventStore[] = [];
beforeEach(async () => {
  await closeAll();
  fresh = await freshDatabase('embedded');
});
afterAll(closeAll);

async function closeAll(): Promise<void> {
  for (const store of stores.splice(0)) await store.close();
  await fresh?.drop();
}

function process(id: string) {
  const store = new PostgresEventStore(fresh.database, id);
  stores.push(store);
  return quietServices(store, id);
}

async function tournaments({ store }: ReturnType<typeof process>) {
  return (await store.tournaments.list({ limit: 50 })).items;
}

test('a new database gets one of each game, in the usual version, unrated and of published training seeds; the next start adds none', async () => {
  const here = process('one');
  await beginDemoLeagues(here);
  const made = await tournaments(here);
  expect(made.length).toBeGreaterThan(0);
  for (const { plan } of made) {
    expect(plan).toMatchObject({ demo: true, kind: 'exhibition', worlds: 8, source: { range: 'train' } });
    expect(plan.name).toMatch(/^Demo league: /);
    expect(usualGames().map(({ ref }) => ref)).toContainEqual({ key: plan.game, version: plan.version });
  }
  expect(new Set(made.map(({ plan }) => plan.game)).size).toBe(made.length);
  await beginDemoLeagues(process('two'));
  expect(await tournaments(here)).toEqual(made);
  expect((await demoLeagues(here.store)).map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort());
});

test('of processes that begin at the same moment one does', async () => {
  const all = Array.from({ length: 6 }, (_, i) => process(`p${i}`));
  await Promise.all(all.map(beginDemoLeagues));
  const [one] = all;
  if (!one) throw new Error('no process');
  const made = await tournaments(one);
  expect(new Set(made.map(({ plan }) => plan.game)).size).toBe(made.length);
  const { length } = await one.store.tournaments.fixtures(made[0]?.id ?? '');
  const alone = await one.store.tournaments.counts(made[0]?.id ?? '');
  expect(alone.waiting).toBe(length);
});

test('where somebody has played before there is none', async () => {
  const played = process('played');
  await played.store.create(newMatch(), OPENING);
  await beginDemoLeagues(played);
  expect(await tournaments(played)).toEqual([]);
});

test('where a tournament was made before there is none; a showcase alone changes nothing', async () => {
  const here = process('here');
  await here.store.create(newMatch({ showcase: true }), OPENING);
  const cup = await begin(here, CUP);
  await beginDemoLeagues(here);
  expect((await tournaments(here)).map(({ id }) => id)).toEqual([cup.id]);
});

test('what a killed worker held is played by the next one, each match once, and all of it ends', async () => {
  const dead = process('dead');
  await beginDemoLeagues(dead);
  const [first] = await tournaments(dead);
  if (!first) throw new Error('no league');
  const held = (await dead.store.tournaments.batches?.claim(first.id, 4)) ?? [];
  expect(held).toHaveLength(4);
  await beginDemoLeagues(process('started again'));
  const next = process('next');
  const worker = new TournamentWorker(next, { slots: 8 });
  await worker.start();
  await waitUntil(async () => (await tournaments(next)).every(({ status }) => status === 'finished'));
  await worker.stop();
  for (const { id } of await tournaments(next)) {
    const fixtures = await next.store.tournaments.fixtures(id);
    expect(fixtures.every(({ status, attempts }) => status === 'done' && attempts === 0)).toBe(true);
    expect(new Set(fixtures.map(({ matchId }) => matchId)).size).toBe(fixtures.length);
  }
});

test('it waits while a person sits at a match that runs, and goes on when they have left; other tournaments go before it', async () => {
  const here = process('here');
  await beginDemoLeagues(here);
  const { tournaments: store, tables } = { tournaments: here.store.tournaments, tables: here.store.tables };
  const waiting = async () => (await store.batches?.waiting()) ?? [];
  const all = (await waiting()).map(({ id }) => id);
  expect(all.length).toBeGreaterThan(0);
  expect(await isAnythingToPlay(store, codeId())).toBe(true);
  const match = await here.store.create(newMatch({ seats: [ANN], hosted: true, visibility: 'public' }), OPENING);
  await tables.setPresence(match.id, 'lab_0', true);
  expect(await waiting()).toEqual([]);
  expect(await isAnythingToPlay(store, codeId())).toBe(false);
  const cup = await begin(here, CUP);
  expect((await waiting()).map(({ id }) => id)).toEqual([cup.id]);
  await tables.setPresence(match.id, 'lab_0', false);
  expect((await waiting()).map(({ id }) => id).sort()).toEqual([...all, cup.id].sort());

  const order: string[] = [];
  const worker = new TournamentWorker(here, { slots: 2 });
  const keep = store.batches?.keep.bind(store.batches);
  if (!keep || !store.batches) throw new Error('no batches');
  store.batches.keep = async (played) => {
    order.push(...played.map(({ tournamentId }) => tournamentId));
    return keep(played);
  };
  await worker.start();
  await waitUntil(async () => (await store.get(cup.id))?.status === 'finished' && order.some((id) => id !== cup.id));
  await worker.stop();
  expect(order.lastIndexOf(cup.id)).toBeLessThan(order.findIndex((id) => id !== cup.id));
});

test('a server begins it, unless it is switched off', async () => {
  expect(readConfig({}).league).toBe(true);
  expect(readConfig({ MANDI_LEAGUE: 'off' }).league).toBe(false);
  expect(() => readConfig({ MANDI_LEAGUE: 'never' })).toThrow('MANDI_LEAGUE must be on or off.');
  const off = await startServer(fresh, { league: false });
  expect(await off.api.tournament.demo.query()).toEqual([]);
  await off.stop();
  const on = await startServer(fresh, { league: true });
  const demos = await on.api.tournament.demo.query();
  expect(demos.length).toBeGreaterThan(0);
  expect(demos.every(({ isDemo, kind }) => isDemo && kind === 'exhibition')).toBe(true);
  expect(await on.api.leaderboard.boards.query()).toEqual([]); // it is on no board
  const { file } = await on.api.tournament.get.query({ id: demos[0]?.id ?? '' });
  expect(file).not.toContain('demo:');
  await on.stop();
});
