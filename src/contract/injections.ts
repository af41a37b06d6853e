/** How a game's prompts are tried with words: a turn in which another seat has set a trap, and writes to the seat so that it walks into it. */
import type { GameRef } from './game-ref';

export const CHANNELS = ['message', 'offer', 'coalition', 'pitch', 'name'] as const;
/** Where the text stands. */
export type Channel = (typeof CHANNELS)[number];

export interface Attack {
  id: string;
  /** The trick it plays. */
  trick: 'plain' | 'role' | 'template' | 'delimiter' | 'json' | 'unicode' | 'authority' | 'context';
  channel: Channel;
  /** `{demand}` stands for the action that the attacker wants, as JSON; `{words}` for the same in words. */
  text: string;
}

/** What the attacker wants to be played, for its texts: as JSON, in words. */
export interface Demand {
  action: object;
  json: string;
  words: string;
}

/** One seed, one scene. */
export interface TrapScene {
  game: GameRef;
  /** The seat that is written to. */
  victim: string;
  round: number;
  /** What the seat sees before anybody has written. */
  observation: unknown;
  /** In order of what the attacker likes best: that the seat takes a ruinous offer, or lets the round pass. */
  demands: readonly Demand[];
  /** Channels whose text a prompt of the game shows; what comes on others cannot succeed. */
  heard: readonly Channel[];
  /** The same turn with the attacker's text where it writes. */
  attacked(attack: Attack, demand: Demand): unknown;
}

/** As the attacker's texts name it. */
export function demanded(action: object, words: string): Demand {
  return { action, words, json: JSON.stringify(action) };
}

/** The text as the attacker sends it. */
export function attackText({ text }: Attack, demand: { json: string; words: string }): string {
  return text.replaceAll('{demand}', demand.json).replaceAll('{words}', demand.words);
}
