/** The list of matches: those of one tournament in one row, and filters by where a match was played. */
import { expect, test } from 'vitest';
import { openTable } from '~/match/table/open-table';
import { begin, servicesHere } from '~/tournament/testing/begin';
import { TournamentWorker } from '~/tournament/tournament-worker';
import { appRouter } from '../router';
import { strangerAt } from '../testing/stranger-at';

/** A clock by which each match is newer than the one before. */
function ticking() {
  let now = 1_700_000_000_000;
  return () => {
    now += 1;
    return now;
  };
}

async function listed() {
  const services = servicesHere({ now: ticking() });
  const single = async () => {
    const request = { game: 'gpu-market/open', version: 2, task: 'single_trade', policy: 'greedy', judgeMode: 'off', seed: 5, options: {} };
    const opened = await openTable(services, request);
    if (!opened.ok) throw new Error(opened.why);
    return opened.value.match.id;
  };
  const older = await single();
  const plan = { name: 'A cup', task: 'single_trade', entrants: ['house', 'wait'], worlds: 2, nulls: [] };
  const { id } = await begin(services, plan);
  const worker = new TournamentWorker(services, { slots: 2 });
  await worker.start();
  await expect.poll(async () => (await services.store.tournaments.get(id))?.status, { timeout: 900_000 }).toBe('finished');
  await worker.stop();
  const newer = await single();
  const played = (await services.store.tournaments.counts(id)).done;
  return { ask: appRouter.createCaller(strangerAt(services)).match, id, older, newer, played };
}

test('matches of a tournament are one row with its counts; those around it keep their places', async () => {
  const { ask, id, older, newer, played } = await listed();
  expect(played).toBeGreaterThan(2);
  const page = await ask.list({ fold: true });
  expect(page.items).toHaveLength(3);
  expect([page.items[0]?.id, page.items[2]?.id]).toEqual([newer, older]);
  expect(Object.keys(page.tournaments ?? {})).toEqual([page.items[1]?.id]);
  expect(Object.values(page.tournaments ?? {})).toMatchObject([{ id, name: 'A cup' }]);
  expect(Object.values(page.tournaments ?? {})[0]?.counts.done).toBe(played);
  expect(page.nextCursor).toBeNull();

  const first = await ask.list({ fold: true, limit: 2 });
  const rest = await ask.list({ fold: true, limit: 2, cursor: first.nextCursor });
  expect([...first.items, ...rest.items].map((card) => card.id)).toEqual(page.items.map((card) => card.id));
  expect(rest.nextCursor).toBeNull();
});

test('a list is narrowed to tournaments, to matches outside of them, and to people', async () => {
  const { ask, older, newer, played } = await listed();
  expect((await ask.list({ among: 'tournaments', limit: 100 })).items).toHaveLength(played);
  expect((await ask.list({ among: 'others' })).items.map(({ id }) => id)).toEqual([newer, older]);
  expect((await ask.list({ among: 'people' })).items).toEqual([]);
  expect((await ask.list({ limit: 100 })).items).toHaveLength(played + 2);
});
