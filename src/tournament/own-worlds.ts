import { type Entrant, methodOf, type TournamentPlan } from '~/store/tournaments/tournament';

/** Can it tell in a later match what it saw in an earlier one? */
export function remembers({ kind }: Pick<Entrant, 'kind'>): boolean {
  return kind === 'remote' || kind === 'person';
}

/**
 * Since method 2 nobody who remembers meets a sealed world twice: each match with such an entrant has a world of its own, in which the null
 * policies play the same seats.
 */
export function dealsOwnWorlds(plan: Pick<TournamentPlan, 'kind' | 'method'>): boolean {
  return plan.kind === 'rated' && methodOf(plan) > 1;
}
