import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { expect } from 'vitest';
import { runMandi } from './run-mandi';

/** The rows of the first file of a dataset, as the command writes it into `out`. */
export async function exportedRows(
  [format = '', ...asked]: readonly string[],
  { out, env }: { out: string; env: Record<string, string> },
): Promise<Record<string, unknown>[]> {
  const args = ['export', '--format', format, ...asked, '--out', out];
  const { errors, code } = await runMandi(args, { env }); // a process of its own: an export ends the channel to whoever started it
  expect({ errors, code }).toEqual({ errors, code: 0 });
  const { files } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as { files: { name: string }[] };
  const [file] = files;
  if (file === undefined) throw new Error('no file');
  const path = join(out, file.name);
  if (path.endsWith('.parquet')) return (await parquetReadObjects({ file: await asyncBufferFromFile(path) })) as Record<string, unknown>[];
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
