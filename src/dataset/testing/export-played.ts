import { type DatasetManifest, exportDataset } from '../export-dataset';
import type { DatasetFormat, FileForm } from '../request';
import { playedStore } from './played-store';

export interface PlayedExport {
  folder: string;
  format: DatasetFormat;
  form: FileForm;
  matches: number;
  rowsAShard?: number;
  onMatch?(progress: { matches: number; rows: number }): void;
}

/** Exports matches that are played while they are read. */
export function exportPlayed({ format, matches, ...options }: PlayedExport): Promise<DatasetManifest> {
  return exportDataset(playedStore(matches), { format, ruleset: 'classic', split: 'train' }, { rowsAShard: 25, code: 'test', ...options });
}
