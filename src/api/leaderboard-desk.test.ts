import { expect, test } from 'vitest';
import { emptyHall } from '~/live/audience';
import type { Services } from '~/match/services';
import { MemoryEventStore } from '~/store/memory-event-store';
import { createTournament } from '~/tournament/create-tournament';
import { readPlan } from '~/tournament/read-plan';
import type { SeatResult } from '~/tournament/tournament';
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
