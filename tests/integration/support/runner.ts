// A process that plays whatever waits to be played on a database, and says what it does as JSON lines. Killed, stopped and raced by tests.
import { appendFileSync } from 'node:fs';
import { showTestGames } from '~/games/registry';
import { MatchRunner } from '~/match/match-runner';
import type { Services } from '~/match/services';
import { NO_MINDS, openAgentRuntime } from '~/start/agent-runtime';
import { openDatabase } from '~/store/database';
import { PostgresEventStore } from '~/store/postgres-event-store';

const [url = '', processId = '', leaseMs = ''] = process.argv.slice(2);

function say(words: object): void {
  appendFileSync(1, `${JSON.stringify(words)}\n`); // at once: a line that waits in a buffer dies with the process
}

showTestGames(true);
const database = await openDatabase({ databaseUrl: url, home: '' });
const store = new PostgresEventStore(database, processId);
const { agents } = await openAgentRuntime(NO_MINDS, { log: { info() {}, warn() {}, error() {} }, store: store.agents });
const services: Services = {
  store,
  agents,
  audience: {
    events: (match, stored) => say({ did: 'append', matchId: match.id, seqs: stored.map((event) => event.seq) }),
    card: () => undefined,
  },
  log: {
    info: (fields, message) => say({ did: message, ...fields }),
    warn: (fields, message) => say({ did: 'warn', message, ...fields }),
    error: (fields, message) => say({ did: 'error', message, ...fields }),
  },
  processId,
  now: Date.now,
  leaseMs: Number(leaseMs),
};
await new MatchRunner(services).start();
say({ did: 'ready' });
