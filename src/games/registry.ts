/**
 * Every version of every game. Add a new one as the last line, because published task lists depend on the order. An old version stays,
 * for the matches that recorded it.
 */

import type { AnyGame } from '~/contract/game';
import { type GameKey, keyParts } from '~/contract/game-ref';
import { classicBazaar } from './bazaar/classic/classic';
import { openBazaar } from './bazaar/open/open';
import { classic } from './gpu-market/classic/classic';
import { openMarket } from './gpu-market/open/v1/open';
import { openMarket2 } from './gpu-market/open/v2/open';
import { offers } from './test/offers/rules';
import { hearOfTestGames, offerTestGames } from './test-games';

const ALL = [classic, openMarket, classicBazaar, openBazaar, openMarket2, offers] as readonly AnyGame[];

/** A family's name, for people. */
export function familyTitle(family: string): string {
  return ALL.find((game) => game.family !== undefined && keyParts(game.ref.key).family === family)?.family ?? family;
}

/** The observation that our own programs get when they name no game. */
export type { OpenObservation2 as UsualObservation } from './gpu-market/open/v2/observation';

/** The games that this process offers and plays. */
export let GAMES: readonly AnyGame[] = ALL;

hearOfTestGames((offered) => {
  GAMES = ALL.filter(({ test }) => offered || test !== true);
});

/** Offers or hides the games for platform tests, in any build. */
export function showTestGames(shown: boolean): void {
  offerTestGames(shown);
}

/** The named version, or else the newest; `null` when there is none. */
export function findGame(key: GameKey, version?: number): AnyGame | null {
  const found = GAMES.filter(({ ref }) => ref.key === key && (version === undefined || ref.version === version));
  return found.reduce<AnyGame | null>((newest, one) => (newest === null || one.ref.version > newest.ref.version ? one : newest), null);
}

/** Each game in its default version, in the order the games were added. */
export function usualGames(): AnyGame[] {
  const keys = new Set(GAMES.map(({ ref }) => ref.key));
  return [...keys].flatMap((key) => findGame(key) ?? []);
}
