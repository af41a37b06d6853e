import { stringify } from 'yaml';
import type { TournamentPlan } from '~/tournament/tournament';

/** The plan as a file that `mandi tournament run` reads back as the very same plan. */
export function planFile({ entrants, ...plan }: TournamentPlan): string {
  const listed = entrants.map(({ name, agent, owner }) => ({
    ...(agent === null ? { person: name } : { name, agent }),
    ...(owner !== null && { owner }),
  }));
  return stringify({ ...plan, entrants: listed }, { lineWidth: 0 });
}
