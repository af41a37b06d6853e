/** All data for `/metrics` and the operations page, collected on request. */
import { refusalsSoFar } from '~/api/refusals';
import type { InferenceState } from '~/inference/inference-types';
import { type KeptAWhile, keptAWhile } from '~/lib/time/kept-a-while';
import type { LiveCounts } from '~/live/gateway';
import type { DiskSpace } from '~/store/operations/disk-space';
import type { DatabaseCounts, OperationsStore, PoolUse } from '~/store/operations/operations-store';

/** Maximum age of the data. */
const KEPT_MS = 5_000;
/** Responds within this time even if the database hangs, with what this process has in memory. */
const LIMIT_MS = 3_000;

export interface Snapshot {
  version: string;
  live: LiveCounts;
  /** Matches that this process runs. */
  running: number;
  refusals: ReadonlyMap<string, number>;
  pool: PoolUse | null;
  inference: InferenceState;
  disk: DiskSpace | null;
  /** null: the database does not answer. */
  database: DatabaseCounts | null;
}

export interface SnapshotSources {
  version: string;
  store: OperationsStore | null;
  disk(): Promise<DiskSpace | null>;
  live(): LiveCounts;
  running(): number;
  inference(): InferenceState | Promise<InferenceState>;
}

export function snapshots(sources: SnapshotSources): () => Promise<Snapshot> {
  const { store } = sources;
  const counts = store && keptAWhile(() => store.counts(), KEPT_MS);
  return async () => ({
    version: sources.version,
    live: sources.live(),
    running: sources.running(),
    refusals: refusalsSoFar(),
    pool: store?.pool() ?? null,
    inference: await sources.inference(),
    disk: await sources.disk(),
    database: counts && (await inTime(counts)),
  });
}

async function inTime<T>(question: KeptAWhile<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LIMIT_MS);
  });
  try {
    return await Promise.race([question.get().catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
