/**
 * Every version of every game. A new one is a line here, behind the others, for published lists of tasks count on their order; an old
 * version stays, for the matches that recorded it.
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

/** What a family is called, for people. */
export function familyTitle(family: string): string {
  return ALL.find((game) => game.family !== undefined && keyParts(game.ref.key).family === family)?.family ?? family;
}

/** What a program of ours sees where it names no game. */
export type { OpenObservation2 as UsualObservation } from './gpu-market/open/v2/observation';

/** What this process offers and plays. */
export let GAMES: readonly AnyGame[] = ALL;

hearOfTestGames((offered) => {
  GAMES = ALL.filter(({ test }) => offered || test !== true);
});

/** From now on games for tests of the platform are games like any other, or not, whatever the build. */
export function showTestGames(shown: boolean): void {
  offerTestGames(shown);
}

/** The named version, or the newest, which is played where none is named; `null` when there is none. */
export function findGame(key: GameKey, version?: number): AnyGame | null {
  const found = GAMES.filter(({ ref }) => ref.key === key && (version === undefined || ref.version === version));
  return found.reduce<AnyGame | null>((newest, one) => (newest === null || one.ref.version > newest.ref.version ? one : newest), null);
}

/** Each game in the version that is played where none is named, in the order in which the games came. */
export function usualGames(): AnyGame[] {
  const keys = new Set(GAMES.map(({ ref }) => ref.key));
  return [...keys].flatMap((key) => findGame(key) ?? []);
}
