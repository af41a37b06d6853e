import type { Arena } from './arena';
import { classicArena } from './classic-arena';
import { openArena } from './open-arena';

/** Every ruleset that one program can play in memory. A new one is a file and a line here. */
export const ARENAS: readonly Arena[] = [classicArena, openArena];

/** By the ruleset's name; the newest version, or the one that is named. */
export function findArena(ruleset: string, version?: number): Arena | null {
  const found = ARENAS.filter((arena) => arena.ruleset === ruleset && (version === undefined || arena.version === version));
  return found.reduce<Arena | null>((newest, arena) => (newest === null || arena.version > newest.version ? arena : newest), null);
}
