import type pg from 'pg';
import { ownTables } from '../database-admin';

/** Tables about running processes or a point in time, which would be wrong in another database. */
const OF_THE_MOMENT = new Set([
  'server_process',
  'tournament_worker',
  'web_hub',
  'table_presence',
  'write_probe',
  'eval_progress',
  'archive_draft',
]);

export interface BackupTable {
  name: string;
  columns: string[];
}

/** The tables of a backup, in an order that satisfies foreign keys. */
export async function tablesToKeep(client: pg.ClientBase): Promise<BackupTable[]> {
  const names = ownTables().filter((name) => !OF_THE_MOMENT.has(name));
  const { rows } = await client.query<BackupTable>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
     WHERE c.oid = ANY(SELECT to_regclass(name) FROM unnest($1::text[]) AS name)
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' GROUP BY c.relname ORDER BY c.relname`,
    [names],
  );
  const { rows: links } = await client.query<{ child: string; parent: string }>(
    `SELECT child.relname::text AS child, parent.relname::text AS parent FROM pg_constraint
     JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
     WHERE contype = 'f' AND conrelid = ANY(SELECT to_regclass(name) FROM unnest($1::text[]) AS name)`,
    [names],
  );
  return parentsFirst(rows, links);
}

export function parentsFirst(tables: readonly BackupTable[], links: readonly { child: string; parent: string }[]): BackupTable[] {
  const ordered: BackupTable[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { child, parent } of links) if (child === name) visit(parent);
    const table = tables.find((one) => one.name === name);
    if (table) ordered.push(table);
  };
  for (const { name } of tables) visit(name);
  return ordered;
}
