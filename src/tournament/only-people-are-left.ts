import type { FixtureCounts } from '~/store/tournaments/tournament';

/** True if everything that is scheduled waits for people, who sit at this many of the tables. */
export function onlyPeopleAreLeft({ waiting, playing, scoring }: FixtureCounts, withPeople: number): boolean {
  return withPeople > 0 && waiting + scoring === 0 && playing === withPeople;
}
