import { FIXTURE_STATUSES, type FixtureCounts, type FixtureRecord, type FixtureStatus } from './tournament';

/** A match that fails is tried again, so often in all. */
export const MOST_ATTEMPTS = 3;

/** Not over yet. */
export function isOpen({ status }: { status: FixtureStatus }): boolean {
  return status === 'waiting' || status === 'playing' || status === 'scoring';
}

/** So many are not over yet. */
export function openOf({ waiting, playing, scoring }: Pick<FixtureCounts, 'waiting' | 'playing' | 'scoring'>): number {
  return waiting + playing + scoring;
}

export function allOf(counts: FixtureCounts): number {
  return FIXTURE_STATUSES.reduce((sum, status) => sum + counts[status], 0);
}

export function noFixtures(): FixtureCounts {
  return { waiting: 0, playing: 0, scoring: 0, done: 0, failed: 0, cancelled: 0 };
}

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
