/** What the data studio is told. */
import type { GameKey } from '~/contract/game-ref';
import type { DatasetManifest } from '~/dataset/export-dataset';
import type { DatasetRequest, FileForm } from '~/dataset/request';

export type { DatasetCount as DataCount, DatasetManifest } from '~/dataset/export-dataset';
export type { PassedOver, PassedOverBy } from '~/dataset/passed-over';
export type { DatasetFormat, DatasetRequest, FileForm, PairSource, SeatOutcome } from '~/dataset/request';

/** stopped: not whole yet, and nobody works on it; it can go on. empty: there was no row to write. failed: so it ended, and says why. */
export type ExportStatus = 'running' | 'stopped' | 'empty' | 'failed' | 'finished';

export interface ExportCard {
  id: string;
  request: DatasetRequest;
  form: FileForm;
  /** Goes on as matches end. */
  follow: boolean;
  status: ExportStatus;
  /** So far; null: its process told this server nothing. */
  progress: { matches: number; rows: number } | null;
  /** A sentence, when it failed or found no row. */
  fault: string | null;
  /** Whole, to be run by hand. */
  command: string;
  manifest: DatasetManifest | null;
  startedAt: string;
}

/** Of `preferences`: who may play on after the action, of a ruleset. */
export interface RestChoice {
  ruleset: string;
  /** Its key. */
  game: GameKey;
  /** Plays on where nobody is named. */
  usual: string;
  policies: { id: string; title: string }[];
}

export interface DataSample {
  /** Each a line of JSON lines, cut where it is long. */
  rows: { text: string; cut: boolean }[];
  /** That were read for them. */
  matches: number;
  counts: Record<string, number>;
}
