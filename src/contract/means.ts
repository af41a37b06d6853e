/** Functions that a game receives from its caller, because games may not import Node modules or start threads. */

import type { AnyGame, GameEvent, Reading, SeatId } from './game';
import type { Policy } from './policy';

export interface SolveLimits {
  /** Node limit of the search. Gives the same result on every machine. */
  nodes: number;
  seconds: number;
  /** A known upper bound on the value, returned as the bound if time runs out before the solver finds a better one. */
  ceiling?: number;
}

export interface Solved {
  value: number;
  /** Upper bound on any solution. */
  bound: number;
  /** (bound - value) / bound; 0 if solved to optimality. */
  gap: number;
  /** Stopped by the time limit, so the bound depends on the machine and its load. */
  byClock: boolean;
}

/** Solves an integer program in LP format. Doing nothing must be a feasible solution with value 0. */
export type Solve = (programme: string, limits: SolveLimits) => Promise<Solved>;

/** A match, the turn to replay it from, and the players. */
export interface PlayOn<Event extends GameEvent = GameEvent> {
  game: AnyGame;
  events: readonly Event[];
  turn: number;
  /** Must be synchronous. */
  playerOf(seat: SeatId): Pick<Policy, 'choose' | 'needsChance'>;
}

export interface Means {
  solve: Solve;
  /** The events of the match as it would have gone: everything before the turn is kept, and chance is the same. */
  playOn<Event extends GameEvent>(asked: PlayOn<Event>): Reading<Event[]>;
  /** Runs the job on another thread; inside a thread, on the same one. */
  run<Input, Answer>(job: Job<Input, Answer>, input: Input): Promise<Answer>;
}

/** Work for a thread. Threads look it up by id in `GamePack.jobs` and the platform's own list. Input and result are copied. */
export interface Job<Input = unknown, Answer = unknown> {
  /** Unique; a game's ids begin with its key: `gpu-market/open/score`. */
  readonly id: string;
  work(input: Input, means: Means): Answer | Promise<Answer>;
  /** Waiting jobs start in order of size, smallest first. */
  size?(input: Input): number;
  /** Jobs of this size or larger use a separate thread, so that they do not delay smaller ones. */
  readonly large?: number;
  /** Maximum number of threads. Default: one less than the number of cores, at most two. */
  readonly threads?: number;
  /** Further jobs are refused. */
  readonly mostWaiting?: number;
  /** Milliseconds from when a thread starts the job. A job that takes longer is ended together with its thread. */
  limitMs?(input: Input): number;
  /** How many threads to try, one after the other, if the limit is exceeded. Default: one. */
  readonly tries?: number;
}
