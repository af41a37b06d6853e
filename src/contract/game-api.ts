/** Pages of a game's own, and what they may ask. */
import type { SeatId } from './game';
import type { OptionValue } from './options';
import type { ShownCard } from './shown';

/** A match with one person in it, who gets the first seat that people may take. */
export interface StartRequest {
  task: string;
  /** Who plays the other seats; left out: the game's stand-in. */
  against?: string;
  /** By seat, for those that another plays. The person gets the first seat that is not named. */
  seats?: Readonly<Record<SeatId, string>>;
  options?: Readonly<Record<string, OptionValue>>;
  /** Left out: another world each time. */
  seed?: number;
  /** What a turn of the person may take; left out: ten minutes, as nobody waits for who plays bots. */
  clockSeconds?: number;
  /** Nobody sits down: every seat is named, or played by `against`. */
  watch?: true;
}

/** Several matches that count as one, with the person in them. */
export interface SeriesStart {
  /** As the game's pack calls it. */
  kind: string;
  task: string;
  /** In order. `you`: the person; `open`: whoever comes by the link of the first match; else a policy or an agent. */
  players: readonly string[];
  /** What a turn of a person may take. */
  clockSeconds?: number;
  /** Its matches are in no list: whoever is to come needs an invitation. */
  isPrivate?: boolean;
}

/** One move of a finished match is another, and it is played on from there as a match of its own. */
export interface ReplaceRequest {
  matchId: string;
  turn: number;
  seat: SeatId;
  move: unknown;
  /** Who plays that seat on; left out: the person. */
  by?: string;
}

/** Who can be put into a seat. */
export interface OfferedPlayer {
  /** What `against` and `seats` take. */
  ref: string;
  title: string;
  /** `null`: a model's wrapper without a model. */
  kind: 'scripted' | 'model' | 'remote' | 'person' | 'null';
  /** Of a model: with weights of its own for this game. */
  isTrained: boolean;
  /** It can play now, or why it cannot. */
  ready: boolean;
  notReady: string | null;
}

/** What a game's own page can do. A call that fails throws an error with a sentence for people. */
export interface GameApi {
  /** Starts a match and goes to the person's seat. */
  start(request: StartRequest): Promise<void>;
  /** Makes the series and goes to the person's seat in its first match: it begins at once, or waits there for those who come by its link. */
  series(request: SeriesStart): Promise<void>;
  /** Makes the branch and goes to it. */
  replace(request: ReplaceRequest): Promise<void>;
  players(): Promise<readonly OfferedPlayer[]>;
  /** The newest matches of this game. */
  matches(limit: number): Promise<readonly ShownCard[]>;
  /** What the game's pack says of a finished match. */
  explain(matchId: string): Promise<unknown>;
}

export interface PageProps {
  api: GameApi;
  /** What the address says after `?`. */
  query: Readonly<Record<string, string>>;
}
