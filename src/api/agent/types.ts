/** Results of the routers `agent` and `inference`, for screens and clients. */

import type { Agent } from '~/agents/agent';
import type { AgentTurn, TurnCounts } from '~/agents/agent-turn';
import type { GameKey } from '~/contract/game-ref';

export type { Agent, AgentKind, AgentSpec, ModelSpec, RemoteSpec } from '~/agents/agent';
export type { AgentReply, AgentTurn, TurnCounts } from '~/agents/agent-turn';
export type { GuardMark } from '~/contract/guard';
export type { WalkBack } from '~/contract/prompt-format';
export type { BackendState } from '~/inference/chat-model';
export type { InferenceState, MeterReading, WorkerState } from '~/inference/inference-types';

/** `agent.list`: the newest version of each, or the older ones. */
export interface AgentCard {
  /** `name@version`, or a scripted policy's id. The value for `policy` and `seats` of a new match. */
  ref: string;
  agent: Agent;
  /** Included with Mandi: cannot be retired or changed. */
  builtIn: boolean;
  /** A newer version exists. Only listed on request. */
  older: boolean;
  /** Whether it can play now, and if not, why (its model is missing, or no backend serves it). */
  ready: boolean;
  notReady: string | null;
  matches: number;
}

/** Finished matches of one version of an agent, by game, rules version and task. */
export interface AgentResult {
  version: number;
  /** The game's key. */
  ruleset: GameKey;
  task: string;
  matches: number;
  /**
   * Mean seat score over worlds, each counted once; null below 2 worlds. With its 95% symmetric bootstrap-t interval; null below 8 worlds
   * or if worlds hardly differ.
   */
  score: { mean: number; low: number | null; high: number | null; worlds: number } | null;
  /** null for scripted policies and people. */
  counts: TurnCounts | null;
  /** Results of null models under the same conditions; null if it is not a model, or is a null model itself. */
  beside: NullsBeside | null;
  /** Version of the game's rules. */
  gameVersion: number;
  /** If several builds of its model answered, each with its number of turns, in words. Absent: one build, or unknown. */
  builds?: string[];
}

/** The same wrapper without a model, in the same worlds and seats, with the same other players. */
export interface NullsBeside {
  /** Worlds of these matches that null models can play: no people or programs, not a branch, and not a season's. */
  worlds: number;
  /** Matches still to be played before each null model has played the newest worlds (at most 20). */
  toPlay: number;
  /** Null models with at least one result. */
  results: readonly NullResult[];
}

export interface NullResult extends Pick<AgentResult, 'matches' | 'score'> {
  /** `null-random@1` */
  agent: string;
  counts: TurnCounts;
}

/** `agent.playNulls`: matches started now, and earlier ones still being played. */
export interface NullMatches {
  opened: string[];
  underWay: string[];
}

/** `agent.get` */
export interface AgentSheet {
  card: AgentCard;
  /** Newest first. */
  versions: readonly Agent[];
  results: readonly AgentResult[];
  /** Demo leagues that include some of these matches. */
  demos: readonly { id: string; name: string }[];
  /** System text of a model agent's prompt. */
  promptText: string | null;
  /** Games in which new agents are asked in a newer prompt than this one: its prompt there, and the newer one. */
  olderPrompts: readonly { game: string; prompt: string; newest: string }[];
}

/**
 * What prevents an agent from playing. `not_allowed`: this server does not call such an address for a browser, but its command line does.
 */
export type TryOutFault = 'absent' | 'slow' | 'key_missing' | 'key_refused' | 'wrong_model' | 'unusable' | 'not_allowed';

/** `agent.tryOut`: one turn of an agent that is not stored yet. */
export type TryOut =
  | {
      ok: true;
      /** Duration of the turn in milliseconds. */
      ms: number;
      /** The action types of its move. */
      moves: string[];
      /** Why the first reply was not usable; null if it was. */
      repaired: string | null;
    }
  | {
      ok: false;
      code: TryOutFault;
      why: string;
      /** How to fix it. */
      fix: string;
    };

/** A seat's turns on this page, by round; [] while hidden. `counts` covers all of its turns. */
export interface SeatTurns {
  seat: string;
  turns: readonly AgentTurn[];
  counts: TurnCounts;
}

/** `agent.turns`: the newest turns of a match, or those before a cursor. */
export interface TurnsPage {
  seats: readonly SeatTurns[];
  /** Cursor to earlier turns; null if there are none. */
  next: string | null;
}
