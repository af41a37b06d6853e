/** What the routers `agent` and `inference` answer, for screens and clients. */

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
  /** `name@version`; of a scripted policy its bare id. What `policy` and `seats` of a new match take. */
  ref: string;
  agent: Agent;
  /** Came with Mandi: cannot be retired or changed. */
  builtIn: boolean;
  /** There is a newer version of it; such stand in lists that ask for them alone. */
  older: boolean;
  /** Can it play at this moment, and if not, why (the model is not here, no backend serves it). */
  ready: boolean;
  notReady: string | null;
  matches: number;
}

/** Finished matches of one version of an agent, by game, version of its rules and task. */
export interface AgentResult {
  version: number;
  /** The game's key. */
  ruleset: GameKey;
  task: string;
  matches: number;
  /**
   * Mean of the seat's score over worlds, a world counting once however often it was played; null below 2 worlds. With its 95% symmetric
   * bootstrap-t interval; null below 8 worlds, or where worlds hardly differ.
   */
  score: { mean: number; low: number | null; high: number | null; worlds: number } | null;
  /** null for scripted policies and people. */
  counts: TurnCounts | null;
  /** What the null models got under the same conditions; null: it is no model, or a null model itself. */
  beside: NullsBeside | null;
  /** Of the game's rules. */
  gameVersion: number;
  /** Where several builds of its model answered: each with its turns, in words. Absent: one did, or nobody says. */
  builds?: string[];
}

/** The same wrapper without a model in the very worlds and seats of a model's matches, among the same others. */
export interface NullsBeside {
  /** Worlds of these matches into which null models can be put: nobody sat there, and it is no branch and no season's. */
  worlds: number;
  /** Matches that are missing so that each null model has played the newest of them (20 at most). */
  toPlay: number;
  /** Of those null models that have played any. */
  results: readonly NullResult[];
}

export interface NullResult extends Pick<AgentResult, 'matches' | 'score'> {
  /** `null-random@1` */
  agent: string;
  counts: TurnCounts;
}

/** `agent.playNulls`: matches that are played now, and those that were asked for before and still are. */
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
  /** Demo leagues whose matches are among these. */
  demos: readonly { id: string; name: string }[];
  /** The prompt's system text, of a model agent. */
  promptText: string | null;
}

/** What keeps an agent from playing. `not_allowed`: this Mandi asks no such address for a browser, its command line does. */
export type TryOutFault = 'absent' | 'slow' | 'key_missing' | 'key_refused' | 'wrong_model' | 'unusable' | 'not_allowed';

/** `agent.tryOut`: one turn of an agent that is not kept yet. */
export type TryOut =
  | {
      ok: true;
      /** Milliseconds of the turn. */
      ms: number;
      /** What it did, as its game's action types. */
      moves: string[];
      /** The first reply was not usable, and why; null: it was. */
      repaired: string | null;
    }
  | {
      ok: false;
      code: TryOutFault;
      why: string;
      /** What to do about it. */
      fix: string;
    };

/** Of one seat, by round: those of its turns that are on this page, [] where it may not be seen yet; `counts` are of all of them. */
export interface SeatTurns {
  seat: string;
  turns: readonly AgentTurn[];
  counts: TurnCounts;
}

/** `agent.turns`: the newest of a match's turns, or those before a cursor. */
export interface TurnsPage {
  seats: readonly SeatTurns[];
  /** To go on to earlier turns; null: these are the first. */
  next: string | null;
}
