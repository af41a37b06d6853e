import type { FileForm } from '~/dataset/request';

export interface ExportOrder {
  do: 'export';
  folder: string;
  form: FileForm;
  rows: number;
}

export interface ExportNews {
  news: 'exported';
  seconds: number;
  written: number;
  bytes: number;
  peakBytes: number;
  /** Seconds spent playing the matches. */
  alone: number;
}
