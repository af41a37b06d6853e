/** The browser's part of each ruleset. Add a line here for a new one; its screens are loaded by the pages that show it. */
import type { GameKey } from '~/contract/game-ref';
import type { AnyGameScreens, GameFront, SeatNaming } from '~/contract/screens';
import { roundLabel } from '~/kit/format';
import { SEAT_IDS } from '~/kit/seat-names';
import { front as bazaar } from './bazaar/classic/screens/front';
import { front as openBazaar } from './bazaar/open/screens/front';
import { front as classic } from './gpu-market/classic/screens/front';
import { front as open } from './gpu-market/open/screens/front';
import { front as offers } from './test/offers/screens/front';

interface Entry {
  front: GameFront;
  load: () => Promise<{ screens: AnyGameScreens }>;
}

const ENTRIES: Readonly<Record<string, Entry>> = {
  'gpu-market/classic': { front: classic, load: () => import('./gpu-market/classic/screens/screens') },
  'gpu-market/open': { front: open, load: () => import('./gpu-market/open/screens/screens') },
  'bazaar/classic': { front: bazaar, load: () => import('./bazaar/classic/screens/screens') },
  'bazaar/open': { front: openBazaar, load: () => import('./bazaar/open/screens/screens') },
  'test/offers': { front: offers, load: () => import('./test/offers/screens/screens') },
};

/** What every page may ask of a game; null: these screens do not have it. */
export function frontOf(key: string): GameFront | null {
  return ENTRIES[key]?.front ?? null;
}

/** The number of a round as people read it. */
export function roundShown(key: string, round: number): number {
  return round + (frontOf(key)?.firstRound ?? 0);
}

/** The same within a match of so many rounds: `round 3 of 16`, or `round 3 (last: 11)` in games that count from 0. */
export function roundText(key: string, round: number, rounds: number): string {
  if (frontOf(key)?.firstRound === undefined) return roundLabel(round, rounds);
  return `round ${Math.min(round, rounds - 1) + 1} of ${rounds}`;
}

/** What follows a round's number: ` of 16`, or ` (last: 11)` in games that count from 0. */
export function roundsAfter(key: string, rounds: number): string {
  return frontOf(key)?.firstRound === undefined ? ` (last: ${rounds - 1})` : ` of ${rounds}`;
}

/** A game's names for its seats; a game without names uses the seat ids. */
export function seatNamesOf(key: string): SeatNaming {
  return frontOf(key)?.names ?? SEAT_IDS;
}

/** Whether its matches can be shown in the browser. */
export function isDrawn(key: string): boolean {
  return ENTRIES[key]?.load !== undefined;
}

const LOADED = new Map<string, Promise<AnyGameScreens>>();

/** All screens of a game, loaded once; null: these screens do not have it. */
export function loadScreens(key: string): Promise<AnyGameScreens> | null {
  const known = LOADED.get(key);
  if (known) return known;
  const loading = ENTRIES[key]?.load().then(({ screens }) => screens);
  if (loading === undefined) return null;
  LOADED.set(key, loading);
  loading.catch(() => LOADED.delete(key)); // so that the next page tries again
  return loading;
}

/** The game that has a published benchmark. */
export function benchmarkGame(): { key: GameKey } & NonNullable<GameFront['benchmark']> {
  const found = fronts().flatMap(({ key, front }) => (front.benchmark ? [{ key, ...front.benchmark }] : []));
  if (found[0] === undefined) throw new Error('no game has a benchmark');
  return found[0];
}

/** Games that people can play, in the order of their lines. */
export function gamesForPeople(): GameKey[] {
  return fronts().flatMap(({ key, front }) => (front.people ? [key] : []));
}

/** The browser's part of every game, in the order of their lines. */
export function fronts(): { key: GameKey; front: GameFront }[] {
  return Object.entries(ENTRIES).map(([key, { front }]) => ({ key: key as GameKey, front }));
}

/** The games that a person can start with one click, in the order of their lines. */
export function entries(): { key: GameKey; entry: NonNullable<GameFront['entry']> }[] {
  return Object.entries(ENTRIES).flatMap(([key, { front }]) => (front.entry ? [{ key: key as GameKey, entry: front.entry }] : []));
}
