/** What worlds of ruleset `open` offer, worked out beside whatever else this process does and kept for the next episode in them. */
import type { OpenConfig } from '~/games/gpu-market/open/config';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { worldOf } from '~/games/gpu-market/open/pairs';
import { LIMIT_SECONDS } from '~/optimum/limit';
import type { OpenScore } from '~/optimum/score';
import { boundsBeside } from '~/optimum/score-beside';

/** The unit of gains, and where they begin. Money in cents. */
export type WorldBounds = Pick<OpenScore, 'optimum_cents' | 'autarky_cents' | 'scale_cents' | 'gap' | 'by_clock'>;

const MOST_KEPT = 4_000;
/** What the clock cut is solved anew after this: the machine may have been asleep. */
const CUT_KEPT_MS = 3600_000;

/** By configuration and the shocks set beside it, which is all that a world depends on, and by the clock's limit; the oldest goes first. */
const kept = new Map<string, Promise<WorldBounds>>();

/**
 * One solve for all who ask, one after the other or at once. A solve that failed is not kept; one that the clock cut is for an hour, so that
 * the next match of its world, unrated as well, does not wait as long again.
 */
export function boundsOf(config: OpenConfig, opening: readonly OpenEvent[], limitSeconds = LIMIT_SECONDS): Promise<WorldBounds> {
  const shocks = opening.filter((event) => event.type === 'shock_scheduled');
  const key = JSON.stringify([config, shocks, limitSeconds]);
  const known = kept.get(key);
  if (known) return known;
  const bounds = solve(opening, limitSeconds);
  kept.set(key, bounds);
  const forget = (): void => {
    if (kept.get(key) === bounds) kept.delete(key);
  };
  bounds.then(({ by_clock }) => {
    if (by_clock) setTimeout(forget, CUT_KEPT_MS).unref();
  }, forget);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return bounds;
}

/** Nothing else of the score is kept. */
async function solve(opening: readonly OpenEvent[], limitSeconds: number): Promise<WorldBounds> {
  const { optimum_cents, autarky_cents, scale_cents, gap, by_clock } = await boundsBeside(worldOf(opening), limitSeconds);
  return { optimum_cents, autarky_cents, scale_cents, gap, by_clock };
}
