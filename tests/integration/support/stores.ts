import { afterAll, beforeAll, describe } from 'vitest';
import type { EventStore, Lease, MatchRecord, NewMatch } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { describeOnDatabases, type FreshDatabase, freshDatabase } from './database';

export const LONG = 60_000;
export const OPENING = [{ type: 'opened', text: 'first' }];

/** Texts that a careless way through a driver, a codec or jsonb would change. */
export const AWKWARD = [
  { type: 'opened', z: 1, a: 2, again: { b: 1, a: [] }, long: 0.1 + 0.2, tiny: 5e-324, big: 2 ** 53 - 1, text: 'é 漢 \u{1F600}' },
  { type: 'said', text: 'a "quoted" \\ line\nand \t more', nul: '\u0000', half: '\ud83d', line: '\u2028' },
  { type: 'empty', nothing: null, list: [null, 1e21, -0, 1e-7] },
];

export interface Stores {
  store: EventStore;
  /** The same matches as another process sees them; the same store in memory. */
  other: EventStore;
  /** null in memory. */
  fresh: FreshDatabase | null;
}

/** The same tests in memory, on the embedded database and on a server. */
export function onEveryStore(tests: (stores: () => Stores) => void): void {
  describe('in memory', () => {
    const store = new MemoryEventStore('one');
    tests(() => ({ store, other: store, fresh: null }));
  });
  describeOnDatabases('in Postgres', (kind) => {
    let stores: Stores & { fresh: FreshDatabase };
    beforeAll(async () => {
      const fresh = await freshDatabase(kind);
      stores = { fresh, store: new PostgresEventStore(fresh.database, 'one'), other: new PostgresEventStore(fresh.database, 'two') };
    });
    afterAll(async () => {
      await stores.store.close();
      await stores.other.close();
      await stores.fresh.drop();
    });
    tests(() => stores);
  });
}

export async function begin({ store }: Stores, change: Partial<NewMatch> = {}): Promise<MatchRecord> {
  return store.create(newMatch(change), OPENING);
}

export async function hold({ store }: Stores, matchId: string, { owner = 'one', forMs = LONG } = {}): Promise<Lease> {
  const lease = await store.acquire(matchId, owner, forMs);
  if (!lease) throw new Error(`no lease of ${matchId}`);
  return lease;
}

let made = 0;
export function newMatch(change: Partial<NewMatch> = {}): NewMatch {
  made += 1;
  return {
    id: `m${process.pid}x${made}x${Math.random().toString(36).slice(2)}`,
    game: 'gpu-market/classic',
    version: 1,
    task: 'single_trade',
    seed: 5,
    judgeMode: 'off',
    config: { task_type: 'single_trade', seed: 5, nested: { list: [1, 2.5, null] } },
    seats: [{ seat: 'lab_0', kind: 'script', policy: 'wait' }],
    visibility: 'open',
    pace: 0,
    rounds: 8,
    showcase: false,
    ...change,
  };
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  const patience = Date.now() + 300_000;
  while (!(await holds())) {
    if (Date.now() > patience) throw new Error('it did not come true in 60 seconds');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
