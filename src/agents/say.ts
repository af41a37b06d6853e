/** Actions as a model's reply, verified by parsing them back as in play. */
import type { GameRef } from '~/contract/game-ref';
import type { PromptFormat } from '~/contract/prompt-format';

export interface Candidate {
  text: string;
  action: unknown;
}

export interface SayIn {
  game: GameRef;
  format: PromptFormat;
  observation: unknown;
}

/** What a model would have to say to do this, or what is nearest to it; null: nothing on its list is. */
export function nearest({ format: { decide }, observation }: SayIn, action: unknown): unknown {
  return decide.listed ? decide.listed(observation, action) : action;
}

/** null: the prompt format has no words for the action, or would not take its own words back. What it asks for in a further stage is left out. */
export function say({ format: { decide, write }, observation }: SayIn, whole: unknown): Candidate | null {
  if (whole === null || whole === undefined) return null;
  try {
    const action = write ? write.bare(whole) : whole;
    const text = decide.say(observation, action);
    const read = decide.read(observation, JSON.parse(text));
    return read.ok ? { text, action: read.value } : null;
  } catch {
    return null;
  }
}
