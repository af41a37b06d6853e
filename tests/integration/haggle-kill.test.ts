/** Two people haggle at a real server, which is killed in the middle: both sides go on with what they hold, and the log is an undisturbed one's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPolicy } from '~/games/policies';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { describeKills, type FreshDatabase, freshDatabase } from './support/database';
import { until } from './support/server';
import { type Spawned, spawnServer } from './support/spawned';
import { Guest } from './support/table';

const HAGGLE = { game: 'bazaar/open', task: 'haggle', seed: 17, policy: 'open', clockSeconds: 600 };
const SEATS = ['seller_0', 'buyer_0'] as const;
/** In these turns the server is killed: while somebody thinks, or right after the move. */
const KILLS: Record<number, 'before' | 'after'> = { 1: 'before', 2: 'after', 4: 'before' };
const PATIENCE = 900_000;

describeKills('a haggle whose server is killed', (kind) => {
  let fresh: FreshDatabase;
  let site: Spawned;
  let store: PostgresEventStore;
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    store = new PostgresEventStore(fresh.database, 'test');
    site = await spawnServer(fresh.url);
  }, PATIENCE);
  afterAll(async () => {
    await site.kill();
    await store.close();
    await fresh.drop();
  });

  /** What somebody holds, at the server as it is now. */
  function at(before: Guest): Guest {
    const now = new Guest(site.origin);
    for (const [name, value] of before.cookies) now.cookies.set(name, value);
    return now;
  }

  async function killed(): Promise<void> {
    await site.kill();
    site = await spawnServer(fresh.url);
  }

  /** Both sides move as `linear` would; answers the match, every receipt, and how often the server was killed. */
  async function haggle(kills: typeof KILLS) {
    const linear = findPolicy('bazaar/open', 'linear');
    if (!linear) throw new Error('there is no linear');
    const host = new Guest(site.origin);
    const { id } = await host.api.match.create.mutate(HAGGLE);
    const people = new Map<string, Guest>();
    for (const seat of SEATS) {
      const guest = new Guest(site.origin);
      await guest.api.seat.claim.mutate({ id, seat, name: `At ${seat}` });
      people.set(seat, guest);
    }
    await host.api.table.start.mutate({ id });
    const receipts: string[] = [];
    let deaths = 0;
    for (let turn = 0; ; turn += 1) {
      const seat = SEATS[turn % SEATS.length] ?? SEATS[0];
      const person = people.get(seat) ?? host;
      const now = await until(async () => {
        const match = await store.get(id);
        if (match?.status === 'finished') return 'over';
        return match?.turn === turn && match.clock?.deadline && 'open';
      }, PATIENCE);
      if (now === 'over') return { id, receipts, deaths };
      if (kills[turn] === 'before') {
        await killed();
        deaths += 1;
      }
      const { observation } = await at(person).api.seat.observe.query({ id, seat });
      const chosen: unknown = await linear.choose(observation);
      const move = { id, seat, turn, key: `${seat} ${turn}`, actions: Array.isArray(chosen) ? chosen : [chosen] };
      receipts.push(`${seat} ${turn} ${(await at(person).api.seat.submit.mutate(move)).code}`);
      if (kills[turn] !== 'after') continue;
      await killed();
      deaths += 1;
      const again = await at(person).api.seat.submit.mutate(move); // whose answer may have been lost
      expect(again.code).toBe('turn_accepted');
    }
  }

  test(`goes on with both people (${kind})`, { timeout: PATIENCE }, async () => {
    const disturbed = await haggle(KILLS);
    const calm = await haggle({});
    expect(disturbed.deaths).toBe(Object.keys(KILLS).length);
    expect(disturbed.receipts).toEqual(calm.receipts);
    expect(new Set(disturbed.receipts.map((receipt) => receipt.split(' ').at(-1)))).toEqual(new Set(['turn_accepted']));
    const logs = await Promise.all([disturbed, calm].map(async ({ id }) => (await store.read(id)).map(({ json }) => json)));
    expect(logs[0]).toEqual(logs[1]);
    expect(logs[0]?.join('\n')).toContain('"offer_made"');
    expect(await store.get(disturbed.id)).toMatchObject({ status: 'finished', fault: null });
  });
});
