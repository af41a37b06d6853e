/** Rows as Parquet files hold them: what columns are made of, and what the writer takes for them. */
import type { SchemaElement } from 'hyparquet';

/** `each`: a list; `fields`: a record; `json`: anything, as text. Everything may be null. */
export type Kind = 'text' | 'whole' | 'number' | 'flag' | 'json' | { each: Kind } | { fields: Columns };
export interface Columns {
  [name: string]: Kind;
}

/** What the writer takes for a value. */
export function cell(kind: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'whole') return BigInt(value as number);
  if (typeof kind === 'string') return value;
  if ('each' in kind) return (value as unknown[]).map((one) => cell(kind.each, one));
  const record = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(kind.fields).map(([name, field]) => [name, cell(field, record[name])]));
}

export function schemaOf(columns: Columns): SchemaElement[] {
  return [
    { name: 'root', num_children: Object.keys(columns).length },
    ...Object.entries(columns).flatMap(([name, kind]) => elements(name, kind)),
  ];
}

const OPTIONAL = { repetition_type: 'OPTIONAL' } as const;

function elements(name: string, kind: Kind): SchemaElement[] {
  if (kind === 'whole') return [{ name, type: 'INT64', ...OPTIONAL }];
  if (kind === 'number') return [{ name, type: 'DOUBLE', ...OPTIONAL }];
  if (kind === 'flag') return [{ name, type: 'BOOLEAN', ...OPTIONAL }];
  if (kind === 'text' || kind === 'json') return [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', ...OPTIONAL }];
  if ('each' in kind) {
    const list = { name, converted_type: 'LIST', num_children: 1, ...OPTIONAL } as const;
    return [list, { name: 'list', repetition_type: 'REPEATED', num_children: 1 }, ...elements('element', kind.each)];
  }
  const fields = Object.entries(kind.fields).flatMap(([field, one]) => elements(field, one));
  return [{ name, num_children: Object.keys(kind.fields).length, ...OPTIONAL }, ...fields];
}
