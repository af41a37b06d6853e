/** Actions in the words that a model would have for them in play, taken back by the reader of play. */
import type { Tongue } from '~/agents/tongue';

export interface Candidate {
  text: string;
  action: unknown;
}

export interface Asked {
  tongue: Tongue;
  version: string;
  observation: unknown;
}

/** What a model would have to say to do this, or what is nearest to it; null: nothing on its list is. */
export function nearest({ tongue, observation }: Asked, action: unknown): unknown {
  return tongue.listed ? tongue.listed(observation, action) : action;
}

/** null: the tongue has no words for the action, or would not take its own words back. */
export function say({ tongue, version, observation }: Asked, action: unknown): Candidate | null {
  if (action === null || action === undefined) return null;
  try {
    const text = tongue.write(version, observation, action);
    const read = tongue.read(version, observation, JSON.parse(text));
    return read.ok ? { text, action: read.value } : null;
  } catch {
    return null;
  }
}
