/** What a game's own pages can request. */
import type { SeatId } from './game';
import type { OptionValue } from './options';
import type { ShownCard } from './shown';

/** A match with one person, who gets the first seat open to people. */
export interface StartRequest {
  task: string;
  /** Plays the other seats. Default: the game's stand-in. */
  against?: string;
  /** Players of other seats, by seat. The person gets the first seat that is not named. */
  seats?: Readonly<Record<SeatId, string>>;
  options?: Readonly<Record<string, OptionValue>>;
  /** Default: a new random world. */
  seed?: number;
  /** Seconds per turn of the person. Default: ten minutes, because bots do not mind waiting. */
  clockSeconds?: number;
  /** Nobody plays: every seat is named or played by `against`. */
  watch?: true;
}

/** Several matches that count as one, with the person in them. */
export interface SeriesStart {
  /** The id that the game's pack gives this kind of series. */
  kind: string;
  task: string;
  /** In order. `you`: the person; `open`: whoever opens the link of the first match; otherwise a policy or an agent. */
  players: readonly string[];
  /** Seconds per turn of a person. */
  clockSeconds?: number;
  /** Hides its matches from lists; players need an invitation. */
  isPrivate?: boolean;
}

/** Replaces one move of a finished match and plays on from there as a new match. */
export interface ReplaceRequest {
  matchId: string;
  turn: number;
  seat: SeatId;
  move: unknown;
  /** Plays that seat from there on. Default: the person. */
  by?: string;
}

/** A player that can be chosen for a seat. */
export interface OfferedPlayer {
  /** The value for `against` and `seats`. */
  ref: string;
  title: string;
  /** What it is, in a sentence or two. */
  summary: string;
  /** `null`: an agent that has no model. */
  kind: 'scripted' | 'model' | 'remote' | 'person' | 'null';
  /** For models: has weights trained for this game. */
  isTrained: boolean;
  /** Whether it can play now. */
  ready: boolean;
  notReady: string | null;
}

/** What a game's own page can do. Failed calls throw an error with a message for people. */
export interface GameApi {
  /** Starts a match and opens the person's seat. */
  start(request: StartRequest): Promise<void>;
  /** Creates the series and opens the person's seat in its first match, which starts immediately or waits for people to join by link. */
  series(request: SeriesStart): Promise<void>;
  /** Creates the branch and opens it. */
  replace(request: ReplaceRequest): Promise<void>;
  players(): Promise<readonly OfferedPlayer[]>;
  /** The newest matches of this game. */
  matches(limit: number): Promise<readonly ShownCard[]>;
  /** The explanation of a finished match by the game's pack. */
  explain(matchId: string): Promise<unknown>;
}

export interface PageProps {
  api: GameApi;
  /** The query parameters of the page's address. */
  query: Readonly<Record<string, string>>;
}
