import { expect, test } from 'vitest';
import { emptyHall } from '~/live/audience';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import { createTournament } from '~/tournament/create-tournament';
import { readPlan } from '~/tournament/read-plan';
import type { Entrant, SeatResult } from '~/tournament/tournament';
import { appRouter } from './router';
import { strangerAt } from './testing/stranger-at';

const OPEN = { ruleset: 'gpu-market/open', version: 1, task: 'single_trade' };
const RATED = { name: 'rated', kind: 'rated', task: OPEN.task, entrants: ['greedy', 'house'], worlds: 1, nulls: [] };

/** A rated tournament in which the first entrant's matches all bring it so much. */
async function played({ store }: Services, change: object, score: number): Promise<void> {
  const plan = readPlan({ ...RATED, ...change });
  if (!plan.ok) throw new Error(plan.why);
  const made = await createTournament({ store }, plan.value);
  if (!made.ok) throw new Error(made.why);
  const { id } = made.value;
  for (const { order, seats } of await store.tournaments.fixtures(id)) {
    const scored = seats.map((seat) => ({ ...seat, score: seat.entrant === 'greedy' ? score : 0 }) as SeatResult);
    const result = { seats: scored, welfare: null, efficiency: null, unrated: false, rounds: 3, logHash: '' };
    await store.tournaments.finish(id, order, result);
  }
}

test('matches under other options, judges, tables or opponents stand on boards of their own', async () => {
  const log = { info() {}, warn() {}, error() {} };
  const services: Services = { store: new MemoryEventStore('here'), processId: 'here', audience: emptyHall, log, now: Date.now };
  await played(services, {}, 1);
  await played(services, { name: 'again', worlds: 2 }, 1);
  await played(services, { name: 'large', options: { labs: 8 } }, 100);
  await played(services, { name: 'easy', others: ['wait'], tableSize: 1 }, 1000);
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
  const services: Services = { store: new MemoryEventStore('here', now), processId: 'here', audience: emptyHall, log, now };
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
