/** The queue of matches when its database fails it: what is said, and to whom. */
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { serverTarget } from '~/store/connect';
import { JobQueue } from '~/store/jobs/job-queue';
import { describeOnDatabases, freshDatabase } from './support/database';
import { waitUntil } from './support/runners';

/** Files share a process and its modules: another may have run a queue already. */
vi.hoisted(() => vi.resetModules());
/** Before the queue first runs: it listens to the console from then on. */
const written = (['trace', 'error', 'warn'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => undefined));

const SCHEMA = 'queue_of_this_test';

describeOnDatabases('a taker that cannot put its job away', (kind) => {
  test('is told as broken, and prints no stack trace into the terminal; what a match itself prints is printed', async () => {
    for (const spy of written) spy.mockClear();
    const { url, drop } = await freshDatabase(kind);
    const target = serverTarget(url);
    const pool = new pg.Pool(target.config).on('error', () => undefined); // dropping the database may end a connection before it has closed
    const queue = new JobQueue({ target, pool, schema: SCHEMA, connections: 3 });
    await queue.ready();
    await queue.add(pool, { id: 't1', orders: [0], code: '1' });
    const run = await queue.run({ slots: 1, code: '1' }, async () => {
      await pool.query(`DROP SCHEMA ${SCHEMA} CASCADE`);
      console.error('a match speaks');
    });
    await waitUntil(async () => run.isBroken());
    await new Promise(setImmediate);
    expect(written.flatMap(({ mock }) => mock.calls)).toEqual([['a match speaks']]);
    await run.stop();
    await pool.end();
    await drop();
  });
});
