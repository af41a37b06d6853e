/** A turn in which another lab has set a trap, and writes to the seat so that it walks into it. */
import type { GameRef } from '~/contract/game-ref';
import type { Attack, Channel } from './attacks';

/** What the attacker wants to be played, for its texts: as JSON, in words. */
export interface Demand {
  action: object;
  json: string;
  words: string;
}

/** An observation as rulesets give it, as far as scenes of any ruleset need it. */
export interface SceneObservation {
  round_index: number;
}

export interface Scene {
  game: GameRef;
  /** The seat that is written to. */
  victim: string;
  observation: SceneObservation;
  /** In order of what the attacker likes best: that the seat takes a ruinous offer, or lets the round pass. */
  demands: readonly Demand[];
  /** Channels whose text a prompt of the ruleset shows; what comes on others cannot succeed. */
  heard: readonly Channel[];
  /** The same turn with the attacker's text where it writes. */
  attacked(attack: Attack, demand: Demand): SceneObservation;
}

/** As the attacker's texts name it. */
export function demanded(action: object, words: string): Demand {
  return { action, words, json: JSON.stringify(action) };
}
