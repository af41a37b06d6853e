/**
 * A ruleset as one program plays it, alone and in memory, without a log: what `mandi env` and `mandi eval` stand on. The other
 * seats, where a ruleset has them, are the ruleset's own.
 */
import type { Reading, TaskCard } from '~/games/game';

export interface Arena {
  readonly game: string;
  readonly ruleset: string;
  readonly version: number;
  readonly tasks: readonly TaskCard[];
  readonly judgeModes: readonly string[];
  /** Reads the configuration and opens an episode. */
  open(config: unknown): Reading<Episode>;
}

/** What the door says after a move. */
export interface Turn {
  observation: unknown;
  reward: number;
  done: boolean;
}

export interface Episode {
  observe(): unknown;
  /** Is it a move at all? */
  readMove(raw: unknown): Reading<unknown>;
  /** Plays whatever came in, in place; what is no move is played as the ruleset plays such things. */
  play(raw: unknown): Turn;
  /** How it stands, for `state` and for evaluations. */
  status(): EpisodeStatus;
}

export interface EpisodeStatus {
  game: string;
  ruleset: string;
  version: number;
  task_type: string;
  difficulty: string | null;
  seed: number;
  judge_mode: string;
  round_index: number;
  max_rounds: number;
  done: boolean;
  cumulative_reward: number;
  /** Moves that the rules refused so far. */
  invalid_actions: number;
}
