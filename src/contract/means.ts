/** What a game's own code cannot do by itself, since it imports nothing of Node and starts no thread: whoever calls it hands these in. */

import type { AnyGame, GameEvent, Reading, SeatId } from './game';
import type { Policy } from './policy';

export interface SolveLimits {
  /** Of the search: the same on every machine. */
  nodes: number;
  seconds: number;
  /** What no solution can exceed, known beforehand: the bound where the time is over before there is a better one. */
  ceiling?: number;
}

export interface Solved {
  value: number;
  /** No solution is better than this. */
  bound: number;
  /** (bound - value) / bound; 0 when solved to the end. */
  gap: number;
  /** The clock ended it: another machine, or this one at another time, would tell another bound. */
  byClock: boolean;
}

/** Solves a program of whole numbers in the LP format; doing nothing is always a solution, worth 0. */
export type Solve = (programme: string, limits: SolveLimits) => Promise<Solved>;

/** A match, the turn from which it is played again, and who plays. */
export interface PlayOn<Event extends GameEvent = GameEvent> {
  game: AnyGame;
  events: readonly Event[];
  turn: number;
  /** They answer at once. */
  playerOf(seat: SeatId): Pick<Policy, 'choose' | 'needsChance'>;
}

export interface Means {
  solve: Solve;
  /** The events of that match as it would have gone: what came before the turn stands, chance is the same. */
  playOn<Event extends GameEvent>(asked: PlayOn<Event>): Reading<Event[]>;
  /** On a thread beside this one; in a thread, in that very one. */
  run<Input, Answer>(job: Job<Input, Answer>, input: Input): Promise<Answer>;
}

/** Work for a thread. Threads find it by its id (`GamePack.jobs`, and a list of the platform's own where it is started); what goes in and comes out is copied. */
export interface Job<Input = unknown, Answer = unknown> {
  /** Unique; a game's begins with its key: `gpu-market/open/score`. */
  readonly id: string;
  work(input: Input, means: Means): Answer | Promise<Answer>;
  /** Of those that wait the smallest is begun first. */
  size?(input: Input): number;
  /** From this size on they share a thread of their own, and hold up no smaller ones. */
  readonly large?: number;
  /** Threads at most; left out: one less than there are cores, and two at most. */
  readonly threads?: number;
  /** More are refused. */
  readonly mostWaiting?: number;
  /** Milliseconds from when a thread has it; whoever takes longer is ended with its thread. */
  limitMs?(input: Input): number;
  /** So many threads are asked, one after the other, where one takes longer than that; left out: one. */
  readonly tries?: number;
}
