/** Matches that people play at two processes, while whoever holds the match is killed. */
import { afterAll, beforeAll } from 'vitest';
import type { Receipt } from '~/contract/game';
import { MatchRunner } from '~/match/match-runner';
import type { Services } from '~/match/services';
import type { TableRequest } from '~/match/table/open-table';
import { MemoryEventStore } from '~/store/memory-event-store';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { type DatabaseKind, type FreshDatabase, freshDatabase } from './database';
import { quietServices, Runner, waitUntil } from './runners';
import { seatedTable } from './tables';

export interface Holders {
  /** The two processes at which people are; neither runs matches. */
  endpoints(): [Services, Services];
  /** All that were started, killed ones too. */
  runners: readonly Runner[];
  start(count?: number): void;
  /** Once everyone who was started is ready to play. */
  ready(): Promise<void>;
  /** Who runs that match now; waits until somebody does. */
  of(matchId: string): Promise<Runner>;
  /** For a match whose runner was killed: its turn ends now, or when the grace period of the next runner is over. Returns the deadline. */
  endTurn(matchId: string): Promise<Date>;
}

/** For a suite of its own: it gets a database before its tests, and ends every runner after them. */
export function holdersOn(kind: DatabaseKind, leaseMs: number): Holders {
  let fresh: FreshDatabase;
  let stores: PostgresEventStore[] = [];
  const runners: Runner[] = [];
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    stores = ['endpoint1', 'endpoint2'].map((name) => new PostgresEventStore(fresh.database, name));
  });
  afterAll(async () => {
    for (const runner of runners) await runner.kill();
    for (const store of stores) await store.close();
    await fresh.drop();
  });
  return {
    runners,
    endpoints: () => stores.map((store, n) => quietServices(store, `endpoint${n + 1}`)) as [Services, Services],
    start(count = 1) {
      for (let n = 0; n < count; n += 1) runners.push(new Runner(fresh.url, `runner${runners.length}`, leaseMs));
    },
    async ready() {
      for (const runner of runners) if (!runner.hasEnded) await runner.until((said) => said.some(({ did }) => did === 'ready'));
    },
    async of(matchId) {
      let holder: Runner | undefined;
      await waitUntil(async () => {
        const sql = 'SELECT lease_owner FROM match WHERE id = $1';
        const { rows } = await fresh.database.pool.query<{ lease_owner: string | null }>(sql, [matchId]);
        holder = runners.find((runner, n) => `runner${n}` === rows[0]?.lease_owner && !runner.hasEnded);
        return holder !== undefined;
      });
      return holder as Runner;
    },
    async endTurn(matchId) {
      const sql = 'UPDATE match SET deadline = now() WHERE id = $1 RETURNING deadline';
      const { rows } = await fresh.database.pool.query<{ deadline: Date }>(sql, [matchId]);
      return (rows[0] as { deadline: Date }).deadline;
    },
  };
}

/** The same table, which nothing disturbs: its events as they are stored, and what `play` answers. */
export async function undisturbedTable(
  request: TableRequest,
  play: (id: string, services: Services) => Promise<Map<string, Receipt>>,
): Promise<{ texts: string[]; receipts: Map<string, Receipt> }> {
  const services = quietServices(new MemoryEventStore('undisturbed'), 'undisturbed');
  const runner = new MatchRunner(services);
  await runner.start();
  const { id } = await seatedTable(services, request);
  const receipts = await play(id, services);
  await runner.stop();
  return { texts: (await services.store.read(id)).map(({ json }) => json), receipts };
}
