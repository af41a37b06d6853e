/** What worlds of ruleset `open` offer, worked out beside whatever else this process does and kept for the next episode in them. */

import type { Means } from '~/contract/means';
import type { WorldBounds, Worlds } from '~/contract/pack';
import type { OpenEvent } from '../events';
import { type KnownWorld, worldOf } from '../plans/pairs';
import { LIMIT_SECONDS } from './limit';
import { boundsInWorker, sizeOf } from './score-in-worker';

const MOST_KEPT = 4_000;
/** What the clock cut is solved anew after this: the machine may have been asleep. */
const CUT_KEPT_MS = 3600_000;

interface Kept {
  coming: Promise<WorldBounds>;
  /** null: it is still being solved. */
  bounds: WorldBounds | null;
}

/** By what a world depends on, and by the clock's limit; the oldest goes first. */
const kept = new Map<string, Kept>();

/** Its configuration, and the shocks set beside it: all that a world depends on. */
function worldText({ opened, shocks }: KnownWorld): string {
  return JSON.stringify([opened.config, shocks.slice(opened.shocks.length)]);
}

/** What this process has solved already. */
function knownBounds(world: KnownWorld): WorldBounds | null {
  return kept.get(keyOf(world, LIMIT_SECONDS))?.bounds ?? null;
}

/**
 * One solve for all who ask, one after the other or at once. A solve that failed is not kept; one that the clock cut is for an hour, so that
 * the next match of its world, unrated as well, does not wait as long again.
 */
export function boundsOf(world: KnownWorld, means: Pick<Means, 'run'>, limitSeconds = LIMIT_SECONDS): Promise<WorldBounds> {
  const key = keyOf(world, limitSeconds);
  const known = kept.get(key);
  if (known) return known.coming;
  const mine: Kept = { coming: solve(world, means, limitSeconds), bounds: null };
  kept.set(key, mine);
  const forget = (): void => {
    if (kept.get(key) === mine) kept.delete(key);
  };
  mine.coming.then((bounds) => {
    mine.bounds = bounds;
    if (bounds.by_clock) setTimeout(forget, CUT_KEPT_MS).unref();
  }, forget);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return mine.coming;
}

function keyOf(world: KnownWorld, limitSeconds: number): string {
  return `${limitSeconds} ${worldText(world)}`;
}

/** Nothing else of the score is kept. */
async function solve(world: KnownWorld, means: Pick<Means, 'run'>, limitSeconds: number): Promise<WorldBounds> {
  const { optimum_cents, autarky_cents, scale_cents, gap, by_clock } = await boundsInWorker(world, means, limitSeconds);
  return { optimum_cents, autarky_cents, scale_cents, gap, by_clock };
}

export const worlds: Worlds<OpenEvent, KnownWorld> = { of: worldOf, text: worldText, size: sizeOf, bounds: boundsOf, known: knownBounds };
