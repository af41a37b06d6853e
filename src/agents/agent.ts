/** An agent: what can be put into a seat, pinned by its version. Plain words, shared by store, endpoints and screens. */
import type { Sampling } from '~/inference/chat-model';

export const AGENT_KINDS = ['scripted', 'model', 'remote', 'person'] as const;
export type AgentKind = (typeof AGENT_KINDS)[number];

/** Kinds as lists name them: a null model goes through a model's prompt and checks, and is none. */
export const LISTED_KINDS = [...AGENT_KINDS, 'null'] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];

/** A policy of the house (`src/policies`); its version is the code's. */
export interface ScriptedSpec {
  kind: 'scripted';
  policy: string;
}

export interface ModelServer {
  /** Up to and with `/v1`. */
  url: string;
  /** The environment variable with its key; null: it wants none. */
  keyName: string | null;
}

/** A language model in the model policy: weights, adapter, prompt and sampling make it what it is. */
export interface ModelSpec {
  kind: 'model';
  /** As a backend serves it; `null:random` and `null:constant` are the null models. */
  model: string;
  adapter: string | null;
  /** Ordered: the first that answers. []: whichever backends serve the model. */
  backends: readonly string[];
  /** An OpenAI-compatible server of its own: it is asked there and nowhere else. Left out: `backends` says where. */
  server?: ModelServer;
  /** The prompt's version, e.g. `market-1`. */
  prompt: string;
  /** Of `seed`, each turn's own is made. */
  sampling: Sampling;
  /** Replies are held to a grammar of the legal actions where the backend can; false: never (free text, parsed). */
  grammar: boolean;
  /** How often an unusable reply is sent back with its error: 0, 1 or 2. */
  repairs: number;
  /** A scripted policy of the ruleset, played when the model gave no usable action; null: the ruleset's safe action (wait, pass). */
  fallback: string | null;
  /** A turn may take so long, whatever happens. */
  turnSeconds: number;
  /** Of each match it plays; null: no limit. */
  budget: { tokens: number | null; calls: number | null; seconds: number | null; dollars: number | null };
}

/** A program behind an address: Mandi posts the observation, signed, and takes the action from the answer. */
export interface RemoteSpec {
  kind: 'remote';
  url: string;
  /** The environment variable with the key that signs requests; null: unsigned. */
  secretName: string | null;
  fallback: string | null;
  turnSeconds: number;
}

/** Somebody who sits down, by a link that the host sends: known by name alone, and always the same version. */
export interface PersonSpec {
  kind: 'person';
}

export type AgentSpec = ScriptedSpec | ModelSpec | RemoteSpec | PersonSpec;

/** One version of an agent. A change of its spec is a new version; old ones stay, for the matches that they played. */
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

/** `name@version`, as it stands in seats and reports. A scripted policy's reference is its bare id. */
export function agentRef(agent: Pick<Agent, 'name' | 'version'>): string {
  return `${agent.name}@${agent.version}`;
}

export function listedKind(spec: AgentSpec): ListedKind {
  return spec.kind === 'model' && spec.model.startsWith('null:') ? 'null' : spec.kind;
}
