/** Types of the data studio. */
import type { GameKey } from '~/contract/game-ref';
import type { DatasetManifest } from '~/dataset/export-dataset';
import type { DatasetRequest, FileForm } from '~/dataset/request';

export type { DatasetCount as DataCount, DatasetManifest } from '~/dataset/export-dataset';
export type { PassedOver, PassedOverBy } from '~/dataset/passed-over';
export type { DatasetFormat, DatasetRequest, FileForm, PairSource, SeatOutcome } from '~/dataset/request';

/** stopped: incomplete and not running; can be resumed. empty: there were no rows to write. failed: ended with an error message. */
export type ExportStatus = 'running' | 'stopped' | 'empty' | 'failed' | 'finished';

export interface ExportCard {
  id: string;
  request: DatasetRequest;
  form: FileForm;
  /** Continues as matches end. */
  follow: boolean;
  status: ExportStatus;
  /** Progress so far; null if the process has not reported any. */
  progress: { matches: number; rows: number } | null;
  /** A message if it failed or found no rows. */
  fault: string | null;
  /** Complete command line for a terminal. */
  command: string;
  manifest: DatasetManifest | null;
  startedAt: string;
}

/** For `preferences`: the policies of a ruleset that can play on after the action. */
export interface RestChoice {
  ruleset: string;
  /** Its key. */
  game: GameKey;
  /** The default policy. */
  usual: string;
  policies: { id: string; title: string }[];
}

export interface DataSample {
  /** Lines as in the JSON lines file, shortened if long. */
  rows: { text: string; cut: boolean }[];
  /** Number of matches that were read. */
  matches: number;
  counts: Record<string, number>;
  /** Version of the prompt that rows are written in; null: rows without one. */
  prompt: string | null;
}
