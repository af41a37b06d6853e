/** How a game is presented to a language model, and how the reply becomes a move. */
import type { AnyGame, Reading, SeatId } from './game';
import type { OwnTurn } from './guard';
import type { Names } from './narrator';

/**
 * JSON Schema (draft 2020-12), limited to the keywords that runtimes compile to grammars: type, enum, const, properties, required, oneOf,
 * items, …
 */
export type JsonSchema = { readonly [keyword: string]: unknown };

export interface Prompt {
  system: string;
  user: string;
  /** What was left out for lack of space; the prompt says so too. Absent if nothing was cut or the version does not report it. */
  cut?: readonly string[];
}

/** One version of a prompt. Any change to the prompt or its schema is a new version. */
export interface PromptFormat<Observation = unknown, Action = unknown> {
  readonly version: string;
  /** Versions of the game's other rules: agents that name one of them are asked in this one here, and not in a newer default. */
  readonly standsFor?: readonly string[];
  /** Does nothing and is always legal. */
  safe(seen: Observation): Action;
  readonly decide: DecideStage<Observation, Action>;
  /** Absent: moves have no words, or `decide` asks for them too. */
  readonly write?: WriteStage<Action>;
}

/** In order. A model is called once per stage that its prompt has. */
export const STAGES = ['decide', 'write'] as const;
export type Stage = (typeof STAGES)[number];

/** The public view while a seat writes. Contains nothing that only that seat knows. */
export interface Shown<View = unknown> {
  readonly seat: SeatId;
  /** The public view of the state in which the move was decided. */
  readonly view: View;
  /** What the seats are called. */
  readonly names: Names;
}

/** Uses the seats' titles as names, so that players stay anonymous. `config`: the match's configuration. */
export function shownAt(game: AnyGame, { config, state, seat }: { config: unknown; state: unknown; seat: SeatId }): Shown {
  const names = Object.fromEntries(game.seats(config).map(({ id, title }) => [id, title]));
  return { seat, view: game.view(state, { kind: 'public' }), names };
}

/**
 * Adds words to a move after guards: a message or a pitch. Its input is the public view, not the observation, so that the words cannot
 * reveal private data except through the move itself. It changes only the words.
 */
export interface WriteStage<Action = unknown> {
  /** The part that is the same in every turn, as in `decide`. */
  fixed(): string;
  /** Whether the move has words. If not, it is played without a call. */
  takes(move: Action): boolean;
  /** The move without its words: what `decide` should return. */
  bare(move: Action): Action;
  prompt(shown: Shown, move: Action): Prompt;
  /** Schema of one JSON object that holds the words. */
  schema(shown: Shown, move: Action): JsonSchema;
  /** Adds parsed words to the move, or returns the exact error for their author. */
  read(shown: Shown, move: Action, value: unknown): Reading<Action>;
  /** The words of a move as reply text; null if it has none. */
  say(move: Action): string | null;
}

/** From an observation to one action, or to a turn of several. */
export interface DecideStage<Observation = unknown, Action = unknown> {
  /** How many actions a reply may hold: with more than one, moves are an action or a list of them. Left out: one. */
  readonly actions?: number;
  /** What is the same in every turn: system text, format. Its digest, with that of `write` where there is one, is the prompt's hash. */
  fixed(): string;
  /**
   * System text, compact observation, the seat's last turns, legal actions. Text of other seats is delimited as data. `without`: names of
   * `parts` that are left out; everything else stays byte for byte.
   */
  prompt(seen: Observation, past: readonly OwnTurn[], without?: readonly string[]): Prompt;
  /** What the prompt tells and can be asked without, to measure what it is worth (`npx mandi eval --ablate`). Left out: nothing. */
  readonly parts?: readonly PromptPart[];
  /** Schema of one JSON action, limited to this turn's legal actions: no invented ids, and numbers within bounds. */
  schema(seen: Observation): JsonSchema;
  /** What types of actions a reply names, for counts of what samples teach. Left out: a reply says its one type itself, or none. */
  types?(value: unknown): string[];
  /** One parsed JSON value as an action that is legal now, or the exact error for whoever wrote it. */
  read(seen: Observation, value: unknown): Reading<Action>;
  /** The action as reply text, for training samples. */
  say(seen: Observation, action: Action): string;
  /**
   * The action of this turn's list that is nearest to one that somebody else did there; null: none is near. Of several actions those that
   * have one. Left out: every legal action can be said.
   */
  listed?(seen: Observation, action: unknown): Action | null;
}

/** A part of what a prompt tells. */
export interface PromptPart {
  readonly name: string;
  /** What it tells, for people. */
  readonly summary: string;
  /**
   * The pieces of the user's text that tell it, with the flags g and m. Written apart from `prompt`, so that a run can be checked: what was
   * sent without this part has to be the whole text without these pieces.
   */
  readonly told: RegExp;
}

/** A player contradicts itself. `retreat`: offers less than it did before; `refuses_own`: rejects what it proposed. */
export interface WalkBack {
  kind: 'retreat' | 'refuses_own';
  what: string;
}
