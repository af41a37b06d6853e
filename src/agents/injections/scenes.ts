/** The traps, one a ruleset that models play. */
import { classicScene } from './classic-scene';
import { openScene } from './open-scene';
import type { Scene } from './scene';

const SCENES: Record<string, (seed: number) => Scene> = { 'gpu-market/open': openScene, 'gpu-market/classic': classicScene };

export const ATTACKED_RULESETS: readonly string[] = Object.keys(SCENES);

export function trapScene(ruleset: string, seed: number): Scene {
  const make = SCENES[ruleset];
  if (make === undefined) throw new Error(`no trap is known for ${ruleset}; there are ${ATTACKED_RULESETS.join(', ')}`);
  return make(seed);
}
