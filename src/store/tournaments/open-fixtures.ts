import { FIXTURE_STATUSES, type FixtureCounts, type FixtureRecord, type FixtureStatus } from './tournament';

/** A failing match is tried this many times in total. */
export const MOST_ATTEMPTS = 3;

/** Not over yet. */
export function isOpen({ status }: { status: FixtureStatus }): boolean {
  return status === 'waiting' || status === 'playing' || status === 'scoring';
}

/** Number of fixtures that are not over. */
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
 * The first world that may still have matches to play; infinite if all are over. An anytime-valid p-value uses worlds in schedule order,
 * each only when it is over, so that the time of looking does not affect what is counted. `ended` must be in that order.
 */
export function firstOpenWorld(ended: readonly Pick<FixtureRecord, 'order' | 'world'>[], counts: FixtureCounts): number {
  if (ended.length >= allOf(counts)) return Number.POSITIVE_INFINITY;
  const gap = ended.findIndex(({ order }, i) => order !== i);
  // The schedule goes world by world, so the missing match belongs to the world of the previous match or to the next one.
  return ended[(gap === -1 ? ended.length : gap) - 1]?.world ?? 0;
}
