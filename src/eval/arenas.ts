import type { Reading } from '~/contract/game';
import { type GameKey, type GameRef, isSameRef, refText } from '~/contract/game-ref';
import { type RawGame, readGame } from '~/games/read-game';
import type { Arena } from './arena';
import { classicArena } from './classic-arena';
import { openArena } from './open-arena';

/** Every game that one program can play in memory. A new one is a file and a line here. */
export const ARENAS: readonly Arena[] = [classicArena, openArena];

/** Those that can be varied so, for refusals. */
export function arenasThat(can: keyof Arena['can']): string[] {
  return ARENAS.filter((arena) => arena.can[can]).map(({ ref }) => refText(ref));
}

export function findArena(ref: GameRef): Arena | null {
  return ARENAS.find((arena) => isSameRef(arena.ref, ref)) ?? null;
}

/** As requests name it; nothing named: `fallback`. Games that no program plays alone are refused. */
export function readArena(raw: RawGame, fallback?: GameKey): Reading<Arena> {
  const game = readGame(raw, fallback);
  if (!game.ok) return game;
  const arena = findArena(game.value.ref);
  const known = ARENAS.map(({ ref }) => refText(ref));
  return arena
    ? { ok: true, value: arena }
    : { ok: false, why: `${refText(game.value.ref)} is played at tables alone; here there are ${known.join(', ')}`, path: 'game' };
}
