/** Every (game, ruleset, version). A new one is a line here; an old version stays, for the matches that recorded it. */
import type { AnyGame } from './game';
import { classic } from './gpu-market/classic/classic';
import { openMarket } from './gpu-market/open/open';

export const GAMES: readonly AnyGame[] = [classic, openMarket] as readonly AnyGame[];

/** The named version, or the newest; `null` when there is none. */
export function findGame(game: string, ruleset: string, version?: number): AnyGame | null {
  const found = GAMES.filter((one) => one.game === game && one.ruleset === ruleset && (version === undefined || one.version === version));
  return found.reduce<AnyGame | null>((newest, one) => (newest === null || one.version > newest.version ? one : newest), null);
}
