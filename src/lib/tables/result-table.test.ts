import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { csvPieces, parquetBytes, type TableColumn, type TableRow } from './result-table';

const COLUMNS: TableColumn[] = [
  { name: 'name', kind: 'text', what: '' },
  { name: 'n', kind: 'whole', what: '' },
  { name: 'score', kind: 'number', what: '' },
  { name: 'counts', kind: 'flag', what: '' },
];
const ROWS: TableRow[] = [
  { name: 'plain', n: 1, score: 0.1 + 0.2, counts: true },
  { name: '=HYPERLINK("http://x")', n: -3, score: -1e-12, counts: false },
  { name: '@SUM(A1)', n: 2 ** 40, score: 5e-324, counts: null },
  { name: 'two\nlines, "quoted", 漢 é', n: null, score: null, counts: true },
  { name: null, n: 0, score: 0 },
];

async function* from(rows: readonly TableRow[]): AsyncGenerator<TableRow> {
  yield* rows;
}

async function csvOf(rows: readonly TableRow[]): Promise<string> {
  let text = '';
  for await (const piece of csvPieces(COLUMNS, from(rows))) text += piece;
  return text;
}

test('Parquet gives back every row as it was, every digit', async () => {
  const bytes = await parquetBytes(COLUMNS, from(ROWS));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const read = await parquetReadObjects({ file });
  const whole = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
  expect(read.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, whole(value)])))).toEqual(
    ROWS.map(({ name = null, n = null, score = null, counts = null }) => ({ name, n, score, counts })),
  );
});

test('a table of many groups is whole, and one without rows has its columns', async () => {
  const many = Array.from({ length: 12_001 }, (_, n): TableRow => ({ name: `row ${n}`, n, score: n / 7, counts: n % 2 === 0 }));
  const sizes = await Promise.all(
    [many, []].map(async (rows) => {
      const bytes = await parquetBytes(COLUMNS, from(rows));
      return (await parquetReadObjects({ file: bytes.buffer as ArrayBuffer })).map(({ n }) => Number(n));
    }),
  );
  expect(sizes).toEqual([many.map(({ n }) => n), []]);
  expect((await csvOf(many)).trimEnd().split('\n')).toHaveLength(12_002);
  expect(await csvOf([])).toBe('name,n,score,counts\n');
});

test('others are served between two groups of a Parquet file', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n): TableRow => ({ name: `row ${n}`, n, score: n / 7, counts: true }));
  let served = 0;
  let isOver = false;
  const serve = () => {
    served += 1;
    if (!isOver) setImmediate(serve);
  };
  setImmediate(serve);
  await parquetBytes(COLUMNS, from(rows));
  isOver = true;
  expect(served).toBeGreaterThanOrEqual(9);
});

test('CSV gives numbers in full, and no spreadsheet runs a text as a formula', async () => {
  const text = await csvOf(ROWS);
  expect(text.split('\n').slice(0, 4)).toEqual([
    'name,n,score,counts',
    'plain,1,0.30000000000000004,true',
    '"\'=HYPERLINK(""http://x"")",-3,-1e-12,false',
    "'@SUM(A1),1099511627776,5e-324,",
  ]);
  expect(text).toContain('"two\nlines, ""quoted"", 漢 é",,,true\n');
});
