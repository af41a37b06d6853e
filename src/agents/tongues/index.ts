/** The tongues, one a ruleset. A new one is a file and a line here. */
import type { GameKey } from '~/contract/game-ref';
import type { Tongue } from '../tongue';
import { classicTongue } from './classic';
import { openTongue } from './open';

const TONGUES = [openTongue, classicTongue] as unknown as readonly Tongue[];

/** null: no model can be put to that game yet. */
export function findTongue(game: GameKey): Tongue | null {
  return TONGUES.find((tongue) => tongue.game === game) ?? null;
}

/** Games that a model can play. */
export function spokenGames(): GameKey[] {
  return TONGUES.map((tongue) => tongue.game);
}

/** The version that an agent names, where this tongue speaks it; else its default. Which one it was stands in every turn. */
export function promptVersion(tongue: Tongue, wanted: string): string {
  return tongue.prompts.includes(wanted) ? wanted : (tongue.prompts[0] ?? wanted);
}
