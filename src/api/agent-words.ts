/** What the routers `agent` and `inference` answer, for screens and clients. */
import type { Agent } from '~/agents/agent';
import type { AgentTurn, TurnCounts } from '~/agents/agent-turn';

export type { Agent, AgentKind, AgentSpec, ModelSpec, RemoteSpec } from '~/agents/agent';
export type { AgentReply, AgentTurn, GuardMark, TurnCounts, WalkBack } from '~/agents/agent-turn';
export type { BackendState } from '~/inference/chat-model';
export type { InferenceState, MeterReading, WorkerState } from '~/inference/inference-words';

/** `agent.list`: the newest version of each. */
export interface AgentCard {
  /** `name@version`; of a scripted policy its bare id. What `policy` and `seats` of a new match take. */
  ref: string;
  agent: Agent;
  /** Came with Mandi: cannot be retired or changed. */
  builtIn: boolean;
  /** Can it play at this moment, and if not, why (the model is not here, no backend serves it). */
  ready: boolean;
  notReady: string | null;
  matches: number;
}

/** Finished matches of one version, by ruleset and task. */
export interface AgentResult {
  version: number;
  ruleset: string;
  task: string;
  matches: number;
  /** Mean of the seat's score with a 95% bootstrap interval; null below 2 matches. */
  score: { mean: number; low: number; high: number } | null;
  /** null for scripted policies and people. */
  counts: TurnCounts | null;
}

/** `agent.get` */
export interface AgentSheet {
  card: AgentCard;
  /** Newest first. */
  versions: readonly Agent[];
  results: readonly AgentResult[];
  /** The prompt's system text, of a model agent. */
  promptText: string | null;
}

/** `agent.turns`: of one seat, by round; [] where it may not be seen yet. */
export interface SeatTurns {
  seat: string;
  turns: readonly AgentTurn[];
  counts: TurnCounts;
}
