/** The traps, one a ruleset that models play. */
import type { GameKey } from '~/contract/game-ref';
import { classicScene } from './classic-scene';
import { openScene } from './open-scene';
import type { Scene } from './scene';

const SCENES: Record<GameKey, (seed: number) => Scene> = { 'gpu-market/open': openScene, 'gpu-market/classic': classicScene };

export const ATTACKED_RULESETS = Object.keys(SCENES) as readonly GameKey[];

export function trapScene(ruleset: GameKey, seed: number): Scene {
  const make = SCENES[ruleset];
  if (make === undefined) throw new Error(`no trap is known for ${ruleset}; there are ${ATTACKED_RULESETS.join(', ')}`);
  return make(seed);
}
