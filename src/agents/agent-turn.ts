/** What a model or a remote program did in one turn, stored with the match. Private to seat and host during play, public afterwards. */
import type { GuardMark } from '~/contract/guard';
import type { Stage, WalkBack } from '~/contract/prompt-format';
import type { Attempt, ChatFaultCode, ChatMessage, Pin, Sampling, Sent, TokenCount, Written } from '~/inference/chat-model';

/** Where the move came from. `own`: the first reply as it was, although guards may have changed it (see `guards`). */
export type MoveOrigin = 'own' | 'repaired' | 'fallback';

/** One call and its result. */
export interface AgentReply {
  /** The stage; default: decide. */
  stage?: Stage;
  /** The raw text; null if there was none. */
  text: string | null;
  /** Why there was none. `key_refused`: a program refused its key, or a request without one. */
  fault: { code: ChatFaultCode | 'http' | 'key_refused'; why: string } | null;
  /** Why the text could not be used, in the words sent back to the model; null if it could. */
  problem: string | null;
  /** A grammar constrained the text while it was written. */
  held: boolean;
  backend: string | null;
  /** Result of each attempt, the last one last. Absent if the first succeeded. */
  attempts?: readonly Attempt[];
  /** Tokens of the reply. For a failed call, what is known to be used. */
  tokens: TokenCount | null;
  /** Absent if the backend does not report it. */
  written?: Written;
  /** Milliseconds. */
  ms: number;
  /** US dollars, including failed attempts. */
  cost: number;
}

/**
 * The first messages sent in a stage. `calls`: what each call sent, including repairs, with schema and sampling; absent in turns of earlier
 * versions, whose `messages` lack the schema text for servers without schemas. `cut`: what did not fit. `hash`: `sha256:…` of the part of a
 * prompt version that is the same in every turn, over all stages.
 */
export interface StageRequest {
  version: string;
  hash: string;
  messages: readonly ChatMessage[];
  cut?: readonly string[];
  calls?: readonly Sent[];
}

/** By stage; {} if no prompt was used. */
export type StageRequests = { readonly [stage in Stage]?: StageRequest };

export interface AgentTurn {
  /** `name@version` and the digest of its spec. */
  agent: string;
  digest: string;
  /** Turn number in the match, counted over all rounds. */
  turn: number;
  round: number;
  seat: string;
  requests: StageRequests;
  /** Replies of all stages, in order. */
  replies: readonly AgentReply[];
  pin: Pin | null;
  /** The model that wrote the move's words, if it is not `pin`. */
  writtenBy?: Pin;
  /** The seed of this turn. */
  seed: number | null;
  /** As first requested (a budget may have lowered `maxTokens`). Absent for players without sampling. */
  sampling?: Sampling;
  /** The model's move after parsing; null if unusable. */
  wished: unknown;
  /** The move passed to the rules. */
  move: unknown;
  origin: MoveOrigin;
  guards: readonly GuardMark[];
  walkBacks: readonly WalkBack[];
  /** Milliseconds from the request to the move. */
  ms: number;
  /** Why the fallback played; null if it did not. */
  fallbackWhy: string | null;
  /** The fallback played because a budget was spent. */
  overBudget?: true;
  /** Why the move has no words although its prompt asks for some. Absent if it has them or needs none. */
  wordless?: string;
}

const KEY_NAME = /\b((?:refused (?:its|the)|Its) key) [A-Z_][A-Z0-9_]+\b/g;

/** Removes the names of the operator's environment variables, which are not public. */
export function withoutKeyName(why: string): string {
  return why.replace(KEY_NAME, '$1');
}

/** A turn as shown to everyone except the operator. */
export function publicTurn(turn: AgentTurn): AgentTurn {
  return {
    ...turn,
    fallbackWhy: turn.fallbackWhy === null ? null : withoutKeyName(turn.fallbackWhy),
    ...(turn.wordless !== undefined && { wordless: withoutKeyName(turn.wordless) }),
    replies: turn.replies.map((reply) => ({
      ...reply,
      fault: reply.fault && { ...reply.fault, why: withoutKeyName(reply.fault.why) },
      ...(reply.attempts && {
        attempts: reply.attempts.map((one) => ({ ...one, why: one.why === null ? null : withoutKeyName(one.why) })),
      }),
    })),
  };
}

/** The replies of one stage, in order. */
export function repliesOf({ replies }: Pick<AgentTurn, 'replies'>, stage: Stage): AgentReply[] {
  return replies.filter((reply) => (reply.stage ?? 'decide') === stage);
}

/** Counts over turns; always shown with a model's result. */
export interface TurnCounts {
  turns: number;
  own: number;
  repaired: number;
  fallback: number;
  /** Fallback turns because a budget was spent. Absent: none. */
  overBudget?: number;
  /** Fallback turns in which the agent was not asked for another reason. Absent: none. In all others it was asked and could not answer. */
  notAsked?: number;
  /** Turns whose move lacks its words. Absent: none. */
  wordless?: number;
  /** Turns changed by a guard, of any origin. */
  guarded: number;
  walkBacks: number;
  calls: number;
  tokens: { prompt: number; completion: number };
  cost: number;
  /** Milliseconds per turn. */
  latency: { p50: number; p95: number } | null;
  /** Number of actions played, by type. */
  actions: Record<string, number>;
}
