/** Bounds of worlds of ruleset `open`, computed in the background and cached for later episodes. */

import type { Means } from '~/contract/means';
import type { WorldBounds, Worlds } from '~/contract/pack';
import type { OpenEvent } from '../events';
import { type KnownWorld, worldOf } from '../plans/pairs';
import { LIMIT_SECONDS } from './limit';
import { boundsInWorker, sizeOf } from './score-in-worker';

const MOST_KEPT = 4_000;
/** A solve cut off by the time limit is repeated after this, because the machine may have been asleep. */
const CUT_KEPT_MS = 3600_000;

interface Kept {
  coming: Promise<WorldBounds>;
  /** null: still being solved. */
  bounds: WorldBounds | null;
}

/** By world and time limit; the oldest is dropped first. */
const kept = new Map<string, Kept>();

/** The configuration and added shocks: everything a world depends on. */
function worldText({ opened, shocks }: KnownWorld): string {
  return JSON.stringify([opened.config, shocks.slice(opened.shocks.length)]);
}

/** What this process has already solved. */
function knownBounds(world: KnownWorld): WorldBounds | null {
  return kept.get(keyOf(world, LIMIT_SECONDS))?.bounds ?? null;
}

/**
 * Concurrent and later callers share one solve. A failed solve is not cached; one cut off by the time limit is cached for an hour, so that
 * the next match of its world, also unrated, does not wait as long again.
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

/** Nothing else of the score is stored. */
async function solve(world: KnownWorld, means: Pick<Means, 'run'>, limitSeconds: number): Promise<WorldBounds> {
  const { optimum_cents, autarky_cents, scale_cents, gap, by_clock } = await boundsInWorker(world, means, limitSeconds);
  return { optimum_cents, autarky_cents, scale_cents, gap, by_clock };
}

export const worlds: Worlds<OpenEvent, KnownWorld> = { of: worldOf, text: worldText, size: sizeOf, bounds: boundsOf, known: knownBounds };
