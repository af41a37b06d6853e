/** Who is best and why: from real matches, of the tournament that says most. */
import { expect, test } from 'vitest';
import { closeThreads } from '~/engine/threads';
import type { Services } from '~/match/services';
import type { FixtureRecord } from '~/store/tournaments/tournament';
import { begin, servicesHere } from '~/tournament/testing/begin';
import { TournamentWorker } from '~/tournament/tournament-worker';
import type { SharedServices } from '../context';
import { StandingsCache } from './standings-cache';
import { replaysOf, showPlaces, showWhy, spread } from './why';

const CUP = {
  name: 'Cup',
  game: 'bazaar/open',
  task: 'haggle',
  entrants: ['linear', 'conceder'],
  nulls: [],
  worlds: 2,
  tableSize: 2,
  source: 'train',
};

function sharedOf(services: Services): SharedServices {
  return { services, standings: new StandingsCache(services) } as unknown as SharedServices;
}

async function playOut(services: Services): Promise<void> {
  const worker = new TournamentWorker(services, { slots: 4 });
  await worker.start();
  await expect.poll(async () => services.store.tournaments.running(), { timeout: 120_000 }).toEqual([]);
  await worker.stop();
  await closeThreads();
}

test('nothing is over: nobody is explained', async () => {
  const services = servicesHere();
  await begin(services, CUP);
  expect(await showWhy(sharedOf(services), null)).toBeNull();
});

test('of a tournament that is over: its table, what each did as the rules took it, and matches that exist', async () => {
  const services = servicesHere();
  const cup = await begin(services, CUP);
  await playOut(services);
  const sheet = await showWhy(sharedOf(services), null);
  expect(sheet?.card.id).toBe(cup.id);
  expect(sheet?.games).toEqual(['bazaar/open']);
  const fixtures = await services.store.tournaments.fixtures(cup.id);
  expect(await showPlaces(sharedOf(services))).toEqual(
    sheet?.standings.rows.map(({ entrant, rank, score }) => ({
      ref: entrant,
      ruleset: 'bazaar/open',
      tournament: { id: cup.id, name: 'Cup' },
      rank,
      ranked: 2,
      score,
    })),
  );
  expect(sheet?.watched).toBe(fixtures.length);
  const leader = sheet?.standings.rows[0]?.entrant;
  expect(sheet?.habits.map(({ entrant }) => entrant)).toEqual(sheet?.standings.rows.map(({ entrant }) => entrant));
  for (const { seats, habits } of sheet?.habits ?? []) {
    expect(seats).toBe(fixtures.length);
    expect(habits.find(({ code }) => code === 'offer_created')?.perMatch).toBeGreaterThan(0);
    for (const { when } of habits) expect(when).toBeGreaterThan(0);
  }
  // A deal counts for both of its sides, whoever took the offer: over all entrants there are twice as many as the logs hold.
  const logs = await Promise.all(fixtures.map(({ matchId }) => services.store.read(matchId)));
  const deals = logs.flat().filter(({ event }) => event.type === 'deal_made').length;
  const told = (sheet?.habits ?? []).reduce(
    (sum, { seats, habits }) => sum + seats * (habits.find((one) => one.code === 'deal_made')?.perMatch ?? 0),
    0,
  );
  expect(told).toBeCloseTo(2 * deals);
  expect(sheet?.replays.length).toBeGreaterThan(0);
  expect(sheet?.replays.every(({ matchId, other }) => fixtures.some((one) => one.matchId === matchId) && other !== leader)).toBe(true);
  expect(await showWhy(sharedOf(services), 'gpu-market/open')).toBeNull();
});

test('a demo gives way to any other tournament of its game, whichever is newer', async () => {
  const services = servicesHere();
  const cup = await begin(services, { ...CUP, worlds: 1 });
  const demo = await begin(services, { ...CUP, name: 'Demo', worlds: 1 });
  await playOut(services);
  const list = services.store.tournaments.list.bind(services.store.tournaments);
  services.store.tournaments.list = async (page) => {
    const { items, ...rest } = await list(page);
    return { ...rest, items: items.map((one) => (one.id === demo.id ? { ...one, plan: { ...one.plan, demo: true as const } } : one)) };
  };
  expect((await showWhy(sharedOf(services), 'bazaar/open'))?.card.id).toBe(cup.id);
});

test('the matches to watch: the largest lead, the closest, the worst, each once and none unrated', () => {
  const match = (order: number, [own, other]: [number, number], unrated = false) =>
    ({
      matchId: `m${order}`,
      order,
      result: {
        unrated,
        seats: [
          { entrant: 'a', score: own },
          { entrant: 'b', score: other },
          { entrant: null, score: 9 },
        ],
      },
    }) as unknown as FixtureRecord;
  const done = [match(0, [3, 1]), match(1, [1, 1.1]), match(2, [0, 5]), match(3, [99, 0], true)];
  expect(replaysOf('a', done).map(({ matchId, why }) => `${matchId} ${why}`)).toEqual(['m0 largest', 'm1 closest', 'm2 worst']);
  expect(replaysOf('a', done.slice(0, 1)).map(({ why }) => why)).toEqual(['largest']);
  expect(replaysOf('nobody', done)).toEqual([]);
});

test('the matches that are counted do not miss an entrant whose matches come at even distances', () => {
  const schedule = Array.from({ length: 256 }, (_, place) => `entrant ${place % 8}`);
  const counted = spread(schedule, 32);
  expect(counted).toHaveLength(32);
  expect(new Set(counted).size).toBe(8);
  expect(spread(schedule.slice(0, 5), 32)).toHaveLength(5);
});
