import { allOf } from './open-fixtures';
import type { FixtureCounts, FixtureRecord } from './tournament';

/**
 * From this world on something may still be to be played; infinite: everything is over. A p-value that may be looked at as often as one likes
 * takes worlds in the order of the schedule, each when it is over: then no look chooses what is counted. `ended` in that order.
 */
export function firstOpenWorld(ended: readonly Pick<FixtureRecord, 'order' | 'world'>[], counts: FixtureCounts): number {
  if (ended.length >= allOf(counts)) return Number.POSITIVE_INFINITY;
  const gap = ended.findIndex(({ order }, i) => order !== i);
  // The schedule goes world by world: the missing match belongs to the world of the one before it, or to the next.
  return ended[(gap === -1 ? ended.length : gap) - 1]?.world ?? 0;
}
