/** The interface between whoever runs a seat and its player (a model or a remote program). */
import type { GameRef } from '~/contract/game-ref';
import type { GuardMode } from '~/contract/guard';
import type { Shown } from '~/contract/prompt-format';
import { withoutKeyOf } from '~/inference/chat-model';
import { ownTurns } from '~/lib/play/turn-tally';
import type { Agent } from './agent';
import type { AgentTurn } from './agent-turn';

export interface TurnAsk {
  game: GameRef;
  /** Unique in the process or the database; null for an episode in memory. */
  matchId: string | null;
  /** Account name for an episode in memory, which has no match. A match's budget applies to it. */
  episode?: string;
  seat: string;
  /** Counted over all rounds. */
  turn: number;
  round: number;
  /** Only the seat's observation, the same as a person or a program gets. */
  observation: unknown;
  /** The public view at that moment, for writing a move's words. Absent: moves have no words. */
  shown?(): Shown;
  /** The player's own turns in this match, oldest first, from the store, so that a restart loses none. */
  past: readonly AgentTurn[];
  /** Whom the match's guards bind. Default: the game's. */
  guards?: GuardMode;
  /** Milliseconds left for this turn, in total. */
  timeMs: number;
  signal?: AbortSignal;
  /** The account that is charged. `empty`: why no calls may be made, so that the fallback plays. */
  budget?: { tournament: string; empty: string | null };
  /** Called with the growing reply. */
  onThought?(text: string): void;
}

/** Never throws and never takes longer than `timeMs`. Errors are in the turn, which always has a move. */
export interface Player {
  play(ask: TurnAsk): Promise<AgentTurn>;
}

/** Wraps a player to count its turns in this process. */
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
