/** An agent: a player for a seat, pinned by its version. Types shared by store, endpoints and screens. */
import type { Sampling } from '~/inference/chat-model';

export const AGENT_KINDS = ['scripted', 'model', 'remote', 'person'] as const;
export type AgentKind = (typeof AGENT_KINDS)[number];

/** Kinds as shown in lists. A null model uses a model's prompt and checks, but is not a model. */
export const LISTED_KINDS = [...AGENT_KINDS, 'null'] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];

/** A built-in policy; its version is the code's. */
export interface ScriptedSpec {
  kind: 'scripted';
  policy: string;
}

export interface ModelServer {
  /** Up to and including `/v1`. */
  url: string;
  /** The environment variable with its key; null if it needs none. */
  keyName: string | null;
}

/** A language model used through the model policy, defined by weights, adapter, prompt and sampling. */
export interface ModelSpec {
  kind: 'model';
  /** The name under which a backend serves it. `null:random` and `null:constant` are the null models. */
  model: string;
  adapter: string | null;
  /** In order: the first that answers is used. []: any backend that serves the model. */
  backends: readonly string[];
  /** Its own OpenAI-compatible server, which is the only one called. Absent: see `backends`. */
  server?: ModelServer;
  /** The prompt version, e.g. `market-1`. */
  prompt: string;
  /** Parts of the prompt that it is asked without. Only evaluations set it (`eval --ablate`). */
  without?: readonly string[];
  /** Each turn's seed is derived from `seed`. */
  sampling: Sampling;
  /** Constrains replies to legal actions with a grammar, if the backend supports it; false: free text, parsed. */
  grammar: boolean;
  /** How often an unusable reply is sent back with its error: 0, 1 or 2. */
  repairs: number;
  /** A scripted policy of the ruleset that plays if the model gives no usable action; null: the ruleset's safe action (wait, pass). */
  fallback: string | null;
  /** Time limit of a turn, in all cases. */
  turnSeconds: number;
  /** For each match that it plays; null: no limit. */
  budget: { tokens: number | null; calls: number | null; seconds: number | null; dollars: number | null };
}

/** A program at an address: Mandi posts the signed observation and reads the action from the response. */
export interface RemoteSpec {
  kind: 'remote';
  url: string;
  /** The environment variable with the signing key; null: unsigned. */
  secretName: string | null;
  fallback: string | null;
  turnSeconds: number;
}

/** A person, who joins by a link from the host. Has only a name, and always the same version. */
export interface PersonSpec {
  kind: 'person';
}

export type AgentSpec = ScriptedSpec | ModelSpec | RemoteSpec | PersonSpec;

/** One version of an agent. Changing its spec makes a new version; matches keep the old one. */
export interface Agent {
  /** Lower case, digits, hyphens; unique together with `version`. */
  name: string;
  version: number;
  title: string;
  summary: string;
  owner: string;
  licence: string;
  /** Rulesets, e.g. `gpu-market/classic`. */
  plays: readonly string[];
  spec: AgentSpec;
  /** `sha256:…` of the canonical spec. */
  digest: string;
  /** ISO. */
  createdAt: string;
  retired: boolean;
}

/** `name@version`, as in seats and reports. A scripted policy's reference is its id. */
export function agentRef(agent: Pick<Agent, 'name' | 'version'>): string {
  return `${agent.name}@${agent.version}`;
}

export function listedKind(spec: AgentSpec): ListedKind {
  return spec.kind === 'model' && spec.model.startsWith('null:') ? 'null' : spec.kind;
}
