/** Whoever runs a seat asks a player; what a player is inside (a model, a program elsewhere) is not its business. */
import type { GameRef } from '~/contract/game-ref';
import type { GuardMode } from '~/contract/guard';
import type { Shown } from '~/contract/prompt-format';
import { withoutKeyOf } from '~/inference/chat-model';
import { ownTurns } from '~/lib/play/turn-tally';
import type { Agent } from './agent';
import type { AgentTurn } from './agent-turn';

export interface TurnAsk {
  game: GameRef;
  /** Unique in the process or the database; null: an episode in memory. */
  matchId: string | null;
  /** An episode in memory has no match: its calls go on an account of this name, which the budget of a match binds. */
  episode?: string;
  seat: string;
  /** Counted over all rounds. */
  turn: number;
  round: number;
  /** The seat's observation and nothing else: the same a person or a program would get. */
  observation: unknown;
  /** What the public is shown at that moment, for whoever writes a move's words; left out: moves go without. */
  shown?(): Shown;
  /** The player's own turns of this match, oldest first (as stored: a restart loses none). */
  past: readonly AgentTurn[];
  /** Whom the match's guards bind; left out: what the game has for that. */
  guards?: GuardMode;
  /** Milliseconds that are left for this turn, all included. */
  timeMs: number;
  signal?: AbortSignal;
  /** Whose account its calls go on; `empty` says why none may be made, and its fallback plays. */
  budget?: { tournament: string; empty: string | null };
  /** The reply as it grows, for whoever may see it. */
  onThought?(text: string): void;
}

/** Never throws and never waits beyond `timeMs`: what goes wrong is in the turn, whose `move` can always be handed in. */
export interface Player {
  play(ask: TurnAsk): Promise<AgentTurn>;
}

/** What it plays counts among the turns of this process. */
export function countedPlayer({ spec }: Pick<Agent, 'spec'>, player: Player): Player {
  const kind = spec.kind === 'model' ? 'model' : 'program';
  const play: Player['play'] = async (ask) => {
    const turn = await player.play(ask);
    const backend = kind === 'model' ? (turn.replies.findLast((reply) => reply.backend !== null)?.backend ?? 'none') : '';
    ownTurns.add({ kind, backend: withoutKeyOf(backend), origin: turn.origin, ms: turn.ms });
    return turn;
  };
  return { ...player, play };
}
