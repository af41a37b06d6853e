/** A server's own worker: it plays where nobody else does, gives way to the server, and gets a share of a busy machine all the same. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MatchWorkers } from '~/start/match-workers';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { begin } from '~/tournament/testing/begin';
import { describeOnDatabases, freshDatabase } from './support/database';
import { quietServices, waitUntil } from './support/runners';

interface Running {
  pid: number;
  niceness: number;
  command: string;
}

/** Processes that this one has started. */
function children(): Running[] {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,ni=,command='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [parent, pid, niceness, ...words] = line.trim().split(/\s+/);
    return Number(parent) === process.pid ? [{ pid: Number(pid), niceness: Number(niceness), command: words.join(' ') }] : [];
  });
}

function ownWorker(): Running | undefined {
  return children().find(({ command }) => command.includes('worker matches --child'));
}

describeOnDatabases('a server without other workers', (kind) => {
  test('starts one that plays its tournaments, a little below itself, and takes it along when it stops', async () => {
    const fresh = await freshDatabase(kind);
    const home = await mkdtemp(join(tmpdir(), 'mandi-own-worker-'));
    const store = new PostgresEventStore(fresh.database, 'server');
    const services = quietServices(store, 'server');
    const environment = { ...process.env, DATABASE_URL: fresh.url, MANDI_HOME: home, MANDI_MODEL: 'off' };
    const workers = new MatchWorkers({ store, log: services.log, tend: async () => undefined, environment });
    await workers.start();
    expect(ownWorker()).toBeUndefined(); // there is nothing to play
    const cup = await begin(services, {
      name: 'Cup',
      ruleset: 'classic',
      task: 'single_trade',
      entrants: ['wait', 'greedy_hoarder'],
      worlds: 20,
    });
    await waitUntil(async () => ownWorker() !== undefined);
    // At 10, what systems call below normal, it got a tenth of a busy core and was taken for dead.
    expect(ownWorker()?.niceness).toBe(5);
    await waitUntil(async () => (await store.tournaments.get(cup.id))?.status === 'finished');
    await workers.stop();
    expect(ownWorker()).toBeUndefined();
    await store.close();
    await fresh.drop();
    await rm(home, { recursive: true, force: true });
  });
});
