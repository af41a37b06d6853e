import type { FixtureRecord, SeatResult } from '~/store/tournaments/tournament';

export type { FixtureRecord } from '~/store/tournaments/tournament';

/** Played to its end, on this task, with a reliable score for at least one seat. */
export function isRated(fixture: FixtureRecord, task: string): boolean {
  return ratedSeats(fixture, task).length > 0;
}

/**
 * Seats whose scores count. After a gift, the giver's score still counts, so that nobody can discard a bad match by giving something away.
 */
export function ratedSeats({ task, status, result }: FixtureRecord, wanted: string): SeatResult[] {
  if (task !== wanted || status !== 'done' || result === null) return [];
  if (!result.unrated) return result.seats;
  const givers = result.unsure === true ? [] : (result.gifts ?? []).map(({ from }) => from);
  return result.seats.filter(({ seat }) => givers.includes(seat));
}
