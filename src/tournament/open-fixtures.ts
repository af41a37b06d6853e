import { FIXTURE_STATUSES, type FixtureCounts, type FixtureStatus } from './tournament';

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
