/** What is archived of a match, row by row: its events, what its agents did, and the turns that were handed in. */
import { createHash } from 'node:crypto';
import type { Columns } from '~/lib/parquet/schema';

/** In this order in every file. A later version may add columns at the end. */
export const ARCHIVE_COLUMNS = {
  match_id: 'text',
  kind: 'text',
  /** Of an event its place, of an agent's turn the turn, of a receipt its number. */
  place: 'whole',
  /** Milliseconds since 1970: when it was recorded. */
  at: 'whole',
  /** An event's type, an agent's `name@version`, or the key of a turn that was handed in. */
  name: 'text',
  /** JSON, byte for byte: an event, a report, or the turn that was handed in. */
  text: 'text',
  seat: 'text',
  round: 'whole',
  turn: 'whole',
  prompt: 'text',
  requests: 'text',
  answer: 'text',
  answered_at: 'whole',
  waiting: 'flag',
} as const satisfies Columns;

export const ARCHIVE_NAMES = Object.keys(ARCHIVE_COLUMNS) as (keyof typeof ARCHIVE_COLUMNS)[];

export const ROW_KINDS = ['event', 'turn', 'receipt'] as const;
type RowKind = (typeof ROW_KINDS)[number];

export interface ArchiveRow {
  match_id: string;
  kind: RowKind;
  place: number;
  at: number;
  name: string;
  text: string;
  seat: string | null;
  round: number | null;
  turn: number | null;
  prompt: string | null;
  requests: string | null;
  answer: string | null;
  answered_at: number | null;
  waiting: boolean | null;
}

/** A match's rows in the one order in which they are written: events, turns of agents, receipts. */
export interface ArchivedMatch {
  matchId: string;
  rows: ArchiveRow[];
}

/** Of a match's rows, whatever file they are in. */
export function digestOf(rows: readonly ArchiveRow[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${JSON.stringify(ARCHIVE_NAMES.map((name) => row[name] ?? null))}\n`);
  return hash.digest('hex');
}

export function countsOf(rows: readonly ArchiveRow[]): { events: number; turns: number; receipts: number } {
  const of = (kind: RowKind) => rows.reduce((sum, row) => sum + (row.kind === kind ? 1 : 0), 0);
  return { events: of('event'), turns: of('turn'), receipts: of('receipt') };
}
