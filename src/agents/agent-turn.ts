/** What a model or a remote program did in one turn, kept beside the match: private to seat and host during play, open afterwards. */
import type { GuardMark } from '~/contract/guard';
import type { Stage, WalkBack } from '~/contract/prompt-format';
import type { Attempt, ChatFaultCode, ChatMessage, Pin, Sampling, Sent, TokenCount, Written } from '~/inference/chat-model';

/** How the move came about. `own`: the first reply, as it was (guards may still have bent it, see `guards`). */
export type MoveOrigin = 'own' | 'repaired' | 'fallback';

/** One call and what became of it. */
export interface AgentReply {
  /** What it was asked for; left out: to decide. */
  stage?: Stage;
  /** The raw text; null: there was none. */
  text: string | null;
  /** Why there was none. `key_refused`: a program refused its key, or a request without one. */
  fault: { code: ChatFaultCode | 'http' | 'key_refused'; why: string } | null;
  /** Why the text could not be used: the very sentence that was sent back; null: it could. */
  problem: string | null;
  /** The text was written under the grammar. */
  held: boolean;
  backend: string | null;
  /** What became of each try, the last one last; left out where the first try answered. */
  attempts?: readonly Attempt[];
  /** Of the reply; of a call that came to nothing what is known to be used up. */
  tokens: TokenCount | null;
  /** Left out: the backend does not tell. */
  written?: Written;
  /** Milliseconds. */
  ms: number;
  /** US dollars, tries that came to nothing among them. */
  cost: number;
}

/**
 * The very messages that were sent first in a stage. `calls`: what was sent in each call, repairs included, with schema and sampling; left
 * out in turns of earlier versions, whose `messages` lack what a server without schemas was told besides. `cut`: what had no room.
 * `hash`: `sha256:…` of what is the same in every turn of a prompt version, all stages.
 */
export interface StageRequest {
  version: string;
  hash: string;
  messages: readonly ChatMessage[];
  cut?: readonly string[];
  calls?: readonly Sent[];
}

/** By stage; {}: nothing was asked with a prompt. */
export type StageRequests = { readonly [stage in Stage]?: StageRequest };

export interface AgentTurn {
  /** `name@version` and the digest of its spec. */
  agent: string;
  digest: string;
  /** Of the match, counted over all rounds. */
  turn: number;
  round: number;
  seat: string;
  requests: StageRequests;
  /** Of all stages, in their order. */
  replies: readonly AgentReply[];
  pin: Pin | null;
  /** What wrote the move's words, where that was another than `pin`. */
  writtenBy?: Pin;
  /** Of this turn. */
  seed: number | null;
  /** As asked first (a budget may have cut `maxTokens`); left out by players that sample nothing. */
  sampling?: Sampling;
  /** What the model wished, after parsing; null: nothing usable. */
  wished: unknown;
  /** What was handed to the rules. */
  move: unknown;
  origin: MoveOrigin;
  guards: readonly GuardMark[];
  walkBacks: readonly WalkBack[];
  /** Milliseconds from being asked to the move. */
  ms: number;
  /** Why the fallback played; null: it did not. */
  fallbackWhy: string | null;
  /** The fallback played because a budget was spent. */
  overBudget?: true;
  /** Why the move went without words, although its prompt asks for some; left out: it has them, or takes none. */
  wordless?: string;
}

const KEY_NAME = /\b((?:refused (?:its|the)|Its) key) [A-Z_][A-Z0-9_]+\b/g;

/** Which of the operator's environment variables holds a key is nobody else's business. */
export function withoutKeyName(why: string): string {
  return why.replace(KEY_NAME, '$1');
}

/** As anybody may read it who is not the operator. */
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

/** The replies of one stage, in their order. */
export function repliesOf({ replies }: Pick<AgentTurn, 'replies'>, stage: Stage): AgentReply[] {
  return replies.filter((reply) => (reply.stage ?? 'decide') === stage);
}

/** Counted over turns; a result of a model never stands without them. */
export interface TurnCounts {
  turns: number;
  own: number;
  repaired: number;
  fallback: number;
  /** Of `fallback`: a budget was spent, so that it was not asked, or not again. Left out: never. */
  overBudget?: number;
  /** Of `fallback`: it was not asked for another reason. Left out: never. In all other turns it was asked, and could not answer. */
  notAsked?: number;
  /** Turns whose move went without the words that it was to have. Left out: none. */
  wordless?: number;
  /** Turns that a guard changed, whatever their origin. */
  guarded: number;
  walkBacks: number;
  calls: number;
  tokens: { prompt: number; completion: number };
  cost: number;
  /** Milliseconds a turn. */
  latency: { p50: number; p95: number } | null;
  /** Action types that were played, with how often. */
  actions: Record<string, number>;
}
