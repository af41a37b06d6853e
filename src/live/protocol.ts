/**
 * Messages of the live stream, shared by server and screens. A watcher receives frames: the event as that watcher may see it, and a JSON
 * Patch (RFC 6902) from the view before it to the view after it. Screens get match data in no other way.
 */
import type { Operation } from 'fast-json-patch';
import type { GameEvent } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import type { GuardMode } from '~/contract/guard';
import type { MatchStatus, ShownSeat, Visibility } from '~/store/match-types';

export type { MatchStatus, ShownSeat as SeatCard, Visibility } from '~/store/match-types';

/** What anyone may know of a match without its state. */
export interface MatchCard {
  id: string;
  /** The game's key: `gpu-market/open`. */
  key: GameKey;
  /** Family and ruleset of the key, for clients with a field for each. */
  game: string;
  ruleset: string;
  /** Version of the game's rules. */
  version: number;
  task: string;
  /** null while it is secret. */
  seed: number | null;
  judgeMode: string;
  seats: ShownSeat[];
  visibility: Visibility;
  /** Seconds per round; 0: as fast as possible. */
  pace: number;
  status: MatchStatus;
  /** Number of stored events, and the sequence number of the newest (the first event is 1). */
  head: number;
  round: number;
  /** The current turn, counted over all rounds. */
  turn: number;
  rounds: number;
  /** Final or current; null while hidden. */
  scores: Record<string, number | null> | null;
  createdAt: string;
  finishedAt: string | null;
  showcase: boolean;
  /** Why the match failed, was aborted, or is unrated although it finished: a sentence. */
  fault: string | null;
  /** Created with open seats, so it has a host, who starts and steers it with a token. */
  hosted: boolean;
  /** Not in any list. Only those who may know of the match receive this card. */
  isPrivate: boolean;
  /** null if only policies play, because then rounds have no deadline. */
  clock: MatchClock | null;
  /** Watchers see the match this many turns late; `turn`, `round` and `head` here are current. */
  delayTurns: number;
  /** The same number, for programs that use the older name. */
  delayRounds: number;
  /** Whom the game's guards bind in this match; null if it has none. */
  guards: GuardMode | null;
  /** Whether results can count in rankings. Not with people, a chosen seed, a shock by the host, or in a branch. */
  rated: boolean;
  /** For a branch: the match and event it was forked from. */
  origin: {
    matchId: string;
    seq: number;
    replaced?: { turn: number; seat: string; move?: unknown; standIns: Record<string, string> };
  } | null;
  /** The series and the match's index in it, from 0. Absent: none. */
  series?: { id: string; place: number };
  /** The last completed turn and the seats that submitted nothing for it; null if no turn has ended. */
  missed: { turn: number; seats: string[] } | null;
  /** The seats of `missed`, for programs that use the older name. */
  silent: string[];
}

/** A finished match that is worth watching. */
export interface Highlight {
  /**
   * `swing`: the winner was far behind. `together`: many seats acted as one. `people`: a person played. Where fewer than three are found,
   * also `close` and `clear`: the smallest and the largest lead at the end.
   */
  kind: 'swing' | 'together' | 'people' | 'close' | 'clear';
  card: MatchCard;
  /** By seat with a score: its score after each round. */
  race: Record<string, number[]>;
  /** By how much the winner was behind, or how many seats acted together, or how many people played, or the lead at the end. */
  figure: number;
}

export interface MatchClock {
  /** Per round. */
  seconds: number;
  /** ISO, by the server's clock; null while no round runs. */
  deadline: string | null;
  /** Milliseconds left while paused, otherwise null. */
  remaining: number | null;
}

/** One stored event as sent to a screen. Frame 1 patches `{}` into the first view. */
export interface Frame {
  seq: number;
  /** null if hidden from this watcher. The patch can still contain public consequences. */
  event: GameEvent | null;
  patch: Operation[];
}

export interface FramesMessage {
  matchId: string;
  /** The seat whose view this is; absent: the watchers'. Distinguishes the two on a socket that watches both. */
  seat?: string;
  frames: Frame[];
  /** The watcher's previous frames are invalid and frames restart at 1, because a `public` match has ended and everything is shown now. */
  anew?: true;
}

/** The next point of the sparkline in lists of matches. */
export interface LobbyMessage {
  card: MatchCard;
  /** Cumulative reward of the scored seat, one point per round; [] while private. */
  curve: number[];
}

export type WatchAnswer =
  /**
   * `watchers`: this process's count. `anew`: as in `FramesMessage`; frames begin at 1 whatever `since` was. `more`: there are more frames;
   * ask again with the newest of these.
   */
  { ok: true; card: MatchCard; frames: Frame[]; watchers: number; anew?: true; more?: true } | RefusedWatch;

export interface RefusedWatch {
  ok: false;
  code: string;
  message: string;
  /** Seconds to wait before asking again. */
  retryInS?: number;
}

export interface WatchMessage {
  matchId: string;
  /** The newest frame of that view that this client has; 0: none. */
  since: number;
  /** Watches that seat's own view. Only for its holder (the seat's cookie when the socket opened, or `auth: { token }`). */
  seat?: string;
}

/**
 * A model's reply as it is being written. Sent to watchers of an open match; otherwise only to the seat's holder and the host. Not stored;
 * the finished turn is (`agent.turns`).
 */
export interface ThoughtMessage {
  matchId: string;
  seat: string;
  turn: number;
  round: number;
  /** `name@version` */
  agent: string;
  /** The reply so far, or the end of it if it is long; null: it has decided, or the round is over. */
  text: string | null;
}

/** A tournament changed: a match ended, or someone paused, resumed or ended it. Clients fetch the details that they may see. */
export interface TournamentMessage {
  id: string;
}

export interface ServerToClient {
  /** In order, without gaps. A client that misses one asks again with `watch`. */
  frames: (message: FramesMessage) => void;
  card: (card: MatchCard) => void;
  watchers: (message: { matchId: string; count: number }) => void;
  lobby: (message: LobbyMessage) => void;
  /** This client no longer holds the seat (removed or left) and receives no more of its view. */
  unseated: (message: { matchId: string; seat: string }) => void;
  thought: (message: ThoughtMessage) => void;
  tournament: (message: TournamentMessage) => void;
}

export interface ClientToServer {
  /**
   * Joins a match's room. The answer has the frames after `since` (0: all), so it is also the way to catch up after a disconnect. While a
   * socket watches its own seat, that seat is `here` on the card. Code `not_your_seat`: this socket presents no token of that seat; if it
   * opened before the seat was claimed, reconnect so that it sends the cookie. Code `too_many_requests`: answers for a finished match count
   * as replay pages and are produced one at a time per visitor; retry after `retryInS`.
   */
  watch: (request: WatchMessage, answer: (answer: WatchAnswer) => void) => void;
  unwatch: (request: { matchId: string; seat?: string }) => void;
  /** Joins the list of matches. `entered` is called after every match in progress has been sent. */
  lobby: (request: { join: boolean }, entered?: () => void) => void;
  /** Subscribes to changes of tournaments, starting with `entered`. */
  tournaments: (request: { join: boolean }, entered?: () => void) => void;
}
