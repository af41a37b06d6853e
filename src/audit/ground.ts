import type { Program } from './program';

/** What one match brought: the seat's score, and the value that all seats together made of the market. */
export interface Outcome {
  score: number;
  welfare: number;
}

/** A ruleset's task as an audit sees it. */
export interface Ground {
  /** `classic/coalition_market` */
  name: string;
  /** What score and welfare are, for people. */
  units: { score: string; welfare: string };
  /** Action types that programs are made of. */
  types: readonly string[];
  /** Who plays honestly and well: the bar. */
  honest: string;
  /** Searched on the first, judged on the second. */
  seeds: { search: readonly number[]; holdout: readonly number[] };
  /** About how much dearer a match is than one of classic. */
  weight: number;
  playHonest(seed: number): Promise<Outcome>;
  /** In the same world the same seat does nothing. */
  playWait(seed: number): Promise<Outcome>;
  playProgram(program: Program, seed: number): Promise<Outcome>;
  /** Farmers that are known, by name. */
  known: readonly { name: string; play(seed: number): Promise<Outcome> }[];
}
