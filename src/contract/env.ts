/**
 * A game as one program plays it, with resets and steps: OpenEnv, MCP, `mandi env` and evaluations. Without an adapter, the engine derives
 * one from the rules and the pack: the program plays one or more seats, and scripted policies play the rest.
 */
import type { Soon } from '~/lib/play/soon';
import type { GameEvent, Hearing, Json, Judgement, Reading, SeatId, WrittenFields } from './game';
import type { GameRef } from './game-ref';
import type { Job } from './means';
import type { Policy } from './policy';
import type { Shown } from './prompt-format';

export interface EnvAdapter {
  /** Settings of a reset in addition to task, seed and judge mode. Default: the engine's settings and the game's options. */
  readonly settings?: readonly string[];
  /** Allowed values of settings by name, for schemas. The text follows "Ruleset open: ". Default: the engine's settings. */
  readonly help?: Readonly<Record<string, string>>;
  /** JSON Schemas, by name, of settings that are not options. Clients validate a reset with them. */
  readonly fields?: Readonly<Record<string, object>>;
  /** Settings of other games that this game's tasks fix. Used in refusals. */
  readonly decided?: readonly string[];
  /** What an evaluation can vary. */
  readonly can?: {
    /** Kinds of shocks that can replace the world's own. */
    readonly stress?: readonly string[];
    readonly populations?: true;
  };
  /** Approximate duration of an episode, relative to the fastest game. */
  readonly weight?: number;
  /** Describes the evaluation score in reports, and warns how to read its means. Default: the sum of rewards. */
  readonly score?: { readonly title: string; readonly scale: string; readonly caution: string };
  /** A sentence that says how to find the program in a transcript. Default: by its seat. */
  readonly seated?: string;
  /** Named queries that work before, between and during episodes. */
  readonly calls?: Readonly<Record<string, EnvCall>>;
  /** What schemas and tool lists say about moves. Default: a move is an object. */
  readonly told?: EnvTold;
  /** What the program in a seat of a live match receives. Default: what the rules say, and its score at the end. */
  atTable?(place: TableSeat): TablePart;
  /** Parses the settings and opens a session. Default: the engine's. */
  reset?(settings: EnvSettings, means: EnvMeans): Soon<Reading<EnvSession>>;
}

/** Shocks set by an organizer in a world that has none, so that the same world can be played with more and more of them. */
export interface Stress {
  kind: string;
  /** How many shocks strike; 0 means none. */
  strikes: number;
}

/** task_type, seed and judge_mode if given, and the adapter's own settings. */
export type EnvSettings = Readonly<Record<string, unknown>>;

/** A query that needs no episode. */
export interface EnvCall {
  summary: string;
  /** JSON Schema of the input; always an object. */
  takes: object;
  answer(input: Readonly<Record<string, unknown>>, means: Pick<EnvMeans, 'run'>): Soon<Reading<Json>>;
}

/** JSON Schemas of a game's moves and observations, for clients without a match. Rulesets of one game may share them. */
export interface EnvTold {
  /** A description of the game and of the program's role in it, for clients that have not chosen a game. */
  readonly about?: string;
  /** Schema of a step's input. */
  readonly move: object;
  /** Schema of one action, if a move can have several. Default: the move. */
  readonly action?: object;
  /** Schema of a list of actions, if a move can be one. */
  readonly actions?: object;
  /** Default: any object. */
  readonly observation?: object;
  readonly tools: readonly EnvTool[];
}

/** A move that has its own tool. */
export interface EnvTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input; always an object. */
  readonly schema: object;
  moveOf(args: Readonly<Record<string, unknown>>): unknown;
}

/** Services from outside the game that a session may use. */
export interface EnvOutside {
  /** Looks up a player that is not a scripted policy. Absent: only scripted policies can be named. */
  findPlayer?(name: string, game: GameRef): Promise<{ ref: string; player: EnvPlayer } | null>;
  /** Why the named player cannot play here; null if there is no such player. */
  whyNoPlayer?(name: string): Promise<string | null>;
  /** Scores pitches in judge mode `llm`. Absent: the rule judge decides, and the result is marked as a fallback. */
  hearPitches?(hearing: Hearing): Promise<Judgement>;
  /** Shocks that replace the world's own. Games whose shocks cannot be set refuse this. */
  stress?: Stress;
}

/** What the engine adds. */
export interface EnvMeans extends EnvOutside {
  run<Input, Answer>(job: Job<Input, Answer>, input: Input): Promise<Answer>;
  /** A random seed of 53 bits that is shown to nobody. */
  secretSeed(): number;
  /** Resolves the players of the other seats: one name for all, a list in seat order, or an object by seat. `usual`: the default policy. */
  readOpponents(raw: unknown, of: { seats: readonly SeatId[]; usual: string }): Promise<Reading<EnvOpponents>>;
  /** Opens a match in memory. */
  open(match: EnvMatch): Soon<EnvSession>;
}

export type EnvOpponents = ReadonlyMap<SeatId, EnvOpponent>;
export type EnvOpponent = { ref: string; policy: Policy } | { ref: string; player: EnvPlayer };

/** A model or a remote program in another seat. */
export interface EnvPlayer {
  play(asked: {
    game: GameRef;
    /** null for matches in memory. */
    matchId: string | null;
    episode?: string;
    seat: SeatId;
    turn: number;
    round: number;
    observation: unknown;
    /** The public view at that moment, for writing a move's words. */
    shown?(): Shown;
    past: readonly EnvPlayed[];
    timeMs: number;
  }): Promise<EnvPlayed>;
}

/** Result of such a player's turn. It may remember more than its move. */
export interface EnvPlayed {
  move: unknown;
}

export interface EnvMatch {
  config: unknown;
  /** The seats that the program plays. */
  seats: readonly SeatId[];
  opponents: EnvOpponents;
  part?: EnvPart;
  /** What an organizer requests before the first turn, such as shocks. */
  interferences?: readonly unknown[];
  /** The next match of the session, given the finished ones; null if there is none. */
  next?(results: readonly EnvResult[]): EnvNext | null;
}

/** The result of a finished match. */
export interface EnvResult {
  config: unknown;
  /** The seats that the program played. */
  seats: readonly SeatId[];
  scores: Readonly<Record<SeatId, number | null>>;
}

export type EnvNext = Pick<EnvMatch, 'config' | 'seats' | 'opponents'>;

/** The position in a match, for adapters. */
export interface EnvPosition<State = unknown, Event extends GameEvent = GameEvent> {
  readonly state: State;
  readonly events: readonly Event[];
  /** Number of events before the first turn. */
  readonly opening: number;
  readonly seats: readonly SeatId[];
  readonly isOver: boolean;
  /** Results of finished matches. */
  readonly results: readonly EnvResult[];
  /** Sum of the rewards so far. */
  readonly cumulative: number;
}

/** What a game overrides for its programs. The engine supplies the rest. */
export interface EnvPart<State = unknown, Event extends GameEvent = GameEvent> {
  /** Called once per event, in order. Not called for matches played in place. */
  hear?(event: Event): void;
  observe?(at: EnvPosition<State, Event>): unknown;
  /** The observation as JSON, byte for byte as JSON.stringify would write it, for games with a faster way. */
  write?(observation: unknown, written?: WrittenFields): string;
  legal?(observation: unknown): unknown;
  /** Parses a move. `shown`: the turn for which the program was asked. */
  readMove?(raw: unknown, shown: number): Reading<unknown>;
  /** Converts a parsed move to the form that the rules take. */
  moveOf?(raw: unknown): unknown;
  /** Actions refused in the last turn, for games whose events do not show it. */
  refused?(state: State): number;
  /** Reward of the last step. If it fails, the next step asks again, and plays nothing if the match is over. */
  reward?(at: EnvPosition<State, Event>): Soon<number | null>;
  /** Sum of rewards, for games whose rules keep it. */
  total?(state: State): number;
  /** Additional data next to the observation. */
  metadata?(at: EnvPosition<State, Event>): Record<string, unknown> | undefined;
  /** What a step after the end returns. */
  afterEnd?(state: State): unknown;
  /** The full response to a step after the end, for games that define one. Default: an empty step. */
  answerAfterEnd?(state: State): EnvTurn;
  /** Invalid input is sent back as an error, even if the program asked to be penalized for it. */
  readonly strict?: true;
  /** An evaluation stops an episode that has not ended after this many steps. Default: every episode ends. */
  readonly mostSteps?: number;
  /** The evaluation score, if it is not the sum of rewards. */
  scored?(at: EnvPosition<State, Event>): EnvScored;
  /** Status fields in order; the fields about the round follow them. */
  status(at: EnvPosition<State, Event>, opponents: Readonly<Record<SeatId, string>>): EnvCard;
}

/** The result of an episode in an evaluation. */
export interface EnvScored {
  score: number;
  /** Additional columns of the table, each with the values to average over all episodes. */
  figures?: Readonly<Record<string, readonly number[]>>;
}

export interface TableSeat {
  seat: SeatId;
  /** `potential`: a reward in every step, for training. */
  reward: 'classic' | 'potential';
  means: Pick<EnvMeans, 'run'>;
}

export interface TablePart<State = unknown, Event extends GameEvent = GameEvent> extends Omit<EnvPart<State, Event>, 'status'> {
  /** Converts raw input to a move of the match. Default: unchanged. */
  handIn?(raw: unknown, place: { turn: number; key: string }): unknown;
  /** Called before the program's first turn. Earlier events are not its doing. */
  seated?(): void;
}

/** Fields that do not change during a match, and the game's own fields. */
export type EnvCard = Omit<EnvStatus, 'round_index' | 'max_rounds' | 'done' | 'cumulative_reward' | 'invalid_actions'> &
  Readonly<Record<string, unknown>>;

/** The result of a step. */
export interface EnvTurn {
  observation: unknown;
  /** null if there is no single number, for example if the program plays several seats. */
  reward: number | null;
  done: boolean;
  metadata?: Record<string, unknown>;
}

export interface EnvSession {
  /** The seats that the program plays now. They may change in the next match of a series. */
  readonly seats: readonly SeatId[];
  /** The turn for which the program is asked. */
  readonly turn: number;
  observe(): unknown;
  /** The observation as JSON, for games with a faster way. */
  write?(observation: unknown, written?: WrittenFields): string;
  /** The moves that would be accepted now, in the game's own format. */
  legal(): unknown;
  /** Parses a move. */
  readMove(raw: unknown): Reading<unknown>;
  /** Plays any input. Invalid input is handled as the game handles invalid moves. */
  step(raw: unknown): Soon<EnvTurn>;
  /**
   * The move that a scripted policy would make in the seat to act, with that seat's random stream. Absent: the policy needs only the
   * observation.
   */
  ask?(policy: Policy): unknown;
  /** The public view, for whoever writes that seat's words. Absent if not available. */
  shown?(seat: SeatId): Shown;
  state(): EnvStatus;
  /** Response to a step after the end, for games that define one. null or absent: an empty step. */
  afterEnd?(): EnvTurn | null;
  readonly strict?: true;
  readonly mostSteps?: number | undefined;
  scored?(): EnvScored;
  /** Logs of the session's matches, ready to store; the current match is last. */
  logs(): EnvLog[];
  /** Account for model calls of all seats that are not the program's. Needed because an episode in memory has no match. */
  readonly account?: string;
  /** Ends the session and releases its resources. */
  close?(): void;
}

export interface EnvStatus {
  game: string;
  ruleset: string;
  version: number;
  task_type: string;
  difficulty: string | null;
  /** null if it is secret until the end. */
  seed: number | null;
  judge_mode: string;
  round_index: number;
  max_rounds: number;
  done: boolean;
  cumulative_reward: number;
  /** Moves refused by the rules so far. */
  invalid_actions: number;
}

export interface EnvLog {
  ref: GameRef;
  config: unknown;
  /** The seats that the program played. */
  seats: readonly SeatId[];
  /** Players of the other seats, by seat: a policy id or an agent reference. */
  others: Record<SeatId, string>;
  events: GameEvent[];
}
