/**
 * How a game is audited: which small programs a search makes of its moves, and who they are measured by. A program is a short loop of steps.
 * A step names an action type, when it is done, by which seat, and how each of its fields is filled from what is legal.
 */
import type { Draws } from '~/lib/random/draws';
import type { EnvAdapter, EnvSession, EnvSettings } from './env';
import type { AnyGame, Game, GameEvent, SeatId } from './game';
import type { Policy } from './policy';

/** What a field of a step may say; the first is what goes without saying. */
export const FIELDS = {
  /** Whose action it is: the audited seat's, or its owner's second seat's. */
  seat: ['own', 'second'],
  when: [
    'always',
    'first round',
    'second round',
    'middle round',
    'last three rounds',
    'last two rounds',
    'last round',
    'odd rounds',
    'even rounds',
  ],
  /** Which of several choices: the first, the last, another one each round, one by its place in the loop, or the owner's other seat's. */
  pick: ['first', 'last', 'rotate', 'spread', 'partner'],
  /** Of things: blocks, members. */
  things: ['none', 'one', 'little', 'half', 'all'],
  /** Of things that are asked for, and of jobs. */
  wants: ['none', 'one', 'half', 'all'],
  /** Of money that is given, and that is asked for: from a cent to more than there is. */
  give: ['none', 'cent', 'little', 'half', 'all', 'more', 'most'],
  ask: ['none', 'cent', 'little', 'half', 'all', 'more', 'most'],
  /** Conditions of an offer. */
  terms: ['none', 'no resale', 'use next round', 'use by the end', 'coalition only', 'unknown'],
  deposit: ['none', 'cent', 'little', 'half', 'all', 'more', 'most'],
  /** How long an offer or a pledge stands. */
  until: ['usual', 'shortest', 'longest', 'too long'],
  split: ['equal', 'contribution', 'shapley', 'unknown'],
  words: ['none', 'plain', 'keywords', 'facts', 'lies', 'claims', 'long'],
  /** What is wrong with the input. */
  fault: ['none', 'negative', 'somebody else’s', 'twice', 'numbers as text', 'no such id', 'things not listed', 'target not listed'],
  /** What becomes of a number of the honest player's. */
  by: ['× 0', '× 0.5', '× 0.9', '× 1.1', '× 2', '× 3', '× 10', '+ 1', '+ 10', '+ 30', '+ 100', 'left out'],
} as const;

export type Field = keyof typeof FIELDS;
export type Pick = (typeof FIELDS)['pick'][number];
export type Amount = (typeof FIELDS)['give'][number] | 'one';

/** A step of this type is what the honest player would do, so that what pays only beside honest work is found as well. */
export const HONEST = 'honest';
/** The honest player's turn with one field of it changed: `honest with reserve`. */
export const HONEST_WITH = 'honest with ';

export type Step = { type: string } & { [F in Field]: (typeof FIELDS)[F][number] };

export type Program = readonly Step[];

/** What the honest player does, changed or not. */
export function isHonest({ type }: Step): boolean {
  return type === HONEST || type.startsWith(HONEST_WITH);
}

/** What programs are made of: action types, and for each the fields that make a difference. */
export interface Language {
  types: readonly string[];
  fieldsOf(type: string): readonly Field[];
  /** Where a field says less than it could. */
  values?: Partial<Record<Field, readonly string[]>>;
  longest: number;
}

/** Where a program stands, for whoever fills in a step. */
export interface Place {
  round: number;
  /** The step's place in its loop. */
  index: number;
}

export function stepOf(type: string, fields: Partial<Step> = {}): Step {
  const plain = Object.fromEntries(Object.entries(FIELDS).map(([field, [first]]) => [field, first])) as Omit<Step, 'type'>;
  return { ...plain, ...fields, type };
}

/** The place of a choice among `n`; `n` is at least 1. */
export function placeOf(pick: Pick, n: number, { round, index }: Place): number {
  switch (pick) {
    case 'first':
    case 'partner':
      return 0;
    case 'last':
      return n - 1;
    case 'rotate':
      return round % n;
    case 'spread':
      return index % n;
  }
}

/** How much of a range or how many of a list; `one` and `cent` are themselves. */
export const SHARES: Record<Amount, number> = { none: 0, one: 0, cent: 0, little: 0.1, half: 0.5, all: 1, more: 3, most: 1 };

export function take<T>(list: readonly T[], amount: Amount): T[] {
  if (amount === 'one' || amount === 'cent') return list.slice(0, 1);
  return list.slice(0, Math.ceil(list.length * SHARES[amount]));
}

/** What one match brought: the score of the audited owner's seats, and the value that all seats together made. */
export interface AuditOutcome {
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
  /** Programs that show how the game's mechanisms are used; the search varies and combines them. */
  idioms: readonly Program[];
  look(programs: readonly Program[], seed: number): Promise<Look[]>;
  /** With which event the books first went wrong, in words; null: they balance. */
  trace(program: Program, seed: number): Promise<string | null>;
}

/** What an audit searches: a task of a game, in one field of other players. The same seed and program always bring the same outcome. */
export interface AuditTarget {
  /** The ruleset's name, the task, and the field where there are several: reports, journals and threads know it by this. */
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
  /** About how many times as long a match takes as one of the quickest game. */
  weight: number;
  /** In so many seats of one owner. */
  playHonest(seed: number, seats?: 1 | 2): Promise<AuditOutcome>;
  /** In the same world the same seat does nothing. */
  playWait(seed: number): Promise<AuditOutcome>;
  playProgram(program: Program, seed: number): Promise<AuditOutcome>;
  /** Farmers that are known, by name. */
  known: readonly { name: string; play(seed: number): Promise<AuditOutcome> }[];
  /** Absent: nothing to look at quickly. */
  quick?: Quick | undefined;
}

/** A world for each seed, from this one on. */
export interface SeedRange {
  from: number;
  worlds: number;
}

export function seedsOf({ from, worlds }: SeedRange): number[] {
  return Array.from({ length: worlds }, (_, i) => from + i);
}

/** What an audit hands in, since a game imports no engine. */
export interface AuditMeans {
  /** A whole match in memory. */
  play<Config, State, Event extends GameEvent, Observation>(
    rules: Game<Config, State, Event, Observation>,
    config: Config,
    cast: { playerOf(seat: SeatId): AuditPlayer<Observation> },
  ): { readonly state: State; readonly events: readonly Event[] };
  /** An episode as programs have it, played to its end by `moveOf`. Throws what a reset was refused for. */
  playEpisode(
    game: { readonly rules: AnyGame; readonly env: EnvAdapter },
    settings: EnvSettings,
    moveOf: (observation: unknown) => unknown,
  ): Promise<EnvSession>;
}

/** Answers at once. */
export type AuditPlayer<Observation> = (observation: Observation, chance?: Draws) => unknown;

/** What a target of a game's own is made with. */
export interface TargetSetting {
  name: string;
  /** In place of the seeds that it is usually judged on. */
  holdout: Partial<SeedRange>;
  means: AuditMeans;
}

/** Targets of a game's own: its programs take several actions a turn, play two seats of one owner, or are looked at in quick matches. */
export interface OwnTargets {
  readonly targets: readonly {
    /** A task, with the field where there are several: `coalition_market+coalitions`. */
    readonly id: string;
    make(setting: TargetSetting): AuditTarget;
  }[];
}

/**
 * What programs of one move a turn are made of: the audit makes a target of each task from it. A program plays a seat of each role in
 * turn; figures are means over roles, by weight.
 */
export interface AuditWords<Observation = unknown, Action = unknown> {
  /** What score and welfare are, for people. Welfare is what all seats made together: what came in by the books, less what went out. */
  readonly units: { readonly score: string; readonly welfare: string };
  /** Score and welfare are in one unit, so that a lead less the welfare it makes is a figure. */
  readonly oneUnit: boolean;
  /** Who plays the audited seat honestly and well: the bar. */
  readonly honest: Policy<Observation, Action>;
  /** Who plays the other seats. */
  readonly others: Policy<Observation, Action>;
  /** Farmers that are known. */
  readonly known: readonly Policy<Observation, Action>[];
  readonly language: Language;
  /** A seat that does nothing. */
  idle(seen: Observation): Action;
  /** The step as a move; null: it cannot be made now. Never asked for an honest player's step. */
  moveOf(step: Step, seen: Observation, place: Place): Action | null;
}
