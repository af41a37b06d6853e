/**
 * The messages of the live stream, shared by server and screens. A watcher gets frames: the event as that watcher may see it and
 * a JSON Patch (RFC 6902) that takes the view before it to the view after it. Nothing else carries the market to a screen.
 */
import type { Operation } from 'fast-json-patch';
import type { GameEvent } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import type { GuardMode } from '~/contract/guard';
import type { MatchStatus, ShownSeat, Visibility } from '~/store/match-types';

export type { MatchStatus, ShownSeat as SeatCard, Visibility } from '~/store/match-types';

/** What anybody may know of a match besides its market. */
export interface MatchCard {
  id: string;
  /** The game's key: `gpu-market/open`. */
  key: GameKey;
  /** Its two words, for who has a place for each. */
  game: string;
  ruleset: string;
  /** Of the game's rules. */
  version: number;
  task: string;
  /** null while it is a secret. */
  seed: number | null;
  judgeMode: string;
  seats: ShownSeat[];
  visibility: Visibility;
  /** Seconds a round; 0: as fast as it goes. */
  pace: number;
  status: MatchStatus;
  /** How many events are stored: the sequence number of the newest (the first event is 1). */
  head: number;
  round: number;
  /** The turn that is being played, counted over all rounds. */
  turn: number;
  rounds: number;
  /** Final or so far; null where it may not be known yet. */
  scores: Record<string, number | null> | null;
  createdAt: string;
  finishedAt: string | null;
  showcase: boolean;
  /** Why it failed or was aborted, or counts in no table though it finished: a sentence. */
  fault: string | null;
  /** Made with open seats: it has a host, whose token starts and steers it. */
  hosted: boolean;
  /** In no list: whoever is sent this card is one of those who may know of it. */
  isPrivate: boolean;
  /** null: nobody but policies sits here, no round has a deadline. */
  clock: MatchClock | null;
  /** Watchers see the match so many turns late; `turn`, `round` and `head` here are the true ones. */
  delayTurns: number;
  /** The same number, under the name that programs may know it by. */
  delayRounds: number;
  /** Whom the game's hard limits bind in this match; null: it has none. */
  guards: GuardMode | null;
  /** May it count in a table? Never when people sit here, the seed was chosen, a shock was fired live, or it was forked. */
  rated: boolean;
  /** The event of another match from which this one was forked. */
  origin: {
    matchId: string;
    seq: number;
    replaced?: { turn: number; seat: string; move?: unknown; standIns: Record<string, string> };
  } | null;
  /** The series of which it is a match, and its place in it, from 0; absent: of none. */
  series?: { id: string; place: number };
  /** The last turn that ended, and the seats that handed in nothing for it; null: none has ended. */
  missed: { turn: number; seats: string[] } | null;
  /** The seats of `missed`, under the name that programs may know them by. */
  silent: string[];
}

export interface MatchClock {
  /** For each round. */
  seconds: number;
  /** ISO, by the server's clock; null while no round runs. */
  deadline: string | null;
  /** Milliseconds left while it is paused, else null. */
  remaining: number | null;
}

/** One stored event on its way to a screen. Frame 1 patches `{}` into the first view. */
export interface Frame {
  seq: number;
  /** null: this watcher may not see the event (the patch can still tell what is public of it). */
  event: GameEvent | null;
  patch: Operation[];
}

export interface FramesMessage {
  matchId: string;
  /** Whose view this is; absent: the watchers'. A socket that watches both tells them apart by this. */
  seat?: string;
  frames: Frame[];
  /**
   * What this watcher had is void, the frames begin at 1 again: a `public` match has ended, and from now on everything is shown.
   */
  anew?: true;
}

/** A tiny live chart's next point, for lists of matches. */
export interface LobbyMessage {
  card: MatchCard;
  /** Cumulative reward so far, a point a round, of the seat that is scored; [] while private. */
  curve: number[];
}

export type WatchAnswer =
  /**
   * `watchers` as this process counts them. `anew` as in `FramesMessage`: the frames begin at 1 whatever `since` was. `more`: these are
   * not all, ask again with the newest of them.
   */
  { ok: true; card: MatchCard; frames: Frame[]; watchers: number; anew?: true; more?: true } | RefusedWatch;

export interface RefusedWatch {
  ok: false;
  code: string;
  message: string;
  /** Seconds until it makes sense to ask again. */
  retryInS?: number;
}

export interface WatchMessage {
  matchId: string;
  /** The newest frame this client has of that view; 0: none. */
  since: number;
  /** That seat's own view: for its holder only (the seat's cookie when the socket was opened, or `auth: { token }`). */
  seat?: string;
}

/**
 * A model's seat thinks: its reply as it grows. To watchers of an open match; in others to the seat's holder and the host alone.
 * Nothing of it is kept: the finished turn is (`agent.turns`).
 */
export interface ThoughtMessage {
  matchId: string;
  seat: string;
  turn: number;
  round: number;
  /** `name@version` */
  agent: string;
  /** All of the reply so far (the end of it, where it is long); null: it has decided, or the round is over. */
  text: string | null;
}

/** A tournament has moved: a match of it ended, or somebody paused, resumed or ended it. What of it may be known is asked for. */
export interface TournamentMessage {
  id: string;
}

export interface ServerToClient {
  /** In order, without gaps; a client that misses one asks again with `watch`. */
  frames: (message: FramesMessage) => void;
  card: (card: MatchCard) => void;
  watchers: (message: { matchId: string; count: number }) => void;
  lobby: (message: LobbyMessage) => void;
  /** The seat is this client's no longer (removed, left): nothing of its view follows. */
  unseated: (message: { matchId: string; seat: string }) => void;
  thought: (message: ThoughtMessage) => void;
  tournament: (message: TournamentMessage) => void;
}

export interface ClientToServer {
  /**
   * Joins a match's room; the answer brings every frame after `since` (0: all). Also the way to catch up after a disconnect. While a
   * socket watches its own seat, that seat is `here` on the card. Code `not_your_seat`: this socket shows no token of that seat; one
   * opened before the seat was taken has to be opened anew, so that it carries the cookie. Code `too_many_requests`: of a match that has
   * ended each answer counts as a page of a replay, and is made one at a time for each visitor; ask again after `retryInS`.
   */
  watch: (request: WatchMessage, answer: (answer: WatchAnswer) => void) => void;
  unwatch: (request: { matchId: string; seat?: string }) => void;
  /** Joins the list of all matches; `entered` is answered once every match that goes on has been told. */
  lobby: (request: { join: boolean }, entered?: () => void) => void;
  /** Hears of every tournament that moves, from `entered` on. */
  tournaments: (request: { join: boolean }, entered?: () => void) => void;
}
