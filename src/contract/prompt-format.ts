/** How a game is put to a language model, and how its words become a move again. */
import type { Reading } from './game';
import type { OwnTurn } from './guard';

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
  /** Does nothing and is always legal. */
  safe(seen: Observation): Action;
  readonly decide: DecideStage<Observation, Action>;
}

/** From an observation to one action. */
export interface DecideStage<Observation = unknown, Action = unknown> {
  /** What is the same in every turn: system text, format. Its digest is the prompt's hash. */
  fixed(): string;
  /** System text, compact observation, the seat's own last turns, legal actions. Text of other seats stands delimited, as data. */
  prompt(seen: Observation, past: readonly OwnTurn[]): Prompt;
  /** One JSON action, held to this turn's legal actions: ids cannot be invented, numbers have their bounds. */
  schema(seen: Observation): JsonSchema;
  /** One parsed JSON value as an action that is legal now, or the exact error for whoever wrote it. */
  read(seen: Observation, value: unknown): Reading<Action>;
  /** The text that this action would be as a reply (samples to train on are written with it). */
  say(seen: Observation, action: Action): string;
  /** The action of this turn's list that is nearest to one that somebody else did there; null: none is near. Left out: every legal action can be said. */
  listed?(seen: Observation, action: unknown): Action | null;
}

/** A player went back on itself. `retreat`: below its own earlier offer; `refuses_own`: turns down what it proposed itself. */
export interface WalkBack {
  kind: 'retreat' | 'refuses_own';
  what: string;
}
