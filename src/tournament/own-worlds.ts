import { type Entrant, methodOf, type TournamentPlan } from '~/store/tournaments/tournament';

/** Whether an entrant may use in a later match what it saw in an earlier one. */
export function remembers({ kind }: Pick<Entrant, 'kind'>): boolean {
  return kind === 'remote' || kind === 'person';
}

/**
 * Since method 2, an entrant that remembers never meets a sealed world twice: each of its matches has its own world, in which the null
 * policies play the same seats.
 */
export function dealsOwnWorlds(plan: Pick<TournamentPlan, 'kind' | 'method'>): boolean {
  return plan.kind === 'rated' && methodOf(plan) > 1;
}
