/** A tournament file as text: all its errors, with line numbers. */
import { LineCounter, parseDocument, type YAMLError } from 'yaml';
import { lineIn, whyTooDeep } from '~/agents/read-yaml';
import type { Reading } from '~/contract/game';
import { readGame, USUAL_CONTEST } from '~/games/read-game';
import { nearest } from '~/lib/text/unknown-name';
import type { PlanFault } from './plan-file';

/** More references to one part are likely an attempt to exhaust memory. */
const MOST_ALIASES = 20;
/** Maximum number of errors reported. */
const MOST_FAULTS = 20;

export interface PlanSource {
  raw: unknown;
  /** Line of a field, from 1; for a missing field, the line of its parent; null if there is none. */
  lineOf(path: string, key?: string): number | null;
}

/** YAML, which includes JSON. */
export function readPlanSource(text: string): Reading<PlanSource> {
  const deep = whyTooDeep(text);
  if (deep !== null) return { ok: false, why: `this one ${deep}` };
  const lines = new LineCounter();
  const document = parseDocument(text, { uniqueKeys: true, lineCounter: lines });
  const [wrong] = document.errors;
  if (wrong) return { ok: false, why: syntaxWords(text, wrong, lines) };
  try {
    const raw: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    return { ok: true, value: { raw, lineOf: (path, key) => lineIn(document, lines, { path, key }) } };
  } catch {
    return { ok: false, why: 'it uses too many aliases (*name): write the values out' };
  }
}

function syntaxWords(text: string, wrong: YAMLError, lines: LineCounter): string {
  const { line, col } = lines.linePos(wrong.pos[0]);
  if (wrong.code === 'MULTIPLE_DOCS') return `line ${line} starts a second document; a file holds one tournament`;
  const open = unclosed(text.slice(0, wrong.pos[1]));
  if (open !== null && /\b(Flow|flow)\b/.test(wrong.message)) {
    const end = open.sign === '[' ? ']' : '}';
    return `line ${lines.linePos(open.at).line}: the "${open.sign}" has no matching "${end}"`;
  }
  const [words = ''] = wrong.message.split(' at line ');
  return `this one cannot be read at line ${line}, column ${col} (${words.split('\n')[0]})`;
}

/** The last bracket that is not closed. */
function unclosed(text: string): { sign: string; at: number } | null {
  const open: { sign: string; at: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '[' || sign === '{') open.push({ sign, at });
    else if (sign === ']' || sign === '}') open.pop();
  }
  return open.at(-1) ?? null;
}

/** An error as reported, with its line or null. `path`: its field. */
export interface ToldFault {
  line: number | null;
  path: string;
  why: string;
}

/** Finds all errors by repairing each one and parsing again. `rest`: what is left after all repairs. */
export function faultsOf<T>(
  raw: unknown,
  read: (raw: unknown) => { ok: true; value: T } | PlanFault,
): { faults: PlanFault[]; rest: T | null } {
  const faults: PlanFault[] = [];
  let mended = structuredClone(raw);
  while (faults.length < MOST_FAULTS) {
    const fault = read(mended);
    if (fault.ok) return { faults, rest: fault.value };
    if (faults.some(({ path, key }) => path === fault.path && key === fault.key)) break;
    faults.push(fault);
    const next = mend(mended, fault);
    if (next === null) break;
    mended = next;
  }
  return { faults, rest: null };
}

type Fields = Record<string, unknown>;

/** The input without the error; null if it cannot be repaired. */
function mend(raw: unknown, { path, key }: PlanFault): unknown {
  if (typeof raw !== 'object' || raw === null || (path === '' && key === undefined)) return null;
  const fields = { ...(raw as Fields) };
  if (path === '' && key !== undefined) {
    const meant = nearest(key, MUST_BE_THERE);
    if (meant !== null && fields[meant] === undefined) fields[meant] = fields[key];
    delete fields[key];
    return fields;
  }
  const [first = '', second] = path.split('.');
  if (first === 'entrants' && second !== undefined && Array.isArray(fields.entrants)) {
    fields.entrants = fields.entrants.map((one: unknown, i) => (String(i) === second ? { person: `somebody else ${i}` } : one));
  } else if (first === 'entrants') fields.entrants = [...alone(fields.entrants), { person: 'an entrant' }, { person: 'another one' }];
  else if (first === 'options' && second !== undefined) fields.options = without(fields.options, second);
  else if (first === 'name') fields.name = 'Named';
  else if (first === 'task' || first === 'tasks') {
    delete fields.tasks;
    fields.task = anyTask(fields);
  } else delete fields[first];
  return fields;
}

/** Any task of the game that the file names. */
function anyTask({ game, ruleset, version }: Fields): string {
  const named = readGame({ game, ruleset, version }, USUAL_CONTEST);
  const rules = named.ok ? named : readGame({}, USUAL_CONTEST);
  return (rules.ok && rules.value.tasks[0]?.id) || '';
}

/** Adds an entrant, because a single one would be a further error. */
function alone(entrants: unknown): unknown[] {
  return Array.isArray(entrants) && entrants.length === 1 ? entrants : [];
}

function without(fields: unknown, name: string): unknown {
  return typeof fields === 'object' && fields !== null ? Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name)) : {};
}

const MUST_BE_THERE = ['name', 'task', 'tasks', 'entrants'];

export function toldFaults(faults: readonly PlanFault[], { raw, lineOf }: PlanSource): ToldFault[] {
  return faults.map((fault) => ({ line: lineOf(fault.path, fault.key), path: fault.path, why: wordsOf(fault, raw) }));
}

/** One sentence per error, in line order. */
export function faultText(faults: readonly ToldFault[]): string {
  const sentences = faults
    .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .map(({ line, why }) => (line === null ? why : `line ${line}: ${why}`));
  return sentences.length === 1 ? (sentences[0] ?? '') : [`${sentences.length} mistakes:`, ...sentences].join('\n');
}

/** An error of type, with the value found. */
function wordsOf({ path, why, allowed }: PlanFault, raw: unknown): string {
  if (allowed === undefined) return why;
  const given = valueAt(raw, path);
  if (given === undefined || (typeof given === 'object' && given !== null)) return why;
  const near = typeof given === 'string' && !why.includes('(did you mean ') ? nearest(given, allowed) : null;
  return `${why.replace(/\.$/, '')}; got ${JSON.stringify(typeof given === 'string' ? given.slice(0, 60) : given)}${near === null ? '' : ` (did you mean ${near}?)`}.`;
}

function valueAt(raw: unknown, path: string): unknown {
  let at = raw;
  for (const part of path.split('.')) at = typeof at === 'object' && at !== null ? (at as Fields)[part] : undefined;
  return at;
}
