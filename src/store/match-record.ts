import type { MatchStatus, SeatCard, Visibility } from './match-words';

/** A match as it is stored. Nothing here may be sent out as it is: see `match/match-card.ts`. */
export interface MatchRecord {
  id: string;
  game: string;
  ruleset: string;
  rulesetVersion: number;
  task: string;
  seed: number;
  judgeMode: string;
  /** The parsed configuration that `Game.open` was given. */
  config: unknown;
  seats: SeatCard[];
  visibility: Visibility;
  /** Seconds a round. */
  pace: number;
  status: MatchStatus;
  /** Sequence number of the newest event; 0 before the opening. */
  head: number;
  round: number;
  rounds: number;
  scores: Record<string, number | null> | null;
  showcase: boolean;
  /** Made with open seats: there is a host's token. */
  hosted: boolean;
  /** For rounds that wait for somebody; null: none of this match ever does. */
  clock: RoundClock | null;
  /** Watchers see the market so many rounds late. */
  delayRounds: number;
  /** Its world is a season's, and no hand has touched it. */
  rated: boolean;
  /** Which world of which season; null: of none. */
  season: SeasonWorld | null;
  /** The match of which it is a branch, and the last event that both have. */
  origin: Origin | null;
  /** The seats that were silent in the last round that closed. */
  silent: string[];
  fault: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export interface RoundClock {
  /** That a round may take. */
  seconds: number;
  /** While a round waits for somebody. */
  deadline: Date | null;
  /** Milliseconds that are left of it, while the match is paused. */
  remaining: number | null;
}

export interface SeasonWorld {
  id: string;
  index: number;
}

export interface Origin {
  matchId: string;
  seq: number;
}
