import { expect, test } from 'vitest';
import { emptyBroadcaster } from '~/live/audience';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { Entrant, SeatResult } from '~/store/tournaments/tournament';
import { advanceTournament } from '~/tournament/advance-tournament';
import { createTournament } from '~/tournament/create-tournament';
import { readPlan } from '~/tournament/read-plan';
import { appRouter } from '../router';
import { strangerAt } from '../testing/stranger-at';

const OPEN = { ruleset: 'gpu-market/open', version: 2, task: 'single_trade' };
const RATED = { name: 'rated', kind: 'rated', task: OPEN.task, entrants: ['greedy', 'house'], worlds: 1, nulls: [] };

/** A rated tournament in which the first entrant's matches all bring it so much; `most` of them are played, and its season stays open. */
async function played(services: Services, change: object, { score, most }: { score: number; most?: number }): Promise<void> {
  const { store } = services;
  const plan = readPlan({ ...RATED, ...change });
  if (!plan.ok) throw new Error(plan.why);
  const made = await createTournament({ store }, plan.value);
  if (!made.ok) throw new Error(made.why);
  const { id } = made.value;
  for (const { order, seats } of (await store.tournaments.fixtures(id)).slice(0, most)) {
    const scored = seats.map((seat) => ({ ...seat, score: seat.entrant === 'greedy' ? score : 0 }) as SeatResult);
    const result = { seats: scored, welfare: null, efficiency: null, unrated: false, rounds: 3, logHash: '' };
    await store.tournaments.finish(id, order, result);
  }
  if (most === undefined) await advanceTournament(services, id);
}

test('a season that is open comes to its board in steps, with two digits, once everybody has eight worlds', async () => {
  const log = { info() {}, warn() {}, error() {} };
  let now = Date.now();
  const services: Services = {
    store: new MemoryEventStore('here'),
    processId: 'here',
    audience: emptyBroadcaster,
    log,
    now: () => now,
  };
  const ask = appRouter.createCaller(strangerAt(services));
  const scoreNow = async () => {
    now += 10_000; // a board is kept for some seconds
    const { entries, matches, openSeasons } = await ask.leaderboard.get(OPEN);
    const { score, pinHash = '', rating } = entries.find(({ entrant }) => entrant === 'greedy') ?? {};
    const { items } = await ask.leaderboard.evidence({ ...OPEN, pin: pinHash });
    return { matches, openSeasons, mean: score?.mean, listed: items.length, without: rating?.without };
  };
  await played(services, { worlds: 3 }, { score: 1.2345 });
  const closed = { matches: 6, openSeasons: 0, mean: 1.2345, listed: 6 };
  expect(await scoreNow()).toMatchObject(closed);
  await played(services, { name: 'short', worlds: 40 }, { score: 7, most: 19 });
  expect(await scoreNow()).toMatchObject({ ...closed, openSeasons: 1 });
  await played(services, { name: 'long', worlds: 40 }, { score: 1.2345, most: 59 });
  expect(await scoreNow()).toMatchObject({ matches: 46, openSeasons: 2, mean: 1.2, listed: 46, without: [] });
});

test('matches under other options, judges, tables or opponents stand on boards of their own', async () => {
  const log = { info() {}, warn() {}, error() {} };
  const services: Services = { store: new MemoryEventStore('here'), processId: 'here', audience: emptyBroadcaster, log, now: Date.now };
  await played(services, {}, { score: 1 });
  await played(services, { name: 'again', worlds: 2 }, { score: 1 });
  await played(services, { name: 'large', options: { labs: 8 } }, { score: 100 });
  await played(services, { name: 'easy', others: ['wait'], tableSize: 1 }, { score: 1000 });
  const ask = appRouter.createCaller(strangerAt(services));
  expect(await ask.leaderboard.boards()).toEqual([
    { ...OPEN, setting: '2 at a table' },
    { ...OPEN, setting: '2 at a table; labs 8' },
    { ...OPEN, setting: 'each alone; others wait' },
  ]);
  const scoreOn = async (setting?: string) => {
    const { entries } = await ask.leaderboard.get({ ...OPEN, ...(setting !== undefined && { setting }) });
    return entries.find(({ entrant }) => entrant === 'greedy');
  };
  expect((await scoreOn())?.score).toMatchObject({ mean: 1, n: 3 });
  expect((await scoreOn('2 at a table; labs 8'))?.score).toMatchObject({ mean: 100, n: 1 });
  expect((await scoreOn('each alone; others wait'))?.score.mean).toBe(1000);
  expect(await ask.leaderboard.get({ ...OPEN, setting: 'none such' })).toMatchObject({ entries: [], matches: 0 });
  const pin = (await scoreOn())?.pinHash ?? '';
  const evidence = async (setting?: string) => {
    const { items } = await ask.leaderboard.evidence({ ...OPEN, pin, ...(setting !== undefined && { setting }) });
    return new Set(items.map(({ tournament }) => tournament));
  };
  expect(await evidence()).toEqual(new Set(['rated', 'again']));
  expect(await evidence('2 at a table; labs 8')).toEqual(new Set(['large']));
});

test('the evidence of an entry holds the matches of older versions that count for it, each with who played', async () => {
  const log = { info() {}, warn() {}, error() {} };
  let clock = Date.UTC(2026, 10, 23);
  const now = () => (clock += 1000); // versions come one after the other, however fast the machine is
  const services: Services = { store: new MemoryEventStore('here', now), processId: 'here', audience: emptyBroadcaster, log, now };
  const { store } = services;
  const plan = readPlan({ ...RATED, worlds: 4 });
  if (!plan.ok) throw new Error(plan.why);
  const made = await createTournament({ store }, plan.value);
  if (!made.ok) throw new Error(made.why);
  const [base] = made.value.entrants;
  const model = await store.tournaments.fixtures(made.value.id);
  for (const version of [1, 2]) {
    const pin = { ...base?.pin, digest: `sha256:${version}` } as NonNullable<Entrant['pin']>;
    const entrants = made.value.entrants.map((one): Entrant => (one.name === 'greedy' ? { ...one, player: `ada@${version}`, pin } : one));
    const id = `version${version}`;
    // The second version has played fewer worlds than the first, so that both count.
    const fixtures = model.filter(({ world }) => version === 1 || world < 2).map((one) => ({ ...one, matchId: `${id}x${one.order}` }));
    await store.tournaments.create({ id, plan: made.value.plan, entrants, seasonId: null, code: '1' }, fixtures);
    for (const { order, seats } of fixtures) {
      const scored = seats.map(
        (seat) => ({ ...seat, player: seat.entrant === 'greedy' ? `ada@${version}` : 'house', score: 1 }) as SeatResult,
      );
      await store.tournaments.finish(id, order, { seats: scored, welfare: null, efficiency: null, unrated: false, rounds: 3, logHash: '' });
    }
  }
  const ask = appRouter.createCaller(strangerAt(services));
  const [board] = await ask.leaderboard.boards();
  if (!board) throw new Error('no board');
  const { entries } = await ask.leaderboard.get(board);
  const [ada] = entries.filter(({ player }) => player?.startsWith('ada@'));
  expect(ada?.player).toBe('ada@2');
  const { items } = await ask.leaderboard.evidence({ ...board, pin: ada?.pinHash ?? '' });
  expect(items).toHaveLength(ada?.matches ?? 0);
  expect(new Set(items.map(({ player }) => player))).toEqual(new Set(['ada@1', 'ada@2']));
});

test('made-up settings and tasks leave nothing behind', async () => {
  const log = { info() {}, warn() {}, error() {} };
  const services: Services = { store: new MemoryEventStore('here'), processId: 'here', audience: emptyBroadcaster, log, now: () => 0 };
  let asked = 0;
  const { list } = services.store.tournaments;
  services.store.tournaments.list = (...args) => {
    asked += 1;
    return list.apply(services.store.tournaments, args);
  };
  const ask = appRouter.createCaller(strangerAt(services));
  await ask.leaderboard.get({ ...OPEN, setting: 'first' });
  const once = asked;
  await ask.leaderboard.get({ ...OPEN, setting: 'first' });
  expect(asked).toBe(once); // it was kept
  for (let n = 0; n < 100; n += 1) await ask.leaderboard.get({ ...OPEN, setting: `made up ${n}` });
  asked = 0;
  await ask.leaderboard.get({ ...OPEN, setting: 'first' });
  expect(asked).toBe(once); // it was not
});
