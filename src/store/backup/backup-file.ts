/**
 * The format of a backup: compressed SQL text. A line of JSON with the contents, each table's rows as COPY writes them, and a line with the
 * counts.
 * After decompression, `psql` can read it too.
 */
import { z } from 'zod';

export const FORMAT = 1;
export const HEAD = '-- Mandi backup ';
export const TAIL = '-- complete ';
export const END_OF_ROWS = '\\.';

const headShape = z.object({
  format: z.literal(FORMAT),
  /** ISO. */
  at: z.string(),
  /** The migrations applied to its tables. */
  migrations: z.array(z.string()),
});
export type BackupHead = z.infer<typeof headShape>;

const tailShape = z.object({ rows: z.record(z.string(), z.number()) });
export type BackupTail = z.infer<typeof tailShape>;

/** null if the line is something else. */
export function readHead(line: string): BackupHead | null {
  return read(line, HEAD, headShape);
}

export function readTail(line: string): BackupTail | null {
  return read(line, TAIL, tailShape);
}

function read<T>(line: string, prefix: string, shape: z.ZodType<T>): T | null {
  if (!line.startsWith(prefix)) return null;
  try {
    return shape.parse(JSON.parse(line.slice(prefix.length)));
  } catch {
    return null;
  }
}

/** `COPY "match" ("id", "game") FROM stdin;` */
export function copyLine({ name, columns }: { name: string; columns: readonly string[] }): string {
  return `COPY ${quote(name)} (${columns.map(quote).join(', ')}) FROM stdin;`;
}

const COPY = /^COPY ("[a-z0-9_]+") \(("[a-z0-9_]+"(?:, "[a-z0-9_]+")*)\) FROM stdin;$/;

/** The table and its columns, quoted as in the line; null if the line is something else. */
export function readCopy(line: string): { table: string; columns: string } | null {
  const [, table, columns] = COPY.exec(line) ?? [];
  return table === undefined || columns === undefined ? null : { table, columns };
}

function quote(name: string): string {
  return `"${name}"`;
}
