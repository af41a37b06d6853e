/**
 * A ruleset as one program plays it, in memory: what `mandi env`, the OpenEnv door and `mandi eval` stand on. The other seats, where a
 * ruleset has them, are played by the house or by whom the configuration names.
 */

import type { Player } from '~/agents/player';
import type { GameEvent, Hearing, Judgement, Reading, SeatId, TaskCard, WrittenFields } from '~/contract/game';
import type { GameRef } from '~/contract/game-ref';
import type { Policy } from '~/contract/policy';
import type { Stress } from './stress';

/** What most rulesets know at once and some have to wait for. */
export type Soon<T> = T | Promise<T>;

export interface Arena {
  readonly ref: GameRef;
  readonly tasks: readonly TaskCard[];
  readonly judgeModes: readonly string[];
  /** What a configuration may set besides `task_type`, `seed` and `judge_mode`. */
  readonly settings: readonly string[];
  /** What evaluations can vary in it. */
  readonly can: { readonly stress?: true; readonly populations?: true };
  /** How many of classic's episodes one of its episodes is worth in time, about. */
  readonly weight: number;
  /** Reads the configuration and opens an episode. */
  open(config: unknown, means?: ArenaMeans): Soon<Reading<Episode>>;
}

/** What an episode may use from outside. */
export interface ArenaMeans {
  /** Who plays under a name that no scripted policy has; absent: scripted policies alone can be named. */
  findPlayer?(name: string, game: GameRef): Promise<{ ref: string; player: Player } | null>;
  /** Why somebody whom it does not find cannot play here; null: nobody is called so. */
  whyNoPlayer?(name: string): Promise<string | null>;
  /** Who reads pitches in judge mode `llm`; absent: the rule judge decides, marked as standing in. */
  hearPitches?(hearing: Hearing): Promise<Judgement>;
  /** In place of the world's own shocks; rulesets whose shocks cannot be set refuse it. */
  stress?: Stress;
}

/** What the door says after a move. */
export interface Turn {
  observation: unknown;
  reward: number;
  done: boolean;
  /** Besides the observation, e.g. the score at the end. */
  metadata?: Record<string, unknown>;
}

export interface Episode {
  observe(): unknown;
  /** An observation of this episode as JSON, byte for byte as JSON.stringify has it, where the ruleset has that cheaper. */
  write?(observation: unknown, written?: WrittenFields): string;
  /** What would not be refused now: action types with what their fields may hold, as the ruleset lists them. */
  legal(): unknown;
  /** Is it a move at all? */
  readMove(raw: unknown): Reading<unknown>;
  /** Plays whatever came in, in place; what is no move is played as the ruleset plays such things. */
  play(raw: unknown): Soon<Turn>;
  /** The move that a scripted policy makes in this seat, with the seat's own numbers where it draws; absent: the observation is all. */
  ask?(policy: Policy): unknown;
  /** How it stands, for `state` and for evaluations. */
  status(): EpisodeStatus;
  /** What has happened so far, for whoever keeps it. */
  record(): EpisodeRecord;
  /** On which models' calls of all its seats go, where others than its program are asked: an episode in memory has no match. */
  readonly account?: string;
  /** Nobody will play on: what was taken up for the episode is given back. */
  leave?(): void;
}

export interface EpisodeStatus {
  game: string;
  ruleset: string;
  version: number;
  task_type: string;
  difficulty: string | null;
  /** null: nobody knows it before the end. */
  seed: number | null;
  judge_mode: string;
  round_index: number;
  max_rounds: number;
  done: boolean;
  cumulative_reward: number;
  /** Moves that the rules refused so far. */
  invalid_actions: number;
}

/** An episode as a match that can be kept. */
export interface EpisodeRecord {
  ref: GameRef;
  config: unknown;
  /** The seat that the door's program plays. */
  seat: SeatId;
  /** Who plays the others, by seat: a policy's id or an agent's reference. */
  others: Record<SeatId, string>;
  events: GameEvent[];
}
