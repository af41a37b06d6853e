/** How a ruleset is put to a language model, and how its words become a move again. One file a ruleset, see `tongues.ts`. */
import type { GameKey } from '~/contract/game-ref';
import type { Reading } from '~/games/game';
import type { JsonSchema } from '~/inference/chat-model';
import type { AgentTurn, GuardMark, WalkBack } from './agent-turn';

export interface Prompt {
  system: string;
  user: string;
  /** What had no room, as the prompt says it too; left out: nothing was cut, or the version does not say. */
  cut?: readonly string[];
}

export interface Tongue<Observation = unknown, Action = unknown> {
  readonly game: GameKey;
  /** Prompt versions it speaks, the default first; the texts are files in `src/agents/prompts/`. */
  readonly prompts: readonly string[];
  /** The hash of what is the same in every turn of a version: system text, format. `sha256:…` */
  promptHash(version: string): string;
  /** System text, compact observation, the seat's own last turns, legal actions. Text of other seats stands delimited, as data. */
  prompt(version: string, observation: Observation, past: readonly AgentTurn[]): Prompt;
  /** One JSON action, held to this turn's legal actions: ids cannot be invented, numbers have their bounds. */
  schema(version: string, observation: Observation): JsonSchema;
  /** The action of this turn's list that is nearest to one that somebody else did there; null: none is near. Left out: every legal action can be said. */
  listed?(observation: Observation, action: unknown): Action | null;
  /** The text that this action would be as a reply (samples to train on are written with it). */
  write(version: string, observation: Observation, action: Action): string;
  /** One parsed JSON value as an action that is legal now, or the exact error for whoever wrote it. */
  read(version: string, observation: Observation, value: unknown): Reading<Action>;
  /** Hard limits, applied last, in their one order. */
  guard(observation: Observation, action: Action, past: readonly AgentTurn[]): { action: Action; marks: GuardMark[] };
  walkBacks(observation: Observation, action: Action, past: readonly AgentTurn[]): WalkBack[];
  /** Does nothing and is always legal. */
  safe(observation: Observation): Action;
  /** For counts: `make_offer`, … */
  actionType(action: Action): string;
}
