/** The options of a game, field by field. Requests, flags and files are parsed with them, and forms are generated from them. */
import { unknownName } from '~/lib/text/unknown-name';

export type OptionRow = Readonly<Record<string, number | string | boolean>>;
/** A range is its two ends; multiple choices are a list; rows are a list of objects. */
export type OptionValue = number | string | boolean | readonly [number, number] | readonly string[] | readonly OptionRow[];

interface OptionWords {
  id: string;
  title: string;
  /** One sentence. */
  help: string;
  unit?: string;
}

/** A field that can also be a cell of a row. */
export type PlainField =
  | (OptionWords & { kind: 'int' | 'number'; min: number; max: number; default: number })
  | (OptionWords & { kind: 'choice'; of: readonly string[]; many?: never; default: string })
  | (OptionWords & { kind: 'flag'; default: boolean });

export type OptionField =
  | PlainField
  | (OptionWords & { kind: 'choice'; of: readonly string[]; many: true; default: readonly string[] })
  | (OptionWords & { kind: 'range'; of: 'int' | 'number'; min: number; max: number; default: readonly [number, number] })
  | (OptionWords & { kind: 'rows'; columns: readonly PlainField[]; most: number; default: readonly OptionRow[] });

/** A setting of a configuration in addition to task, seed and judge mode, for catalogs and schemas. */
export interface SettingCard {
  name: string;
  /** `array` is a range, multiple choices or rows. */
  type: 'integer' | 'number' | 'boolean' | 'string' | 'array';
  /** What it sets. */
  summary: string;
  min?: number;
  max?: number;
  choices?: readonly string[];
  /** The default, by task. */
  usual: Readonly<Record<string, number | boolean | string>>;
}

export type ReadOptions = { ok: true; value: Record<string, OptionValue> } | { ok: false; why: string; path: string };

/** Parses options. Missing ones keep the game's default. An unknown name or invalid value is refused with what is allowed. */
export function readOptions(fields: readonly OptionField[], raw: Readonly<Record<string, unknown>>): ReadOptions {
  const options: [string, OptionValue][] = [];
  for (const [id, given] of Object.entries(raw)) {
    if (given === undefined) continue;
    const field = fields.find((one) => one.id === id);
    if (!field) return no(id, strange(fields, id));
    const value = readOption(field, given);
    if (value === null) return no(id, allowedWords(field));
    options.push([id, value]);
  }
  return { ok: true, value: Object.fromEntries(options) };
}

/** Parses options from text, as in flags and form fields: `8`, `true`, `10..60`, `a,b`; rows are JSON. */
export function readOptionTexts(fields: readonly OptionField[], texts: Readonly<Record<string, string>>): ReadOptions {
  const fieldOf = (id: string) => fields.find((one) => one.id === id);
  const values = Object.entries(texts).map(([id, text]) => [id, typedValue(fieldOf(id), text.trim())]);
  return readOptions(fields, Object.fromEntries(values) as Record<string, unknown>);
}

/** The inverse of `readOptionTexts` for one value. */
export function optionText(value: OptionValue): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value.some((one) => typeof one === 'object')) return JSON.stringify(value);
  return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(typeof value[0] === 'number' ? '..' : ',');
}

/** `a whole number from 2 to 64` */
export function allowedWords(field: OptionField): string {
  switch (field.kind) {
    case 'int':
      return `a whole number from ${field.min} to ${field.max}`;
    case 'number':
      return `a number from ${field.min} to ${field.max}`;
    case 'choice':
      return field.many ? `any of ${field.of.join(', ')}, each at most once` : `one of ${field.of.join(', ')}`;
    case 'flag':
      return 'true or false';
    case 'range':
      return `two ${field.of === 'int' ? 'whole numbers' : 'numbers'} from ${field.min} to ${field.max}, the smaller first, e.g. ${optionText(field.default)} or [${field.default.join(', ')}]`;
    case 'rows':
      return `at most ${field.most} rows of ${field.columns.map((column) => `${column.id} (${allowedWords(column)})`).join(', ')}`;
  }
}

/** Settings for catalogs and schemas, with one card for all tasks. */
export function settingCards({
  tasks,
  options,
}: {
  tasks: readonly { id: string }[];
  options(task: string): OptionField[];
}): SettingCard[] {
  const cards = new Map<string, SettingCard>();
  for (const { id: task } of tasks) {
    for (const field of options(task)) {
      const card = cards.get(field.id) ?? cardOf(field);
      cards.set(field.id, { ...card, usual: { ...card.usual, [task]: plainDefault(field) } });
    }
  }
  return [...cards.values()];
}

const TYPES = { int: 'integer', number: 'number', flag: 'boolean', choice: 'string', range: 'array', rows: 'array' } as const;

function cardOf(field: OptionField): SettingCard {
  const { id: name, help: summary, kind } = field;
  const type = kind === 'choice' && field.many ? 'array' : TYPES[kind];
  if (kind === 'choice') return { name, summary, type, choices: field.of, usual: {} };
  return { name, summary, type, ...('min' in field && { min: field.min, max: field.max }), usual: {} };
}

function plainDefault({ default: usual }: OptionField): number | boolean | string {
  return typeof usual === 'object' ? optionText(usual) : usual;
}

function readOption(field: OptionField, given: unknown): OptionValue | null {
  switch (field.kind) {
    case 'int':
      return isNumber(given, field, true) ? given : null;
    case 'number':
      return isNumber(given, field, false) ? given : null;
    case 'choice':
      return field.many ? readMany(field.of, given) : (field.of.find((one) => one === given) ?? null);
    case 'flag':
      return typeof given === 'boolean' ? given : null;
    case 'range':
      return readRange(field, given);
    case 'rows':
      return readRows(field, given);
  }
}

function readMany(of: readonly string[], given: unknown): string[] | null {
  if (!Array.isArray(given) || new Set(given).size < given.length) return null;
  return given.every((one): one is string => of.some((allowed) => allowed === one)) ? given : null;
}

function readRange(field: OptionField & { kind: 'range' }, given: unknown): [number, number] | null {
  if (!Array.isArray(given) || given.length !== 2) return null;
  const [low, high] = given as readonly unknown[];
  const isWhole = field.of === 'int';
  return isNumber(low, field, isWhole) && isNumber(high, field, isWhole) && low <= high ? [low, high] : null;
}

function readRows({ columns, most }: OptionField & { kind: 'rows' }, given: unknown): OptionRow[] | null {
  if (!Array.isArray(given) || given.length > most) return null;
  const rows = given.map((row: unknown) => readRow(columns, row));
  return rows.every((row) => row !== null) ? rows : null;
}

/** Missing cells get the default of their column. */
function readRow(columns: readonly PlainField[], row: unknown): OptionRow | null {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return null;
  const read = readOptions(columns, row as Record<string, unknown>);
  return read.ok ? { ...Object.fromEntries(columns.map(({ id, default: usual }) => [id, usual])), ...(read.value as OptionRow) } : null;
}

function isNumber(given: unknown, { min, max }: { min: number; max: number }, isWhole: boolean): given is number {
  return typeof given === 'number' && given >= min && given <= max && (!isWhole || Number.isInteger(given));
}

const NUMBER = /^-?\d+(\.\d+)?$/;

function typedValue(field: OptionField | undefined, text: string): unknown {
  switch (field?.kind) {
    case 'int':
    case 'number':
      return NUMBER.test(text) ? Number(text) : text;
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'range':
      return text.split('..').map((end) => (NUMBER.test(end.trim()) ? Number(end) : end));
    case 'rows':
      return jsonOf(text);
    case 'choice':
      return field.many ? (text === '' ? [] : text.split(',').map((one) => one.trim())) : text;
    default:
      return text;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function strange(fields: readonly OptionField[], id: string): string {
  if (fields.length === 0) return `there is no option "${id.slice(0, 60)}", nor any other`;
  return unknownName(
    'option',
    id.slice(0, 60),
    fields.map((field) => field.id),
  );
}

function no(path: string, why: string): ReadOptions {
  return { ok: false, path, why: `options.${path.slice(0, 60)}: ${why}` };
}
