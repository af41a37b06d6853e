/** Rows per second and peak memory of an export, by the number of rows and the file form. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileForm } from '~/dataset/request';
import { Child } from './child';
import type { ExportNews, ExportOrder } from './export-words';
import type { BenchOptions, Measure, Section } from './section';

const SIZES = [100_000, 1_000_000];
const QUICK = [2_000];
const NOTE =
  'chats of classic, as mandi export writes them, each match is written before the next, and files are synced five times per second; matches are played as they are read, instead of coming from a database';

export const section: Section = {
  id: 'export',
  title: 'Export: rows per second, peak memory',
  async measure(options) {
    const measures: Measure[] = [];
    for (const rows of options.quick ? QUICK : SIZES) {
      for (const form of ['jsonl', 'parquet'] as const) measures.push(...(await measureOne(rows, form, options)));
    }
    return measures;
  },
};

/** In a separate process, to measure its own peak. */
async function measureOne(rows: number, form: FileForm, { tell }: BenchOptions): Promise<Measure[]> {
  tell(`${rows} rows, ${form}`);
  const folder = mkdtempSync(join(tmpdir(), 'mandi-bench-export-'));
  const child = new Child<ExportOrder, ExportNews>('export-child.ts');
  try {
    child.order({ do: 'export', folder: join(folder, 'set'), form, rows });
    const { seconds, written, bytes, peakBytes, alone } = await child.hear('exported');
    const what = `${written.toLocaleString('en')} rows, ${form === 'jsonl' ? 'JSON lines' : 'Parquet'}`;
    tell(`${what}: ${Math.round(written / seconds)} rows/s, ${Math.round(peakBytes / 2 ** 20)} MiB`);
    const size = `${(bytes / 2 ** 20).toFixed(0)} MiB of files`;
    return [
      {
        what: `${what}: rows a second`,
        value: written / seconds,
        unit: 'rows/s',
        note: `${NOTE}; ${size}; playing alone ${alone.toFixed(0)} s of ${seconds.toFixed(0)} s`,
      },
      { what: `${what}: peak memory of the process`, value: peakBytes / 2 ** 20, unit: 'MiB' },
    ];
  } finally {
    await child.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
