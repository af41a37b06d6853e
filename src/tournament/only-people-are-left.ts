import type { FixtureCounts } from '~/store/tournaments/tournament';

/** Nothing that is scheduled goes on before people play: they sit at so many of the tables. */
export function onlyPeopleAreLeft({ waiting, playing, scoring }: FixtureCounts, withPeople: number): boolean {
  return withPeople > 0 && waiting + scoring === 0 && playing === withPeople;
}
