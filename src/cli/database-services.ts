import { type Config, readConfig } from '~/config';
import { openTracing } from '~/lib/tracing/open-tracing';
import type { Services } from '~/match/services';
import { type Database, openDatabase } from '~/store/database';
import { keepTally } from '~/store/operations/keep-tally';
import { postgresOperations } from '~/store/operations/postgres-operations-store';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { newProcessId, servicesOn } from './services';

export interface Opened {
  services: Services;
  database: Database;
}

/** Opens the database of this clone (or DATABASE_URL's), runs `work` and closes it. Progress goes to stderr. */
export async function withDatabase<T>(work: (opened: Opened) => Promise<T>, { takesLong = false } = {}): Promise<T> {
  const config = readConfig();
  const database = await openDatabase(takesLong ? patient(config) : config, { say: (line) => process.stderr.write(`${line}\n`) });
  const processId = newProcessId();
  const tracing = await openTracing(config.tracing, { role: 'command', processId });
  const store = new PostgresEventStore(database, processId);
  const stopTally = keepTally(postgresOperations(database));
  try {
    return await work({ services: servicesOn(store, processId), database });
  } finally {
    await stopTally();
    await tracing.close();
    await store.close();
    await database.close();
  }
}

/** Raises the query timeout to that of a migration, because an export reads for minutes. */
function patient(config: Config): Config {
  return { ...config, database: { ...config.database, queryMs: config.database.longQueryMs } };
}
