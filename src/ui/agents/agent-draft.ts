/** The form's state: everything as typed, parsed on submit. */

import { AGENT_RANGES, LONGEST_MODEL, LONGEST_STOP, LONGEST_URL, MOST_STOPS } from '~/agents/agent-ranges';
import type { Agent, AgentSpec, ModelSpec, TryOut } from '~/api/agent/types';
import { gamesForPeople } from '~/games/screens';

export interface AgentDraft {
  kind: 'model' | 'remote' | 'person';
  name: string;
  title: string;
  summary: string;
  owner: string;
  licence: string;
  /** Rulesets, by key. */
  plays: readonly string[];
  /** For both kinds. */
  fallback: string;
  turnSeconds: string;
  /** For a model: its own server; empty: any backend that serves it. */
  serverUrl: string;
  serverKey: string;
  model: string;
  adapter: string;
  backends: string;
  prompt: string;
  temperature: string;
  topP: string;
  topK: string;
  seed: string;
  maxTokens: string;
  stop: string;
  grammar: boolean;
  repairs: string;
  tokens: string;
  calls: string;
  seconds: string;
  dollars: string;
  /** For a remote program. */
  url: string;
  secretName: string;
}

export type DraftField = keyof AgentDraft;
export type DraftFaults = Partial<Record<DraftField, string>>;

/** The input of `agent.add`. */
export interface AgentRequest {
  name: string;
  title: string;
  summary: string;
  owner: string;
  licence: string;
  plays: string[];
  spec: AgentSpec;
}

export const LONGEST_NAME = 40;
const LONGEST_AT_TABLE = 24;

const OPEN_PROMPT = 'open-4';
const CLASSIC_PROMPT = 'classic-1';

const EMPTY: AgentDraft = {
  kind: 'model',
  name: '',
  title: '',
  summary: '',
  owner: '',
  licence: '',
  plays: gamesForPeople().slice(0, 1),
  fallback: '',
  turnSeconds: String(AGENT_RANGES.turnSeconds.usual),
  serverUrl: '',
  serverKey: '',
  model: '',
  adapter: '',
  backends: '',
  prompt: OPEN_PROMPT,
  temperature: String(AGENT_RANGES.temperature.usual),
  topP: String(AGENT_RANGES.topP.usual),
  topK: String(AGENT_RANGES.topK.usual),
  seed: String(AGENT_RANGES.seed.usual),
  maxTokens: String(AGENT_RANGES.maxTokens.usual),
  stop: '',
  grammar: true,
  repairs: String(AGENT_RANGES.repairs.usual),
  tokens: '',
  calls: '',
  seconds: '',
  dollars: '',
  url: '',
  secretName: '',
};

/** `from`: start from this agent under a new name; null: from the defaults. */
export function firstAgentDraft(from: Agent | null): AgentDraft {
  if (from === null) return EMPTY;
  const { title, summary, owner, licence, plays, spec } = from;
  const shared = { ...EMPTY, title, summary, owner, licence, plays };
  if (spec.kind === 'model') return { ...shared, ...draftOfModel(spec) };
  if (spec.kind === 'person') return { ...shared, kind: 'person' };
  if (spec.kind !== 'remote') return EMPTY;
  const { url, secretName, fallback, turnSeconds } = spec;
  return { ...shared, kind: 'remote', url, secretName: secretName ?? '', fallback: fallback ?? '', turnSeconds: String(turnSeconds) };
}

function draftOfModel(spec: ModelSpec): Partial<AgentDraft> {
  const { sampling, budget } = spec;
  return {
    kind: 'model',
    serverUrl: spec.server?.url ?? '',
    serverKey: spec.server?.keyName ?? '',
    model: spec.model,
    adapter: spec.adapter ?? '',
    backends: spec.backends.join(', '),
    prompt: spec.prompt,
    temperature: String(sampling.temperature),
    topP: String(sampling.topP),
    topK: String(sampling.topK),
    seed: String(sampling.seed),
    maxTokens: String(sampling.maxTokens),
    stop: sampling.stop.map((one) => JSON.stringify(one).slice(1, -1)).join(', '),
    grammar: spec.grammar,
    repairs: String(spec.repairs),
    fallback: spec.fallback ?? '',
    turnSeconds: String(spec.turnSeconds),
    tokens: text(budget.tokens),
    calls: text(budget.calls),
    seconds: text(budget.seconds),
    dollars: text(budget.dollars),
  };
}

/** The request, or errors by field. `offered`: this server's games. A person plays those of them that have seats for people. */
export function readAgent(
  draft: AgentDraft,
  offered: readonly string[] = gamesForPeople(),
): { ok: true; request: AgentRequest } | { ok: false; faults: DraftFaults } {
  const faults: DraftFaults = { ...sharedFaults(draft), ...KIND_FAULTS[draft.kind](draft) };
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const [name, title] = [draft.name.trim(), draft.title.trim()];
  const [summary, owner, licence] = [draft.summary.trim(), draft.owner.trim(), draft.licence.trim()];
  const plays = draft.kind === 'person' ? gamesForPeople().filter((key) => offered.includes(key)) : draft.plays;
  return { ok: true, request: { name, title: title || name, summary, owner, licence, plays: [...plays], spec: SPECS[draft.kind](draft) } };
}

const SPECS = { model: modelSpec, remote: remoteSpec, person: () => ({ kind: 'person' }) as const };
const KIND_FAULTS = { model: modelFaults, remote: remoteFaults, person: personFaults };

/** Assigns a server error (`spec.sampling.topK: …`) to its form field; null: it concerns the whole form. */
export function faultByField(message: string): DraftFaults | null {
  const [, path, words] = /^([\w.]+): (.+)$/s.exec(message) ?? [];
  const field = path === undefined ? '' : (OF_SERVER[path] ?? path.split('.').at(-1) ?? '');
  return words !== undefined && Object.hasOwn(EMPTY, field) ? { [field]: words } : null;
}

const OF_SERVER: Readonly<Record<string, DraftField>> = { 'spec.server.url': 'serverUrl', 'spec.server.keyName': 'serverKey' };

/** The default prompt of other rulesets, if the previous prompt was a default. */
export function promptFor(plays: readonly string[], before: string): string {
  if (before !== OPEN_PROMPT && before !== CLASSIC_PROMPT) return before;
  return plays.length > 0 && !plays.some((one) => EMPTY.plays.includes(one)) ? CLASSIC_PROMPT : OPEN_PROMPT;
}

function sharedFaults(draft: AgentDraft): DraftFaults {
  return {
    ...(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(draft.name.trim())
      ? {}
      : { name: 'Use lowercase letters, digits and hyphens. The first and last character cannot be a hyphen.' }),
    ...(draft.plays.length > 0 ? {} : { plays: 'Choose at least one ruleset.' }),
    ...(draft.kind === 'person' ? {} : numberFault(draft, 'turnSeconds', AGENT_RANGES.turnSeconds)),
  };
}

function personFaults({ title, name }: AgentDraft): DraftFaults {
  const shown = Array.from(title.trim() || name.trim());
  return shown.length <= LONGEST_AT_TABLE ? {} : { title: `Names at tables can have at most ${LONGEST_AT_TABLE} characters.` };
}

function modelFaults(draft: AgentDraft): DraftFaults {
  return {
    ...(draft.model.trim() === ''
      ? {
          model:
            draft.serverUrl.trim() === ''
              ? 'Enter the model’s name on its backend, for example smollm2-135m-instruct or null:random.'
              : 'Enter the model’s name on that server.',
        }
      : {}),
    ...(draft.prompt.trim() === '' ? { prompt: `Enter a prompt version, for example ${OPEN_PROMPT}.` } : {}),
    ...numberFault(draft, 'temperature', AGENT_RANGES.temperature),
    ...numberFault(draft, 'topP', AGENT_RANGES.topP),
    ...numberFault(draft, 'topK', { ...AGENT_RANGES.topK, whole: true }),
    ...numberFault(draft, 'seed', { ...AGENT_RANGES.seed, whole: true }),
    ...numberFault(draft, 'maxTokens', { ...AGENT_RANGES.maxTokens, whole: true }),
    ...tooLong(draft, 'model', LONGEST_MODEL),
    ...tooLong(draft, 'adapter', LONGEST_MODEL),
    ...(draft.serverUrl.trim() === '' ? {} : addressFaults(draft, 'serverUrl', 'Name a key variable below instead.')),
    ...keyFault(draft, 'serverKey'),
    ...stopFault(stopsOf(draft.stop)),
    ...budgetFaults(draft),
  };
}

function stopFault(stops: string[] | null): DraftFaults {
  if (stops === null) return { stop: 'Cannot read these. Write \\n for a new line and \\\\ for a backslash.' };
  if (stops.length > MOST_STOPS) return { stop: `Enter at most ${MOST_STOPS} sequences. You entered ${stops.length}.` };
  return stops.some((stop) => stop.length > LONGEST_STOP) ? { stop: `Each can have at most ${LONGEST_STOP} characters.` } : {};
}

function tooLong(draft: AgentDraft, field: 'model' | 'adapter' | 'url' | 'serverUrl', most: number): DraftFaults {
  return draft[field].trim().length > most ? { [field]: `At most ${most.toLocaleString('en-GB')} characters.` } : {};
}

function budgetFaults(draft: AgentDraft): DraftFaults {
  const whole = { least: 1, most: 1_000_000_000, whole: true, optional: true };
  return {
    ...numberFault(draft, 'tokens', whole),
    ...numberFault(draft, 'calls', whole),
    ...numberFault(draft, 'seconds', { ...whole, least: 0.001, whole: false }),
    ...numberFault(draft, 'dollars', { least: 0.000001, most: 1_000_000, optional: true }),
  };
}

function remoteFaults(draft: AgentDraft): DraftFaults {
  return { ...addressFaults(draft, 'url', 'Sign requests with a key instead.'), ...keyFault(draft, 'secretName') };
}

function addressFaults(draft: AgentDraft, field: 'url' | 'serverUrl', instead: string): DraftFaults {
  const typed = draft[field].trim();
  const isWeb = URL.canParse(typed) && /^https?:$/.test(new URL(typed).protocol);
  const hasSecret = isWeb && new URL(typed).password !== '';
  return {
    ...tooLong(draft, field, LONGEST_URL),
    ...(isWeb ? {} : { [field]: 'Enter an address that begins with https:// or http:// and has a host.' }),
    ...(hasSecret ? { [field]: `Remove the password from the address, because everybody can see addresses. ${instead}` } : {}),
  };
}

function keyFault(draft: AgentDraft, field: 'secretName' | 'serverKey'): DraftFaults {
  const isName = draft[field].trim() === '' || /^[A-Z][A-Z0-9_]*$/.test(draft[field].trim());
  return isName ? {} : { [field]: 'Enter the name of an environment variable, such as MY_BOT_KEY, not the key itself.' };
}

interface Range {
  least: number;
  most: number;
  whole?: boolean;
  /** Empty: no limit. */
  optional?: boolean;
}

function numberFault(draft: AgentDraft, field: DraftField, { least, most, whole = false, optional = false }: Range): DraftFaults {
  const typed = String(draft[field]).trim();
  if (optional && typed === '') return {};
  const value = Number(typed);
  if (typed !== '' && Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value))) return {};
  const top = most >= 1_000_000_000 ? ` ${least} or more` : ` from ${least} to ${most.toLocaleString('en-GB')}`;
  return { [field]: `${whole ? 'Enter a whole number' : 'Enter a number'}${top}${optional ? ', or leave it empty for no limit' : ''}.` };
}

function modelSpec(draft: AgentDraft): ModelSpec {
  const hasServer = draft.serverUrl.trim() !== '';
  return {
    kind: 'model',
    model: draft.model.trim(),
    adapter: draft.adapter.trim() || null,
    backends: hasServer ? [] : listOf(draft.backends),
    ...(hasServer && { server: { url: draft.serverUrl.trim(), keyName: draft.serverKey.trim() || null } }),
    prompt: draft.prompt.trim(),
    sampling: {
      temperature: Number(draft.temperature),
      topP: Number(draft.topP),
      topK: Number(draft.topK),
      seed: Number(draft.seed),
      maxTokens: Number(draft.maxTokens),
      stop: stopsOf(draft.stop) ?? [],
    },
    grammar: draft.grammar,
    repairs: Number(draft.repairs),
    fallback: draft.fallback || null,
    turnSeconds: Number(draft.turnSeconds),
    budget: {
      tokens: limitOf(draft.tokens),
      calls: limitOf(draft.calls),
      seconds: limitOf(draft.seconds),
      dollars: limitOf(draft.dollars),
    },
  };
}

function remoteSpec({ url, secretName, fallback, turnSeconds }: AgentDraft): AgentSpec {
  return {
    kind: 'remote',
    url: url.trim(),
    secretName: secretName.trim() || null,
    fallback: fallback || null,
    turnSeconds: Number(turnSeconds),
  };
}

function listOf(typed: string): string[] {
  return typed
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Comma-separated texts with JSON escapes; null if invalid. */
function stopsOf(typed: string): string[] | null {
  try {
    return listOf(typed).map((one) => JSON.parse(`"${one.replaceAll('"', '\\"')}"`) as string);
  } catch {
    return null;
  }
}

function limitOf(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed);
}

function text(limit: number | null): string {
  return limit === null ? '' : String(limit);
}

/** The command that adds the same agent on Mandi's machine, where any address is allowed. */
export function addCommand(request: AgentRequest): string {
  return `npx mandi agents add - <<'END'\n${JSON.stringify(request, null, 2)}\nEND`;
}

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The command that starts the usual server for that port on this machine; null if it is remote or answers. */
export function startCommand(request: AgentRequest, { code }: Pick<Extract<TryOut, { ok: false }>, 'code'>): string | null {
  const { spec } = request;
  if (code !== 'absent' || spec.kind !== 'model' || !spec.server) return null;
  const { hostname, port } = new URL(spec.server.url);
  if (!LOCAL.test(hostname)) return null;
  if (port === '11434') return ollama(spec.model);
  if (port === '8000') return `vllm serve ${spec.model} --port 8000`;
  // A repository is `owner/name`; Ollama's models are `name:tag`.
  if (spec.model.includes('/')) return `llama-server --hf-repo ${spec.model} --port ${port || '80'}`;
  if (spec.model.includes(':')) return ollama(spec.model, `OLLAMA_HOST=${hostname}:${port || '80'} `);
  return `llama-server --model FILE.gguf --alias ${spec.model} --port ${port || '80'}`;
}

/** Starts the server first, because `pull` needs it. */
function ollama(model: string, place = ''): string {
  return `${place}ollama serve & sleep 3; ${place}ollama pull ${model}`;
}
