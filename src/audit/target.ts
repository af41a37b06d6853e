import type { Language, Program } from '~/contract/audit';

/** What one match brought: the score of the audited owner's seats, and the value that all seats together made of the market. */
export interface Outcome {
  score: number;
  welfare: number;
  /** Money of the owner's seats that nothing in the match accounts for; absent: the books balance for everybody. */
  unexplained?: number;
}

/** What a quick look at a program in one world showed. */
export interface Look {
  /** Cents that nothing accounts for: the owner's seats' balance, and the sum of all seats' amounts without their signs. */
  own: number;
  all: number;
  /** Kinds of events that came up, as hashes: what a program reaches. */
  reached: readonly number[];
}

/** Quick matches of programs alone, without anybody who plans: for faults in the books, which show to the cent. */
export interface Quick {
  language: Language;
  /** Programs that show how the mechanisms of the market are used; the search varies and combines them. */
  idioms: readonly Program[];
  look(programs: readonly Program[], seed: number): Promise<Look[]>;
  /** With which event the books first went wrong, in words; null: they balance. */
  trace(program: Program, seed: number): Promise<string | null>;
}

/** A ruleset's task as an audit sees it. */
export interface AuditTarget {
  /** `classic/coalition_market` */
  name: string;
  /** What score and welfare are, for people. */
  units: { score: string; welfare: string };
  /** Score and welfare are in one unit, so that a lead less the welfare it makes is a figure. */
  oneUnit: boolean;
  language: Language;
  /** Who plays honestly and well: the bar. */
  honest: string;
  /** Searched on the first, judged on the second. */
  seeds: { search: readonly number[]; holdout: readonly number[] };
  /** About how much dearer a match is than one of classic. */
  weight: number;
  /** In so many seats of one owner. */
  playHonest(seed: number, seats?: 1 | 2): Promise<Outcome>;
  /** In the same world the same seat does nothing. */
  playWait(seed: number): Promise<Outcome>;
  playProgram(program: Program, seed: number): Promise<Outcome>;
  /** Farmers that are known, by name. */
  known: readonly { name: string; play(seed: number): Promise<Outcome> }[];
  /** Absent: nothing to look at quickly. */
  quick?: Quick | undefined;
}
