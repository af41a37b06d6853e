/** What a tournament holds, for whoever wants its matches as data. */
import type { DatasetRequest } from '~/dataset/request';
import type { TournamentPlan } from '~/tournament/tournament';

/** Where a tournament's worlds lie: seasons draw from beyond the published ranges. */
export function splitOfPlan({ source }: Pick<TournamentPlan, 'source'>): DatasetRequest['split'] {
  return source.range === 'season' ? 'none' : source.range;
}

/** Which filter contradicts the tournament that is asked for as well, so that none of its matches could pass; null: none does. */
export function whyNotOfTournament(
  { ruleset, tasks, source }: Pick<TournamentPlan, 'ruleset' | 'tasks' | 'source'>,
  asked: Partial<Pick<DatasetRequest, 'ruleset' | 'task' | 'split'>>,
): { path: 'ruleset' | 'task' | 'split'; why: string } | null {
  const split = splitOfPlan({ source });
  if (asked.ruleset !== undefined && asked.ruleset !== ruleset)
    return { path: 'ruleset', why: `the tournament is of ruleset ${ruleset}, and has no match of ${asked.ruleset}` };
  if (asked.task !== undefined && !tasks.includes(asked.task))
    return { path: 'task', why: `the tournament plays ${tasks.join(', ')}, and no ${asked.task}` };
  if (asked.split !== undefined && asked.split !== split)
    return {
      path: 'split',
      why: `the tournament is played on ${split === 'none' ? 'seeds of none of the ranges' : `${split} seeds`}, and on none of ${asked.split}`,
    };
  return null;
}
