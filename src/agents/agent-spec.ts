/** Parses agents from files, the command line and screens, and fills in defaults. */
import { z } from 'zod';
import type { AnyGame, Reading } from '~/contract/game';
import { type GameKey, type GameRef, refText } from '~/contract/game-ref';
import { findPolicy, policiesFor, policyNamed } from '~/games/policies';
import { readGame, USUAL_CONTEST } from '~/games/read-game';
import { GAMES } from '~/games/registry';
import { whyNoServerKey } from '~/inference/key-names';
import { issueWords } from '~/lib/text/issue-words';
import { readVisibleName } from '~/lib/text/visible-name';
import type { Agent } from './agent';
import { AGENT_RANGES, LONGEST_MODEL, LONGEST_STOP, LONGEST_URL, MOST_STOPS } from './agent-ranges';
import { digestOf } from './digest';
import { modelGames, promptsOf } from './prompt-formats';
import { whyBadUrl } from './remote/guard-address';

/** An agent as submitted. The store adds version, digest and time. */
export type AgentWords = Pick<Agent, 'name' | 'title' | 'summary' | 'owner' | 'licence' | 'plays' | 'spec'>;

const MOST_GAMES = 64;
const count = z.int().min(1);
const { temperature, topP, topK, seed, maxTokens, repairs, turnSeconds: seconds } = AGENT_RANGES;

const sampling = z.strictObject({
  temperature: z.number().min(temperature.least).max(temperature.most).default(temperature.usual),
  topP: z.number().gt(0).max(topP.most).default(topP.usual),
  topK: z.int().min(topK.least).max(topK.most).default(topK.usual),
  seed: z.int().min(seed.least).default(seed.usual),
  maxTokens: z.int().min(maxTokens.least).max(maxTokens.most).default(maxTokens.usual),
  stop: z.array(z.string().min(1).max(LONGEST_STOP)).max(MOST_STOPS).default([]),
});

const budget = z.strictObject({
  tokens: count.nullable().default(null),
  calls: count.nullable().default(null),
  seconds: z.number().positive().nullable().default(null),
  dollars: z.number().positive().nullable().default(null),
});

const turnSeconds = z.number().min(seconds.least).max(seconds.most).default(seconds.usual);
const fallback = z.string().max(64).nullable().default(null);

/** Allows turns of several actions, and no player's text can break out of its data section. */
const OPEN_PROMPT = 'open-4';

/** The prompt of adapters that name none: their samples were written before there was another. */
const ADAPTERS_PROMPT = 'open-1';

/** The server of one agent. The key is named, never stored. */
const server = z.strictObject({
  url: z
    .string()
    .max(LONGEST_URL)
    .superRefine((url, { addIssue }) => {
      const why = whyBadUrl(url);
      if (why !== null) addIssue({ code: 'custom', message: `cannot be used: ${why.slice(0, -1)}` });
    }),
  keyName: z
    .string()
    .regex(/^[A-Z_][A-Z0-9_]{0,63}$/, 'must be the name of an environment variable, e.g. MY_MODEL_KEY, not the key itself')
    .superRefine((name, { addIssue }) => {
      const why = whyNoServerKey(name);
      if (why !== null) addIssue({ code: 'custom', message: `cannot be used: ${why.slice(0, -1)}` });
    })
    .nullable()
    .default(null),
});

const model = z
  .strictObject({
    kind: z.literal('model'),
    model: z.string().min(1).max(LONGEST_MODEL),
    adapter: z.string().min(1).max(LONGEST_MODEL).nullable().default(null),
    backends: z.array(z.string().min(1).max(200)).max(16).default([]),
    server: server.optional(),
    prompt: z.string().min(1).max(64).optional(),
    sampling: sampling.prefault({}),
    grammar: z.boolean().default(true),
    repairs: z.int().min(repairs.least).max(repairs.most).default(repairs.usual),
    fallback,
    turnSeconds,
    budget: budget.prefault({}),
  })
  .transform((spec) => ({ ...spec, prompt: spec.prompt ?? (spec.adapter === null ? OPEN_PROMPT : ADAPTERS_PROMPT) }));

const remote = z.strictObject({
  kind: z.literal('remote'),
  url: z.string().max(LONGEST_URL),
  secretName: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be the name of an environment variable, e.g. MY_AGENT_KEY, not the key itself')
    .nullable()
    .default(null),
  fallback,
  turnSeconds,
});

const scripted = z.strictObject({ kind: z.literal('scripted'), policy: z.string().min(1).max(64) });
const person = z.strictObject({ kind: z.literal('person') });

/** Text for lists and cards: line ends become spaces. */
function line(most: number) {
  const visible = z
    .string()
    .max(most)
    .refine((text) => text === '' || readVisibleName(text, { most }).ok, 'must have visible characters only');
  return z
    .string()
    .default('')
    .transform((text) => text.replace(/\s+/gu, ' ').trim())
    .pipe(visible);
}

const words = z.strictObject({
  name: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'at most 40 lowercase letters, digits and hyphens'),
  title: line(80),
  summary: line(400),
  owner: line(80),
  licence: line(80),
  plays: z.array(z.string()).min(1).max(MOST_GAMES).default([USUAL_CONTEST]),
  spec: z.discriminatedUnion('kind', [model, remote, scripted, person], {
    error: ({ code }) => (code === 'invalid_union' ? 'must be one of model, remote, scripted, person' : undefined),
  }),
});

/** Stored agents and the API spell it `licence`; a file may say `license`. */
function inOneSpelling(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || !('license' in raw) || 'licence' in raw) return raw;
  const { license: licence, ...rest } = raw;
  return { ...rest, licence };
}

/** The agent, or an error with its field. */
export function readAgentWords(raw: unknown): Reading<AgentWords> {
  const read = words.safeParse(inOneSpelling(raw));
  if (!read.success) return faultOf(read.error.issues[0]);
  const games = readPlays(read.data.plays);
  if (!games.ok) return games;
  const { name, title } = read.data;
  const agent = { ...read.data, plays: games.value.map(({ name: game }) => game), title: title || name };
  return (
    whyUnplayable(
      agent,
      games.value.map(({ game }) => game),
    ) ?? { ok: true, value: agent }
  );
}

/** A key means every version of a game, a ref means one. Normalized, with the rules that each names. */
function readPlays(plays: readonly string[]): { ok: true; value: PlayedGame[] } | Fault {
  const games: PlayedGame[] = [];
  for (const [i, text] of plays.entries()) {
    const read = readGame({ ruleset: text });
    if (!read.ok) return { ok: false, path: `plays.${i}`, why: `plays.${i}: ${read.why}.` };
    const { ref } = read.value;
    games.push({ name: text.includes('@') ? refText(ref) : ref.key, game: read.value });
  }
  return { ok: true, value: games };
}

interface PlayedGame {
  name: string;
  game: AnyGame;
}

/** A version of an agent, with its digest. */
export function agentOf(given: AgentWords, { version, createdAt }: { version: number; createdAt: string }): Agent {
  return { ...given, version, digest: digestOf(given.spec), createdAt, retired: false };
}

/** `key`: an unknown field. */
export type Fault = { ok: false; why: string; path: string; key?: string };

/** All errors of form or, if there are none, the first reason why it cannot play. */
export function faultsOfAgent(raw: unknown): Fault[] {
  const shape = words.safeParse(inOneSpelling(raw));
  if (!shape.success) return shape.error.issues.map(faultOf);
  const read = readAgentWords(raw);
  return read.ok ? [] : [{ ...read, path: read.path ?? '' }];
}

function faultOf(issue: z.core.$ZodIssue | undefined): Fault {
  const path = issue?.path.join('.') ?? '';
  const said = issue ? issueWords(issue) : 'cannot be used';
  const key = issue?.code === 'unrecognized_keys' ? { key: issue.keys[0] ?? '' } : {};
  if (path !== '') return { ok: false, path, why: `${path}: ${said}.`, ...key };
  const whole = issue?.code === 'unrecognized_keys' ? `, and ${said.replace('has ', '')}.` : '; this has none of them.';
  return { ok: false, path, why: `An agent has name, title, plays and spec${whole}`, ...key };
}

/** Checks that need the whole agent. */
function whyUnplayable({ name, spec }: AgentWords, games: readonly AnyGame[]): Fault | null {
  const refs = games.map(({ ref }) => ref);
  if (policyNamed(name) !== null) return { ok: false, path: 'name', why: `name: ${name} is a scripted policy's.` };
  if (spec.kind === 'person') return whyNoSeats(games);
  if (spec.kind === 'scripted') {
    const cannot = refs.find(({ key }) => findPolicy(key, spec.policy) === null)?.key;
    if (cannot === undefined) return null;
    return { ok: false, path: 'spec.policy', why: `spec.policy: ${spec.policy} does not play ${cannot}; ${nameAll(cannot)} do.` };
  }
  const bad = spec.kind === 'remote' ? whyBadUrl(spec.url) : null;
  if (bad !== null) return { ok: false, path: 'spec.url', why: `spec.url: ${bad}` };
  return whyNoFallback(spec.fallback, refs) ?? (spec.kind === 'model' ? whyNoPrompt(spec.prompt, refs) : null);
}

/** People can only play games whose seats accept them; in the other games only policies play. */
function whyNoSeats(games: readonly AnyGame[]): Fault | null {
  const open = [...new Set(GAMES.flatMap(({ receive, ref }) => (receive ? [ref.key] : [])))];
  const cannot = games.find(({ receive }) => receive === undefined)?.ref.key;
  return cannot === undefined
    ? null
    : { ok: false, path: 'plays', why: `plays: people cannot play ${cannot}; they can play ${open.join(', ')}.` };
}

function whyNoFallback(id: string | null, refs: readonly GameRef[]): Fault | null {
  const cannot = id === null ? undefined : refs.find(({ key }) => findPolicy(key, id) === null)?.key;
  if (cannot === undefined) return null;
  return { ok: false, path: 'spec.fallback', why: `spec.fallback: ${id} does not play ${cannot}; ${nameAll(cannot)} do.` };
}

function whyNoPrompt(prompt: string, refs: readonly GameRef[]): Fault | null {
  const versionsIn = (ref: GameRef) => promptsOf(ref).map(({ version }) => version);
  if (GAMES.some(({ ref }) => versionsIn(ref).includes(prompt))) return null; // of another game or version; then the default of this game applies, see `promptFor`
  const known = [...new Set(refs.flatMap(({ key }) => GAMES.flatMap(({ ref }) => (ref.key === key ? versionsIn(ref) : []))))];
  const why =
    known.length === 0 ? `models play ${modelGames().join(', ')}` : `${refs.map(({ key }) => key).join(', ')} have ${known.join(', ')}`;
  return { ok: false, path: 'spec.prompt', why: `spec.prompt: there is no prompt ${prompt}; ${why}.` };
}

function nameAll(game: GameKey): string {
  return policiesFor(game)
    .map((policy) => policy.id)
    .join(', ');
}
