/** What the data studio is told. */
import type { DatasetManifest } from '~/dataset/export-dataset';
import type { DatasetRequest, FileForm } from '~/dataset/request';

export type { DatasetManifest } from '~/dataset/export-dataset';
export type { DatasetFormat, DatasetRequest, FileForm, PairSource, SeatOutcome } from '~/dataset/request';

/** stopped: not whole yet, and nobody works on it; it can go on. failed: so it ended, and says why. */
export type ExportStatus = 'running' | 'stopped' | 'failed' | 'finished';

export interface ExportCard {
  id: string;
  request: DatasetRequest;
  form: FileForm;
  status: ExportStatus;
  /** So far, as far as is known. */
  matches: number;
  rows: number;
  /** A sentence, when it failed. */
  fault: string | null;
  /** Whole, to be run by hand. */
  command: string;
  manifest: DatasetManifest | null;
  startedAt: string;
}

export interface DataCount {
  matches: number;
  seats: number;
  /** Counting stopped here: there are more. */
  more: boolean;
}

export interface DataSample {
  /** Each a line of JSON lines, cut where it is long. */
  rows: { text: string; cut: boolean }[];
  /** That were read for them. */
  matches: number;
  counts: Record<string, number>;
}
