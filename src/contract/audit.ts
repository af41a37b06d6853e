/**
 * How a game is audited: the search space of small programs, and the honest player they are compared with. A program is a short loop of
 * steps. A step names an action type, when to take it, from which seat, and how to fill each field from the legal values.
 */
import type { Draws } from '~/lib/random/draws';
import type { EnvAdapter, EnvSession, EnvSettings } from './env';
import type { AnyGame, Game, GameEvent, SeatId } from './game';
import type { Policy } from './policy';

/** The values of each field of a step. The first value is the default and is left out of descriptions. */
export const FIELDS = {
  /** Who acts: the audited seat, or its owner's second seat. */
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
  /**
   * Which of several choices to take: the first, the last, the next one each round, the one at the step's index, or the owner's other
   * seat's.
   */
  pick: ['first', 'last', 'rotate', 'spread', 'partner'],
  /** Quantities of things held, such as blocks or members. */
  things: ['none', 'one', 'little', 'half', 'all'],
  /** Quantities of things asked for, and of jobs. */
  wants: ['none', 'one', 'half', 'all'],
  /** Money given or asked for, from one cent to more than there is. */
  give: ['none', 'cent', 'little', 'half', 'all', 'more', 'most'],
  ask: ['none', 'cent', 'little', 'half', 'all', 'more', 'most'],
  /** Conditions of an offer. */
  terms: ['none', 'no resale', 'use next round', 'use by the end', 'coalition only', 'unknown'],
  deposit: ['none', 'cent', 'little', 'half', 'all', 'more', 'most'],
  /** How long an offer or a pledge stays open. */
  until: ['usual', 'shortest', 'longest', 'too long'],
  split: ['equal', 'contribution', 'shapley', 'unknown'],
  words: ['none', 'plain', 'keywords', 'facts', 'lies', 'claims', 'long'],
  /** How the input is malformed. */
  fault: ['none', 'negative', 'somebody else’s', 'twice', 'numbers as text', 'no such id', 'things not listed', 'target not listed'],
  /** How to change a number in the honest player's action. */
  by: ['× 0', '× 0.5', '× 0.9', '× 1.1', '× 2', '× 3', '× 10', '+ 1', '+ 10', '+ 30', '+ 100', 'left out'],
} as const;

export type Field = keyof typeof FIELDS;
export type Pick = (typeof FIELDS)['pick'][number];
export type Amount = (typeof FIELDS)['give'][number] | 'one';

/** A step of this type plays the honest player's action, so that the search also finds exploits that pay only together with honest play. */
export const HONEST = 'honest';
/** Prefix for the honest player's turn with one field changed, such as `honest with reserve`. */
export const HONEST_WITH = 'honest with ';

export type Step = { type: string } & { [F in Field]: (typeof FIELDS)[F][number] };

export type Program = readonly Step[];

/** True for a step that plays the honest player's action, changed or not. */
export function isHonest({ type }: Step): boolean {
  return type === HONEST || type.startsWith(HONEST_WITH);
}

/** The building blocks of programs: action types, and the fields that matter for each. */
export interface Language {
  types: readonly string[];
  fieldsOf(type: string): readonly Field[];
  /** For fields with fewer values than `FIELDS` lists. */
  values?: Partial<Record<Field, readonly string[]>>;
  longest: number;
}

/** Where a program is when a step is filled in. */
export interface Place {
  round: number;
  /** Index of the step in its loop. */
  index: number;
}

export function stepOf(type: string, fields: Partial<Step> = {}): Step {
  const plain = Object.fromEntries(Object.entries(FIELDS).map(([field, [first]]) => [field, first])) as Omit<Step, 'type'>;
  return { ...plain, ...fields, type };
}

/** The index to choose among `n` candidates. `n` must be at least 1. */
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

/** The share of a range or a list that an amount means. `one` and `cent` are absolute and handled by the caller. */
export const SHARES: Record<Amount, number> = { none: 0, one: 0, cent: 0, little: 0.1, half: 0.5, all: 1, more: 3, most: 1 };

export function take<T>(list: readonly T[], amount: Amount): T[] {
  if (amount === 'one' || amount === 'cent') return list.slice(0, 1);
  return list.slice(0, Math.ceil(list.length * SHARES[amount]));
}

/** Outcome of one match: the score of the audited owner's seats, and the total value of all seats. */
export interface AuditOutcome {
  score: number;
  welfare: number;
  /** Money of the owner's seats that no event accounts for. Absent if the books balance for every seat. */
  unexplained?: number;
}

/** Result of running a program in one world in a quick match. */
export interface Look {
  /** In cents. `own`: the owner's seats' unexplained balance; `all`: the sum of all seats' absolute unexplained amounts. */
  own: number;
  all: number;
  /** Hashes of the kinds of events that occurred; they measure coverage. */
  reached: readonly number[];
}

/** Quick matches between programs only, with no planning players. They find accounting faults, which show to the cent. */
export interface Quick {
  language: Language;
  /** Example programs that use the game's mechanisms. The search mutates and combines them. */
  idioms: readonly Program[];
  look(programs: readonly Program[], seed: number): Promise<Look[]>;
  /** A sentence on the first event at which the books go wrong; null if they balance. */
  trace(program: Program, seed: number): Promise<string | null>;
}

/** What an audit searches: one task of a game against one field of opponents. The outcome depends only on the seed and the program. */
export interface AuditTarget {
  /** Ruleset, task and, if there are several, field. Reports, journals and threads use it as the id. */
  name: string;
  /** Units of score and welfare, for display. */
  units: { score: string; welfare: string };
  /** Score and welfare have the same unit, so that lead minus welfare is a meaningful figure. */
  oneUnit: boolean;
  language: Language;
  /** Name of the honest player that programs are compared with. */
  honest: string;
  /** Programs are found on `search` and judged on `holdout`. */
  seeds: { search: readonly number[]; holdout: readonly number[] };
  /** Duration of a match, relative to the fastest game. */
  weight: number;
  /** Plays the honest player. `seats`: how many seats the owner has. */
  playHonest(seed: number, seats?: 1 | 2): Promise<AuditOutcome>;
  /** Plays a seat that does nothing, in the same world and seat. */
  playWait(seed: number): Promise<AuditOutcome>;
  playProgram(program: Program, seed: number): Promise<AuditOutcome>;
  /** Known farming players, by name. */
  known: readonly { name: string; play(seed: number): Promise<AuditOutcome> }[];
  /** Absent if the game has no quick matches. */
  quick?: Quick | undefined;
}

/** Consecutive seeds, starting with the first. */
export interface SeedRange {
  from: number;
  worlds: number;
}

export function seedsOf({ from, worlds }: SeedRange): number[] {
  return Array.from({ length: worlds }, (_, i) => from + i);
}

/** Functions that an audit passes to a game, because a game may not import the engine. */
export interface AuditMeans {
  /** Plays a whole match in memory. */
  play<Config, State, Event extends GameEvent, Observation>(
    rules: Game<Config, State, Event, Observation>,
    config: Config,
    cast: { playerOf(seat: SeatId): AuditPlayer<Observation> },
  ): { readonly state: State; readonly events: readonly Event[] };
  /** Plays an episode as a program would, choosing moves with `moveOf`. Throws if the reset is refused. */
  playEpisode(
    game: { readonly rules: AnyGame; readonly env: EnvAdapter },
    settings: EnvSettings,
    moveOf: (observation: unknown) => unknown,
  ): Promise<EnvSession>;
}

/** A synchronous player. */
export type AuditPlayer<Observation> = (observation: Observation, chance?: Draws) => unknown;

/** What a target of a game's own is made with. */
export interface TargetSetting {
  name: string;
  /** Replaces the usual holdout seeds. */
  holdout: Partial<SeedRange>;
  means: AuditMeans;
}

/**
 * For games that define their own targets: programs that take several actions per turn, play two seats of one owner, or use quick matches.
 */
export interface OwnTargets {
  readonly targets: readonly {
    /** The task and, if there are several, the field: `coalition_market+coalitions`. */
    readonly id: string;
    make(setting: TargetSetting): AuditTarget;
  }[];
}

/**
 * How to audit a game whose programs make one move per turn. The audit derives one target per task. A program plays a seat of each role in
 * turn, and figures are weighted means over roles.
 */
export interface AuditWords<Observation = unknown, Action = unknown> {
  /** Units for display. Welfare is the total value that all seats made: what came in according to the books, minus what went out. */
  readonly units: { readonly score: string; readonly welfare: string };
  /** Score and welfare have the same unit. */
  readonly oneUnit: boolean;
  /** Plays the audited seat honestly; programs are compared with it. */
  readonly honest: Policy<Observation, Action>;
  /** Plays the other seats. */
  readonly others: Policy<Observation, Action>;
  /** Known farming policies. */
  readonly known: readonly Policy<Observation, Action>[];
  readonly language: Language;
  /** A move that does nothing. */
  idle(seen: Observation): Action;
  /** The step as a move; null if it is not possible now. Not called for steps of the honest player. */
  moveOf(step: Step, seen: Observation, place: Place): Action | null;
}
