import type { InferenceState } from '~/inference/inference-types';
import type { DiskSpace } from '~/store/operations/disk-space';
import type { DatabaseCounts, DatabaseDetails, PoolUse } from '~/store/operations/operations-store';

export type { UpkeepRun } from '~/store/archive/archive-state';
export type {
  FailingAgent,
  JobCount,
  LivingMatchWorker,
  LivingWebProcess,
  SlowQuery,
  TableSize,
} from '~/store/operations/operations-store';

/** Data of the operations page. */
export interface Operations {
  /** The web process that answers. */
  process: string;
  version: string;
  database: 'embedded' | 'server';
  pool: PoolUse | null;
  counts: DatabaseCounts;
  details: DatabaseDetails;
  inferenceWorkers: readonly Pick<InferenceState['workers'][number], 'id' | 'name' | 'since' | 'slots'>[];
  /** The disk of MANDI_HOME; null if the system does not say. */
  disk: DiskSpace | null;
}

export interface OperationsService {
  look(): Promise<Operations>;
}
