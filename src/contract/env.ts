/**
 * A game as one program plays it, by resets and steps: OpenEnv, MCP, `mandi env` and evaluations. A game that says nothing of its own is played
 * by what the engine makes of its rules and pack: one seat or several, the others by scripted players.
 */
import type { Soon } from '~/lib/play/soon';
import type { GameEvent, Hearing, Json, Judgement, Reading, SeatId, WrittenFields } from './game';
import type { GameRef } from './game-ref';
import type { Job } from './means';
import type { Policy } from './policy';
import type { Shown } from './prompt-format';

export interface EnvAdapter {
  /** What a reset may set besides task, seed and judge mode. Left out: what the engine takes, and the game's options. */
  readonly settings?: readonly string[];
  /** What its settings may be, by name, for schemas: words that follow "Ruleset open: ". Left out: what the engine takes. */
  readonly help?: Readonly<Record<string, string>>;
  /** JSON Schemas of settings that are no options, by name, for clients that check a reset before they send it. */
  readonly fields?: Readonly<Record<string, object>>;
  /** Settings of other games that its tasks decide, for refusals. */
  readonly decided?: readonly string[];
  /** What evaluations can vary in it. */
  readonly can?: {
    /** Kinds of shocks that can be set in place of the world's own. */
    readonly stress?: readonly string[];
    readonly populations?: true;
  };
  /** How much longer one of its episodes takes than one of the quickest game, about. */
  readonly weight?: number;
  /** What an evaluation's score is, in a report, below a table, and what to mind with its means. Left out: the sum of rewards. */
  readonly score?: { readonly title: string; readonly scale: string; readonly caution: string };
  /** Where the player of an episode is found in its transcript, in a sentence. Left out: by its seat. */
  readonly seated?: string;
  /** What can be asked by name, before and between episodes. */
  readonly calls?: Readonly<Record<string, EnvCall>>;
  /** What schemas and lists of tools tell programs of its moves. Left out: that they are objects. */
  readonly told?: EnvTold;
  /** A seat of a live match, as its program is told of it. Left out: what the rules tell, and at the end its score. */
  atTable?(place: TableSeat): TablePart;
  /** Reads the settings and opens a session. Left out: the engine's. */
  reset?(settings: EnvSettings, means: EnvMeans): Soon<Reading<EnvSession>>;
}

/** Shocks set by an organizer in a world that has none of its own: the same world can be played with more and more of them. */
export interface Stress {
  kind: string;
  /** How often it strikes; 0: a match without shocks. */
  strikes: number;
}

/** task_type, seed and judge_mode, where they were named, and the adapter's own settings. */
export type EnvSettings = Readonly<Record<string, unknown>>;

/** A question that needs no episode. */
export interface EnvCall {
  summary: string;
  /** JSON Schema of what it takes: an object. */
  takes: object;
  answer(input: Readonly<Record<string, unknown>>, means: Pick<EnvMeans, 'run'>): Soon<Reading<Json>>;
}

/** A game's moves and observations for whoever has no match before them, as JSON Schema. Rulesets of one game may share one. */
export interface EnvTold {
  /** What the game is and what is the program's in it, for whoever has chosen none yet. */
  readonly about?: string;
  /** What a step takes. */
  readonly move: object;
  /** One action, where a move may be several; left out: the move. */
  readonly action?: object;
  /** A list of actions, where a move may be one. */
  readonly actions?: object;
  /** Left out: any object. */
  readonly observation?: object;
  readonly tools: readonly EnvTool[];
}

/** A move by a name of its own. */
export interface EnvTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of what it takes: an object. */
  readonly schema: object;
  moveOf(args: Readonly<Record<string, unknown>>): unknown;
}

/** What a session may use from outside. */
export interface EnvOutside {
  /** Who plays under a name that no scripted policy has; absent: scripted policies alone can be named. */
  findPlayer?(name: string, game: GameRef): Promise<{ ref: string; player: EnvPlayer } | null>;
  /** Why somebody whom it does not find cannot play here; null: nobody is called so. */
  whyNoPlayer?(name: string): Promise<string | null>;
  /** Who reads pitches in judge mode `llm`; absent: the rule judge decides, marked as standing in. */
  hearPitches?(hearing: Hearing): Promise<Judgement>;
  /** Shocks in place of the world's own; games whose shocks cannot be set refuse it. */
  stress?: Stress;
}

/** What the engine hands in besides. */
export interface EnvMeans extends EnvOutside {
  run<Input, Answer>(job: Job<Input, Answer>, input: Input): Promise<Answer>;
  /** 53 bits that nobody knows. */
  secretSeed(): number;
  /** Who plays the other seats, by seat: one name for all of them, a list in their order, or an object. `usual`: where nobody is named. */
  readOpponents(raw: unknown, of: { seats: readonly SeatId[]; usual: string }): Promise<Reading<EnvOpponents>>;
  /** A match in memory. */
  open(match: EnvMatch): Soon<EnvSession>;
}

export type EnvOpponents = ReadonlyMap<SeatId, EnvOpponent>;
export type EnvOpponent = { ref: string; policy: Policy } | { ref: string; player: EnvPlayer };

/** A model or a remote program in another seat. */
export interface EnvPlayer {
  play(asked: {
    game: GameRef;
    /** null: in memory. */
    matchId: string | null;
    episode?: string;
    seat: SeatId;
    turn: number;
    round: number;
    observation: unknown;
    /** What the public is shown then, for a move's words. */
    shown?(): Shown;
    past: readonly EnvPlayed[];
    timeMs: number;
  }): Promise<EnvPlayed>;
}

/** What such a player did in a turn; it may remember more than its move. */
export interface EnvPlayed {
  move: unknown;
}

export interface EnvMatch {
  config: unknown;
  /** Those that the program plays. */
  seats: readonly SeatId[];
  opponents: EnvOpponents;
  part?: EnvPart;
  /** What an organizer asks for before the first turn, e.g. shocks. */
  interferences?: readonly unknown[];
  /** The match after those that are over: the session goes on in it. null: there is none. */
  next?(results: readonly EnvResult[]): EnvNext | null;
}

/** Of a match that is over. */
export interface EnvResult {
  config: unknown;
  /** Those that the program played. */
  seats: readonly SeatId[];
  scores: Readonly<Record<SeatId, number | null>>;
}

export type EnvNext = Pick<EnvMatch, 'config' | 'seats' | 'opponents'>;

/** How a match stands, for whoever tells of it. */
export interface EnvPosition<State = unknown, Event extends GameEvent = GameEvent> {
  readonly state: State;
  readonly events: readonly Event[];
  /** How many of the events came before the first turn. */
  readonly opening: number;
  readonly seats: readonly SeatId[];
  readonly isOver: boolean;
  /** Matches that are over. */
  readonly results: readonly EnvResult[];
  /** What was paid so far. */
  readonly cumulative: number;
}

/** What a game tells a program in words or figures of its own; what is left out the engine tells. */
export interface EnvPart<State = unknown, Event extends GameEvent = GameEvent> {
  /** Each event once, in order. A match that is played in place tells none. */
  hear?(event: Event): void;
  observe?(at: EnvPosition<State, Event>): unknown;
  /** The same as JSON, byte for byte as JSON.stringify has it, where the game has that cheaper. */
  write?(observation: unknown, written?: WrittenFields): string;
  legal?(observation: unknown): unknown;
  /** Is it a move at all? `shown`: the turn for which the program was asked. */
  readMove?(raw: unknown, shown: number): Reading<unknown>;
  /** A move as the rules are to have it. */
  moveOf?(raw: unknown): unknown;
  /** Refused in the last turn, where events do not tell it. */
  refused?(state: State): number;
  /** What the last step pays. One that fails is asked again by the next step, which plays nothing when the match is over. */
  reward?(at: EnvPosition<State, Event>): Soon<number | null>;
  /** What was paid in all, where the rules sum it up. */
  total?(state: State): number;
  /** Besides the observation. */
  metadata?(at: EnvPosition<State, Event>): Record<string, unknown> | undefined;
  /** What a step after the end answers. */
  afterEnd?(state: State): unknown;
  /** The whole answer to such a step, where the game's wire has it. Left out: that nothing was played, in the platform's words. */
  answerAfterEnd?(state: State): EnvTurn;
  /** What is no move is sent back, also to programs that asked to be penalized for it. */
  readonly strict?: true;
  /** An evaluation stops an episode that is not over after so many steps. Left out: every episode ends. */
  readonly mostSteps?: number;
  /** What an evaluation reckons with, where that is not the sum of rewards. */
  scored?(at: EnvPosition<State, Event>): EnvScored;
  /** How it stands, in the order of its fields; those about the round follow. */
  status(at: EnvPosition<State, Event>, opponents: Readonly<Record<SeatId, string>>): EnvCard;
}

/** What an episode is worth to an evaluation. */
export interface EnvScored {
  score: number;
  /** Further columns of its table, each with the values that its mean is over: those of all episodes together. */
  figures?: Readonly<Record<string, readonly number[]>>;
}

export interface TableSeat {
  seat: SeatId;
  /** `potential`: a reward in every step, for training. */
  reward: 'classic' | 'potential';
  means: Pick<EnvMeans, 'run'>;
}

export interface TablePart<State = unknown, Event extends GameEvent = GameEvent> extends Omit<EnvPart<State, Event>, 'status'> {
  /** A move as the match takes it. Left out: as it came in. */
  handIn?(raw: unknown, place: { turn: number; key: string }): unknown;
  /** Its program's first turn is due: what was before is not its doing. */
  seated?(): void;
}

/** What stays the same throughout a match, and what a game adds. */
export type EnvCard = Omit<EnvStatus, 'round_index' | 'max_rounds' | 'done' | 'cumulative_reward' | 'invalid_actions'> &
  Readonly<Record<string, unknown>>;

/** What a step led to. */
export interface EnvTurn {
  observation: unknown;
  /** null: there is no number for it, e.g. where the program plays several seats. */
  reward: number | null;
  done: boolean;
  metadata?: Record<string, unknown>;
}

export interface EnvSession {
  /** Those that the program plays now: in the next match of a series they may be others. */
  readonly seats: readonly SeatId[];
  /** The turn for which its program is asked. */
  readonly turn: number;
  observe(): unknown;
  /** An observation of this session as JSON, where the game has that cheaper. */
  write?(observation: unknown, written?: WrittenFields): string;
  /** What would not be refused now, as the game lists it. */
  legal(): unknown;
  /** Is it a move at all? */
  readMove(raw: unknown): Reading<unknown>;
  /** Plays whatever came in; what is no move is played as the game plays such things. */
  step(raw: unknown): Soon<EnvTurn>;
  /** The move that a scripted policy makes in the seat that is waited for, with that seat's own numbers where it draws; absent: the observation is all. */
  ask?(policy: Policy): unknown;
  /** What the public is shown, for whoever writes that seat's words; absent: nobody here knows. */
  shown?(seat: SeatId): Shown;
  state(): EnvStatus;
  /** What a step after the end answers, where the game's wire has it; null, or left out: that nothing was played. */
  afterEnd?(): EnvTurn | null;
  readonly strict?: true;
  readonly mostSteps?: number | undefined;
  scored?(): EnvScored;
  /** Its matches as they could be kept, the one that is played last. */
  logs(): EnvLog[];
  /** On which models' calls of all its seats go, where others than its program are asked: an episode in memory has no match. */
  readonly account?: string;
  /** Nobody will play on: what was taken up is given back. */
  close?(): void;
}

export interface EnvStatus {
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

export interface EnvLog {
  ref: GameRef;
  config: unknown;
  /** Those that the program played. */
  seats: readonly SeatId[];
  /** Who played the others, by seat: a policy's id or an agent's reference. */
  others: Record<SeatId, string>;
  events: GameEvent[];
}
