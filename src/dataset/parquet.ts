/** JSON lines as a Parquet file: lists and records as such, and what has no fixed shape (observations, actions, facts) as JSON text. */
import { closeSync, fsyncSync, openSync, readSync } from 'node:fs';
import type { SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { DatasetFormat } from './request';

/** `each`: a list; `fields`: a record; `json`: anything, as text. Everything may be null. */
type Kind = 'text' | 'whole' | 'number' | 'flag' | 'json' | { each: Kind } | { fields: Columns };
interface Columns {
  [name: string]: Kind;
}

const MESSAGES: Kind = { each: { fields: { role: 'text', content: 'text' } } };
const ORIGIN: Columns = {
  match_id: 'text',
  ruleset: 'text',
  ruleset_version: 'whole',
  task_type: 'text',
  seed: 'whole',
  split: 'text',
  seat: 'text',
  player: 'text',
  trainable: 'flag',
  trainable_reason: 'text',
};
const STEPS: Kind = {
  each: {
    fields: {
      round_index: 'whole',
      origin: 'text',
      observation: 'json',
      actions: 'json',
      results: { each: { fields: { ok: 'flag', code: 'text' } } },
      reward: 'number',
      return: 'number',
    },
  },
};
const MARKS: Columns = { relevance: 'whole', evidence: 'whole', honesty: 'whole', persuasion: 'whole', overall: 'whole' };

export const COLUMNS: Record<DatasetFormat, Columns> = {
  sft: { messages: MESSAGES, ...ORIGIN, round_index: 'whole', origin: 'text', return: 'number', prompt_version: 'text' },
  'arena-sft': { messages: MESSAGES, task_type: 'text', seed: 'whole', round_index: 'whole' },
  preferences: {
    prompt: MESSAGES,
    chosen: MESSAGES,
    rejected: MESSAGES,
    ...ORIGIN,
    round_index: 'whole',
    origin: 'text',
    margin: 'number',
    score_chosen: 'number',
    score_rejected: 'number',
    source: 'text',
    rest: 'text',
    worlds: 'whole',
    prompt_version: 'text',
  },
  trajectories: { ...ORIGIN, score: 'number', steps: STEPS },
  judge: {
    ...ORIGIN,
    round_index: 'whole',
    origin: 'text',
    judge_mode: 'text',
    judge: 'text',
    pitch: 'text',
    score: 'number',
    rule_score: 'number',
    won: 'flag',
    reason: 'text',
    quote: 'text',
    fallback: 'text',
    disagreement: 'number',
    facts: 'json',
    panel: { each: { fields: MARKS } },
  },
};

/** A group of rows is held in memory at a time, as text, rows and columns: about so much JSON text, and never more rows. */
const GROUP_BYTES = 2 << 20;
const GROUP_ROWS = 2_500;
const CHUNK = 1 << 20;

/** Reads the lines a group at a time; the file is on disk when this ends. */
export function toParquet(lines: string, into: string, format: DatasetFormat): void {
  const columns = COLUMNS[format];
  const parquet = new ParquetWriter({ writer: fileWriter(into), schema: schemaOf(columns), createdBy: 'mandi' });
  for (const rows of groupsOf(lines)) {
    const columnData = Object.entries(columns).map(([name, kind]) => ({ name, data: rows.map((row) => cell(kind, row[name])) }));
    void parquet.write({ columnData, rowGroupSize: GROUP_ROWS });
  }
  void parquet.finish();
  const file = openSync(into, 'r+');
  fsyncSync(file);
  closeSync(file);
}

type Row = Record<string, unknown>;

function* groupsOf(path: string): Generator<Row[]> {
  let rows: Row[] = [];
  let bytes = 0;
  for (const line of linesOf(path)) {
    rows.push(JSON.parse(line) as Row);
    bytes += line.length;
    if (bytes < GROUP_BYTES && rows.length < GROUP_ROWS) continue;
    yield rows;
    rows = [];
    bytes = 0;
  }
  if (rows.length > 0) yield rows;
}

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(CHUNK);
  const pieces: Buffer[] = [];
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0 && end < read; end = chunk.indexOf(10, from)) {
        yield Buffer.concat([...pieces.splice(0), chunk.subarray(from, end)]).toString();
        from = end + 1;
      }
      pieces.push(Buffer.from(chunk.subarray(from, read)));
    }
  } finally {
    closeSync(file);
  }
}

function cell(kind: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'whole') return BigInt(value as number);
  if (kind === 'json') return JSON.stringify(value);
  if (typeof kind === 'string') return value;
  if ('each' in kind) return (value as unknown[]).map((one) => cell(kind.each, one));
  const record = value as Row;
  return Object.fromEntries(Object.entries(kind.fields).map(([name, field]) => [name, cell(field, record[name])]));
}

function schemaOf(columns: Columns): SchemaElement[] {
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
