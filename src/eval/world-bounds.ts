/** What worlds of ruleset `open` offer, worked out beside whatever else this process does and kept for the next episode in them. */
import type { OpenConfig } from '~/games/gpu-market/open/config';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { worldOf } from '~/games/gpu-market/open/pairs';
import type { OpenScore } from '~/optimum/score';
import { boundsBeside } from '~/optimum/score-beside';

/** The unit of gains, and where they begin. Money in cents. */
export type WorldBounds = Pick<OpenScore, 'optimum_cents' | 'autarky_cents' | 'scale_cents' | 'gap' | 'by_clock'>;

const MOST_KEPT = 4_000;

/** By configuration and the shocks set beside it, which is all that a world depends on; the oldest goes first. */
const kept = new Map<string, Promise<WorldBounds>>();

/** A solve that failed, or was cut by the clock, is not kept: the next who asks tries again. */
export function boundsOf(config: OpenConfig, opening: readonly OpenEvent[]): Promise<WorldBounds> {
  const shocks = opening.filter((event) => event.type === 'shock_scheduled');
  const key = JSON.stringify(shocks.length === 0 ? config : [config, shocks]);
  const known = kept.get(key);
  if (known) return known;
  const bounds = boundsBeside(worldOf(opening));
  kept.set(key, bounds);
  bounds.then(
    ({ by_clock }) => by_clock && kept.delete(key),
    () => kept.delete(key),
  );
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return bounds;
}
