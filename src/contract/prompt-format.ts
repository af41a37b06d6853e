/** How a game is put to a language model, and how its words become a move again. */
import type { AnyGame, Reading, SeatId } from './game';
import type { OwnTurn } from './guard';
import type { Names } from './narrator';

/** JSON Schema (draft 2020-12), the part that runtimes turn into grammars: type, enum, const, properties, required, oneOf, items, … */
export type JsonSchema = { readonly [keyword: string]: unknown };

export interface Prompt {
  system: string;
  user: string;
  /** What had no room, as the prompt says it too; left out: nothing was cut, or the version does not say. */
  cut?: readonly string[];
}

/** One version of a prompt. A change of what a prompt or its schema looks like is a new version. */
export interface PromptFormat<Observation = unknown, Action = unknown> {
  readonly version: string;
  /** Versions of the game's other rules: agents that name one of them are asked in this one here, and not in a newer default. */
  readonly standsFor?: readonly string[];
  /** Does nothing and is always legal. */
  safe(seen: Observation): Action;
  readonly decide: DecideStage<Observation, Action>;
  /** Left out: moves have no words, or `decide` asks for them too. */
  readonly write?: WriteStage<Action>;
}

/** In their order. A model is asked once for each that its prompt has. */
export const STAGES = ['decide', 'write'] as const;
export type Stage = (typeof STAGES)[number];

/** What the public is shown while a seat writes: nothing in it is known to that seat alone. */
export interface Shown<View = unknown> {
  readonly seat: SeatId;
  /** The public's, of the state in which the move was decided. */
  readonly view: View;
  /** What the seats are called. */
  readonly names: Names;
}

/** Who plays the seats stays untold: they go by their titles. `config`: what the match was opened with. */
export function shownAt(game: AnyGame, { config, state, seat }: { config: unknown; state: unknown; seat: SeatId }): Shown {
  const names = Object.fromEntries(game.seats(config).map(({ id, title }) => [id, title]));
  return { seat, view: game.view(state, { kind: 'public' }), names };
}

/**
 * From a move that stands, guards and all, to its words: a message, a pitch. It is given what the public is shown and never the
 * observation, so that words cannot tell what the seat keeps to itself, but by the move. It changes nothing else of the move.
 */
export interface WriteStage<Action = unknown> {
  /** What is the same in every turn, as in `decide`. */
  fixed(): string;
  /** Moves that take no words are played as they are, and nobody is asked. */
  takes(move: Action): boolean;
  /** The move without its words: what `decide` is to say, whoever made it. */
  bare(move: Action): Action;
  prompt(shown: Shown, move: Action): Prompt;
  /** One JSON object that holds the words. */
  schema(shown: Shown, move: Action): JsonSchema;
  /** One parsed JSON value as the move with its words, or the exact error for whoever wrote it. */
  read(shown: Shown, move: Action, value: unknown): Reading<Action>;
  /** The text that a move's words would be as a reply; null: it has none. */
  say(move: Action): string | null;
}

/** From an observation to one action, or to a turn of several. */
export interface DecideStage<Observation = unknown, Action = unknown> {
  /** How many actions a reply may hold: with more than one, moves are an action or a list of them. Left out: one. */
  readonly actions?: number;
  /** What is the same in every turn: system text, format. Its digest, with that of `write` where there is one, is the prompt's hash. */
  fixed(): string;
  /** System text, compact observation, the seat's own last turns, legal actions. Text of other seats stands delimited, as data. */
  prompt(seen: Observation, past: readonly OwnTurn[]): Prompt;
  /** One JSON action, held to this turn's legal actions: ids cannot be invented, numbers have their bounds. */
  schema(seen: Observation): JsonSchema;
  /** What types of actions a reply names, for counts of what samples teach. Left out: a reply says its one type itself, or none. */
  types?(value: unknown): string[];
  /** One parsed JSON value as an action that is legal now, or the exact error for whoever wrote it. */
  read(seen: Observation, value: unknown): Reading<Action>;
  /** The text that this action would be as a reply (samples to train on are written with it). */
  say(seen: Observation, action: Action): string;
  /**
   * The action of this turn's list that is nearest to one that somebody else did there; null: none is near. Of several actions those that
   * have one. Left out: every legal action can be said.
   */
  listed?(seen: Observation, action: unknown): Action | null;
}

/** A player went back on itself. `retreat`: below its own earlier offer; `refuses_own`: turns down what it proposed itself. */
export interface WalkBack {
  kind: 'retreat' | 'refuses_own';
  what: string;
}
