/** What a game lets a match be made of, field by field: requests, flags and files are read by these, forms are made of them. */
import { unknownName } from '~/lib/text/unknown-name';

export type OptionValue = number | string | boolean;

interface OptionWords {
  id: string;
  title: string;
  /** One sentence. */
  help: string;
  unit?: string;
}

export type OptionField =
  | (OptionWords & { kind: 'int' | 'number'; min: number; max: number; default: number })
  | (OptionWords & { kind: 'choice'; of: readonly string[]; default: string })
  | (OptionWords & { kind: 'flag'; default: boolean });

export type ReadOptions = { ok: true; value: Record<string, OptionValue> } | { ok: false; why: string; path: string };

/** What is left out is the game's own. A name that there is not, or a value that cannot be, is refused with what is allowed. */
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

/** As flags and form fields have it: `8`, `true`. */
export function readOptionTexts(fields: readonly OptionField[], texts: Readonly<Record<string, string>>): ReadOptions {
  const values = Object.entries(texts).map(([id, text]) => [id, typedValue(fields.find((one) => one.id === id)?.kind, text.trim())]);
  return readOptions(fields, Object.fromEntries(values) as Record<string, unknown>);
}

/** `a whole number from 2 to 64` */
export function allowedWords(field: OptionField): string {
  switch (field.kind) {
    case 'int':
      return `a whole number from ${field.min} to ${field.max}`;
    case 'number':
      return `a number from ${field.min} to ${field.max}`;
    case 'choice':
      return `one of ${field.of.join(', ')}`;
    case 'flag':
      return 'true or false';
  }
}

function readOption(field: OptionField, given: unknown): OptionValue | null {
  switch (field.kind) {
    case 'int':
      return typeof given === 'number' && Number.isInteger(given) && isWithin(given, field) ? given : null;
    case 'number':
      return typeof given === 'number' && isWithin(given, field) ? given : null;
    case 'choice':
      return field.of.find((one) => one === given) ?? null;
    case 'flag':
      return typeof given === 'boolean' ? given : null;
  }
}

function isWithin(given: number, { min, max }: { min: number; max: number }): boolean {
  return given >= min && given <= max;
}

function typedValue(kind: OptionField['kind'] | undefined, text: string): unknown {
  if (kind === 'int' || kind === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (kind === 'flag') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
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
