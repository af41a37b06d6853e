/** Every version of every game. A new one is a line here; an old version stays, for the matches that recorded it. */

import type { AnyGame } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import { classic } from './gpu-market/classic/classic';
import { openMarket } from './gpu-market/open/open';
import { offers } from './test/offers/rules';

const ALL = [classic, openMarket, offers] as readonly AnyGame[];

/** What families are called, for people; others go by their names. */
export const FAMILY_TITLES: Readonly<Record<string, string>> = { 'gpu-market': 'The GPU market' };

/** What a program of ours sees where it names no game. */
export type { OpenObservation as UsualObservation } from './gpu-market/open/observation';

/** What this process offers and plays. */
export let GAMES: readonly AnyGame[] = ALL.filter(({ test }) => test !== true);

/** From now on games for tests of the platform are games like any other, or not, whatever the build. Said once, as the process starts. */
export function showTestGames(shown: boolean): void {
  GAMES = ALL.filter(({ test }) => shown || test !== true);
}

/** The named version, or the newest; `null` when there is none. */
export function findGame(key: GameKey, version?: number): AnyGame | null {
  const found = GAMES.filter(({ ref }) => ref.key === key && (version === undefined || ref.version === version));
  return found.reduce<AnyGame | null>((newest, one) => (newest === null || one.ref.version > newest.ref.version ? one : newest), null);
}
