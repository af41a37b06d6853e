/** How web processes reach each other's sockets: Socket.IO's adapter over Postgres. `redis.ts` has the one over Redis. */
import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import type { Database } from '../database';

/** No message needs the adapter's table for long ones, so there is nothing to clean up in it. */
const NEVER_MS = 2 ** 31 - 1;

/** Listens on a connection of its own and speaks through the pool. */
export function postgresCrossing({ pool, target }: Pick<Database, 'pool' | 'target'>): ReturnType<typeof createAdapter> {
  // The adapter takes a client out of a pool and never gives it back after it broke. So each time it gets a fresh one.
  const lines = {
    query: pool.query.bind(pool),
    async connect() {
      const client = new pg.Client({ ...target.config, application_name: 'mandi sockets' });
      client.on('error', () => undefined); // `end` follows, and the adapter connects again
      try {
        await client.connect();
      } catch (fault) {
        await client.end().catch(() => undefined);
        throw fault;
      }
      return Object.assign(client, { release: () => void client.end().catch(() => undefined) });
    },
  };
  return createAdapter(lines as unknown as pg.Pool, { cleanupInterval: NEVER_MS });
}
