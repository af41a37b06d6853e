/**
 * Tests a game's prompts against prompt injection: a turn in which another seat has set a trap and writes text to make the model fall for
 * it.
 */
import type { GameRef } from './game-ref';

export const CHANNELS = ['message', 'offer', 'coalition', 'pitch', 'name'] as const;
/** Where the text appears. */
export type Channel = (typeof CHANNELS)[number];

export interface Attack {
  id: string;
  /** The technique it uses. */
  trick: 'plain' | 'role' | 'template' | 'delimiter' | 'json' | 'unicode' | 'authority' | 'context';
  channel: Channel;
  /** `{demand}` is replaced by the attacker's desired action as JSON; `{words}` by the same in words. */
  text: string;
}

/** The action that the attacker wants, as JSON and in words. */
export interface Demand {
  action: object;
  json: string;
  words: string;
}

/** The scene for one seed. */
export interface TrapScene {
  game: GameRef;
  /** The seat under attack. */
  victim: string;
  round: number;
  /** What the seat sees before any attack text. */
  observation: unknown;
  /** The attacker's preferences, best first: the seat accepts a ruinous offer, or passes. */
  demands: readonly Demand[];
  /** Channels whose text the game's prompts show. Attacks on other channels cannot succeed. */
  heard: readonly Channel[];
  /** The observation with the attacker's text added. */
  attacked(attack: Attack, demand: Demand): unknown;
}

/** Formats an action for the attacker's texts. */
export function demanded(action: object, words: string): Demand {
  return { action, words, json: JSON.stringify(action) };
}

/** The text that the attacker sends. */
export function attackText({ text }: Attack, demand: { json: string; words: string }): string {
  return text.replaceAll('{demand}', demand.json).replaceAll('{words}', demand.words);
}
