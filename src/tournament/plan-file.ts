/** Schema of a tournament file, before the plan is checked as a whole. */
import { z } from 'zod';
import { issueWords } from '~/lib/text/issue-words';
import { unknownName } from '~/lib/text/unknown-name';
import { unseenIn } from '~/lib/text/unseen';
import { FORMATS, KINDS, METHODS, NEWEST_METHOD } from '~/store/tournaments/tournament';

const RANGES = ['train', 'validation', 'test', 'season'] as const;
const MOST_ENTRANTS = 256;
const MOST_WORLDS = 100_000;
const MOST_ROUNDS = 10_000;
const MOST_SEATS = 64;

const agentName = z.string().trim().min(1).max(64);

/** At most this many characters are listed by code point in an error. */
const MOST_NAMED = 5;

function withSurrogates(point: string): string {
  return /^U\+D[89A-F]..$/.test(point) ? `${point} (half of a surrogate pair)` : point;
}

/** A displayed name: one line of visible characters. */
function shownName(most: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(most)
    .superRefine((name, { addIssue }) => {
      const unseen = unseenIn(name).slice(0, MOST_NAMED).map(withSurrogates);
      if (unseen.length > 0)
        addIssue({ code: 'custom', message: `is one line of visible characters; it contains ${unseen.join(' and ')}` });
    });
}

/** ` | ` separates names in a meeting. */
const entrantName = shownName(60).regex(/^[^|]*$/u, 'is a line without "|"');

const entrant = z.union(
  [
    agentName,
    z.strictObject({
      name: entrantName.optional(),
      agent: agentName.nullish(),
      person: entrantName.optional(),
      owner: shownName(80).nullish(),
    }),
  ],
  { error: 'An entrant is the name of a policy or an agent, {agent, name, owner}, or {person}' },
);

const oneOrMore = z.union([z.string(), z.array(z.string()).min(1).max(16)], { error: 'must be a name or a list of names' });

const source = z.union(
  [z.enum(RANGES), z.strictObject({ range: z.enum(RANGES), from: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional() })],
  { error: `must be one of ${RANGES.join(', ')}, or {range, from}` },
);

const most = z.number().positive().nullable().default(null);

const file = z.strictObject({
  name: shownName(80),
  method: z.literal(METHODS, { error: `must be one of ${METHODS.join(', ')}` }).default(NEWEST_METHOD),
  format: z.enum(FORMATS).default('round_robin'),
  kind: z.enum(KINDS).default('exhibition'),
  /** In the format of `readGame`. */
  game: z.string().optional(),
  ruleset: z.string().optional(),
  version: z.union([z.int(), z.string()]).optional(),
  task: oneOrMore.optional(),
  tasks: oneOrMore.optional(),
  judgeMode: z.string().default('off'),
  options: z.record(z.string().max(64), z.unknown()).default({}),
  entrants: z.array(entrant).min(1).max(MOST_ENTRANTS),
  tableSize: z.int().min(1).max(MOST_SEATS).optional(),
  others: z.array(agentName).max(64).optional(),
  worlds: z.int().min(1).max(MOST_WORLDS).default(20),
  source: source.optional(),
  rotation: z.enum(['full', 'none']).optional(),
  series: z.string().max(64).optional(),
  rounds: z.int().min(1).max(MOST_ROUNDS).nullable().default(null),
  nulls: z.array(agentName).max(16).optional(),
  limits: z.strictObject({ tokens: most, calls: most, seconds: most, dollars: most }).prefault({}),
});

/** Whether an entrant may have this name. */
export function isEntrantName(name: string): boolean {
  return entrantName.safeParse(name).data === name;
}

export type PlanFile = z.infer<typeof file>;

export interface PlanFault {
  ok: false;
  why: string;
  path: string;
  /** An unknown field at that path. */
  key?: string;
  /** For a value of the wrong type: the allowed values, if they are few. */
  allowed?: readonly string[];
}

/** An error with its field. */
export function planFault(path: string, why: string): PlanFault {
  return { ok: false, path, why: `${path}: ${why}` };
}

export function readPlanFile(raw: unknown): { ok: true; value: PlanFile } | PlanFault {
  const forbidden = whereProto(raw);
  if (forbidden !== null) return unknownField(forbidden, '__proto__');
  const read = file.safeParse(raw);
  if (read.success) return { ok: true, value: read.data };
  const { issues } = read.error;
  // If a field is misspelled, reports the misspelling instead of the missing field.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') return unknownField(path, String(issue.keys[0]));
  if (path === '') return noPlan(isNothing(raw) ? 'this one is empty' : 'this one has no fields');
  const whole = issue?.code === 'invalid_type' ? WHOLE[path] : undefined;
  const said = issue ? issueWords(issue, { ...OWN_WORDS, ...(whole && { number: whole, int: whole }) }) : 'cannot be used';
  const fault = planFault(path, `${said}.`);
  return issue?.code === 'custom' ? fault : { ...fault, allowed: issue?.code === 'invalid_value' ? issue.values.map(String) : [] };
}

function unknownField(path: string, key: string): PlanFault {
  const at = path === '' ? '' : `${path}: `;
  const known = path === 'options' ? [] : fieldsOf(path);
  const why = path === 'options' ? `unknown option "${key}".` : unknownName('field', key.slice(0, 60), known);
  return { ok: false, path, key, why: `${at}${why}` };
}

/** A field named `__proto__` would be lost when objects are copied, so it is refused. null if there is none. */
function whereProto(raw: unknown, path = ''): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  if (Object.hasOwn(raw, '__proto__')) return path;
  for (const [key, value] of Object.entries(raw)) {
    const found = whereProto(value, path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** Integers with both bounds. */
const WHOLE: Readonly<Record<string, string>> = {
  worlds: wholeWords(MOST_WORLDS),
  rounds: wholeWords(MOST_ROUNDS),
  tableSize: wholeWords(MOST_SEATS),
};

function wholeWords(most: number): string {
  return `must be a whole number from 1 to ${most.toLocaleString('en')}`;
}

/** Descriptions of what a list or an object must contain. */
const OWN_WORDS = {
  array: 'must be a list, e.g. [planner, greedy]',
  object: 'must be an object, e.g. {tokens: 200000}',
  record: 'must be an object of names and numbers, e.g. {labs: 8}',
};

/** For a text that is not a tournament file at all. */
export function noPlan(said: string): PlanFault {
  return {
    ok: false,
    path: '',
    why: `A tournament is a file of YAML or JSON with a name, a task and entrants; ${said}. For example:\n${EXAMPLE}`,
  };
}

const EXAMPLE = 'name: Cup\ntask: market_round\nentrants: [planner, greedy]';

function isNothing(raw: unknown): boolean {
  return raw === null || raw === undefined || raw === '';
}

function fieldsOf(path: string): string[] {
  if (path === 'limits') return Object.keys(file.shape.limits.unwrap().shape);
  if (path === 'source') return ['range', 'from'];
  return path === '' ? Object.keys(file.shape) : ['name', 'agent', 'person', 'owner'];
}
