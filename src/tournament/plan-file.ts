/** The shape of a tournament's file, before it is known whether it makes sense. */
import { z } from 'zod';
import { unknownName } from '~/eval/unknown-name';
import type { Reading } from '~/games/game';
import { issueWords } from '~/games/issue-words';
import { FORMATS, KINDS, METHODS, NEWEST_METHOD } from './tournament';

const RANGES = ['train', 'validation', 'test', 'season'] as const;
const MOST_ENTRANTS = 256;
const MOST_WORLDS = 100_000;
const MOST_ROUNDS = 10_000;

const agentName = z.string().trim().min(1).max(64);
/** ` | ` stands between names in a meeting. */
const entrantName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^|\p{Cc}]*$/u, 'is a line without "|"');

const entrant = z.union(
  [
    agentName,
    z.strictObject({
      name: entrantName.optional(),
      agent: agentName.nullish(),
      person: entrantName.optional(),
      owner: z.string().trim().min(1).max(80).nullish(),
    }),
  ],
  { error: 'An entrant is the name of a policy or an agent, {agent, name, owner}, or {person}' },
);

const oneOrMore = z.union([z.string(), z.array(z.string()).min(1).max(16)], { error: 'is a name, or a list of names' });

const source = z.union(
  [z.enum(RANGES), z.strictObject({ range: z.enum(RANGES), from: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional() })],
  { error: `is one of ${RANGES.join(', ')}, or {range, from}` },
);

const most = z.number().positive().nullable().default(null);

const file = z.strictObject({
  name: z.string().trim().min(1).max(80),
  method: z.literal(METHODS, { error: `is one of ${METHODS.join(', ')}` }).default(NEWEST_METHOD),
  format: z.enum(FORMATS).default('round_robin'),
  kind: z.enum(KINDS).default('exhibition'),
  game: z.string().default('gpu-market'),
  ruleset: z.string().default('open'),
  task: oneOrMore.optional(),
  tasks: oneOrMore.optional(),
  judgeMode: z.string().default('off'),
  options: z.record(z.string().max(64), z.number()).default({}),
  entrants: z.array(entrant).min(1).max(MOST_ENTRANTS),
  tableSize: z.int().min(1).max(64).optional(),
  others: z.array(agentName).max(64).optional(),
  worlds: z.int().min(1).max(MOST_WORLDS).default(20),
  source: source.optional(),
  rotation: z.enum(['full', 'none']).default('full'),
  rounds: z.int().min(1).max(MOST_ROUNDS).nullable().default(null),
  nulls: z.array(agentName).max(16).optional(),
  limits: z.strictObject({ tokens: most, calls: most, seconds: most, dollars: most }).prefault({}),
});

/** May an entrant be called so? */
export function isEntrantName(name: string): boolean {
  return entrantName.safeParse(name).data === name;
}

export type PlanFile = z.infer<typeof file>;

export type PlanFault = { ok: false; why: string; path: string };

/** A sentence with the field that is to blame. */
export function planFault(path: string, why: string): PlanFault {
  return { ok: false, path, why: `${path}: ${why}` };
}

export function readPlanFile(raw: unknown): Reading<PlanFile> {
  const read = file.safeParse(raw);
  if (read.success) return { ok: true, value: read.data };
  const [issue] = read.error.issues;
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') {
    const at = path === '' ? '' : `${path}: `;
    return { ok: false, path, why: `${at}${unknownName('field', String(issue.keys[0]).slice(0, 60), fieldsOf(path))}` };
  }
  if (path === '') return noPlan(isNothing(raw) ? 'this one is empty' : 'this one has no fields');
  return planFault(path, `${issue ? issueWords(issue, OWN_WORDS) : 'cannot be used'}.`);
}

/** What a list or an object may look like. */
const OWN_WORDS = {
  array: 'is a list, e.g. [planner, greedy]',
  object: 'is an object, e.g. {tokens: 200000}',
  record: 'is an object of names and numbers, e.g. {labs: 8}',
};

/** Of a text that is no such file at all. */
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
