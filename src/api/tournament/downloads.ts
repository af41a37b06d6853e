/** Results by match and by seed as files, for spreadsheets and notebooks. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { SCORE_COLUMNS, scoreRows } from '~/eval/scores-table';
import { csvPieces, parquetBytes, TABLE_FILES, type TableColumn, type TableFile, type TableRow } from '~/lib/tables/result-table';
import { RESULT_COLUMNS, resultRows } from '~/tournament/results-table';
import type { SharedServices } from '../context';
import { Refusal } from '../errors';
import { send } from '../match/downloads';
import { findReport } from '../report/service';

export function isTableFile(kind: string): kind is TableFile {
  return Object.hasOwn(TABLE_FILES, kind);
}

/** For everyone who may see the tournament's page. */
export async function sendResults(
  shared: SharedServices,
  { id, kind }: { id: string; kind: TableFile },
  response: ServerResponse,
): Promise<void> {
  const { store } = shared.services;
  const record = await store.tournaments.get(id);
  if (!record) throw new Refusal('unknown_tournament', `There is no tournament "${id}".`);
  await sendTable(
    { columns: RESULT_COLUMNS, rows: resultRows(store, record), name: `mandi-tournament-${id}-results.${kind}` },
    kind,
    response,
  );
}

/** The scores of a stored report. */
export async function sendScores(
  shared: SharedServices,
  { id, kind }: { id: string; kind: TableFile },
  response: ServerResponse,
): Promise<void> {
  const { study } = await findReport(shared, id);
  const rows = scoreRows(study.reports);
  if (rows === null)
    throw new Refusal('not_found', 'This report was kept without the scores of each seed. Run it again with --save --scores FILE.');
  await sendTable({ columns: SCORE_COLUMNS, rows: Readable.from(rows), name: `mandi-report-${id}-scores.${kind}` }, kind, response);
}

interface NamedTable {
  columns: readonly TableColumn[];
  rows: AsyncIterable<TableRow>;
  name: string;
}

async function sendTable({ columns, rows, name }: NamedTable, kind: TableFile, response: ServerResponse): Promise<void> {
  const type = TABLE_FILES[kind];
  if (kind === 'csv') return send(response, csvPieces(columns, rows), { type, name });
  const bytes = await parquetBytes(columns, rows);
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Content-Length': bytes.byteLength,
    'Cache-Control': 'no-store',
  });
  response.end(bytes);
}
