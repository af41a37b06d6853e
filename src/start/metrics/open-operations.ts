/** What a server reports to its operator: metrics, a page, and a heartbeat for the other processes. */
import { hostname } from 'node:os';
import type { OperationsService } from '~/api/operations/types';
import { keptAWhile } from '~/lib/time/kept-a-while';
import type { LiveCounts } from '~/live/gateway';
import { diskSpace } from '~/store/operations/disk-space';
import { keepTally } from '~/store/operations/keep-tally';
import type { OperationsStore } from '~/store/operations/operations-store';
import { type Exposition, exposition } from './exposition';
import { type SnapshotSources, snapshots } from './snapshot';

const SIGN_EVERY_MS = 5_000;
/** Cache time of table sizes and agents' latest turns; the page asks more often. */
const DETAILS_KEPT_MS = 15_000;
const COUNTS_KEPT_MS = 2_000;

export interface OperationsOptions {
  processId: string;
  version: string;
  database: 'embedded' | 'server';
  /** Absent: only this process is shown. */
  operations?: OperationsStore;
  /** Where this process stores data. Absent: it stores none. */
  agentRuntime?: { home: string };
}

export interface OperationsParts {
  counts(): LiveCounts;
  runner: { readonly size: number };
  inference: SnapshotSources['inference'];
}

export interface OpenedOperations {
  metrics(): Promise<Exposition>;
  /** null: there is no database. */
  service: OperationsService | null;
  stop(): Promise<void>;
}

export function openOperations(options: OperationsOptions, { counts, runner, inference }: OperationsParts): OpenedOperations {
  const { version, operations: store = null, agentRuntime } = options;
  const disk = () => diskSpace(agentRuntime?.home ?? '');
  const sources: SnapshotSources = { version, store, disk, live: counts, running: () => runner.size, inference };
  const metrics = exposition(snapshots(sources));
  if (store === null) return { metrics, service: null, stop: async () => undefined };
  const stopSigning = signOfLife(store, { ...sources, processId: options.processId });
  const stopTally = keepTally(store);
  return {
    metrics,
    service: serviceOf(store, options, sources),
    async stop() {
      await Promise.all([stopSigning(), stopTally()]);
    },
  };
}

function serviceOf(store: OperationsStore, options: OperationsOptions, { inference, disk }: SnapshotSources): OperationsService {
  const counts = keptAWhile(() => store.counts(), COUNTS_KEPT_MS);
  const details = keptAWhile(() => store.details(), DETAILS_KEPT_MS);
  return {
    async look() {
      const { workers } = await inference();
      return {
        process: options.processId,
        version: options.version,
        database: options.database,
        pool: store.pool(),
        counts: await counts.get(),
        details: await details.get(),
        inferenceWorkers: workers.map(({ id, name, since, slots }) => ({ id, name, since, slots })),
        disk: await disk(),
      };
    },
  };
}

/** If the database is unavailable, the heartbeat is sent later. */
function signOfLife(
  store: OperationsStore,
  { processId, version, live, running }: SnapshotSources & { processId: string },
): () => Promise<void> {
  const self = { id: processId, host: hostname(), pid: process.pid, version };
  const sign = (): Promise<void> => {
    const { sockets, watchers } = live();
    return store.sign({ ...self, memoryBytes: process.memoryUsage.rss(), sockets, watchers, matches: running() }).catch(() => undefined);
  };
  let signing = sign();
  const timer = setInterval(() => {
    signing = signing.then(sign);
  }, SIGN_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await signing;
    await store.leave(processId).catch(() => undefined);
  };
}
