/** Whose turns they were, added up over seats and matches. */
import type { AgentTurn } from '~/agents/agent-turn';
import { countTurns } from '~/agents/count-turns';
import type { TurnOrigins } from '~/store/tournaments/tournament';

export function originsOf(turns: readonly AgentTurn[]): TurnOrigins {
  const { own, repaired, guarded, fallback, overBudget, notAsked, walkBacks } = countTurns(turns);
  return {
    turns: turns.length,
    own,
    repaired,
    guarded,
    fallback,
    ...partsOf({ overBudget: sum(overBudget), notAsked: sum(notAsked) }),
    walkBacks,
  };
}

/** What was not counted (null, or absent in results of earlier versions) adds nothing. */
export function addOrigins(before: TurnOrigins | null, more: TurnOrigins | null | undefined): TurnOrigins | null {
  if (!more || before === null) return more ?? before;
  return {
    turns: before.turns + more.turns,
    own: before.own + more.own,
    repaired: before.repaired + more.repaired,
    guarded: before.guarded + more.guarded,
    fallback: before.fallback + more.fallback,
    ...partsOf({ overBudget: sum(before.overBudget, more.overBudget), notAsked: sum(before.notAsked, more.notAsked) }),
    walkBacks: before.walkBacks + more.walkBacks,
  };
}

/** Results of earlier versions do not tell them, and most have none. */
function partsOf({ overBudget, notAsked }: Required<Pick<TurnOrigins, 'overBudget' | 'notAsked'>>) {
  return { ...(overBudget > 0 && { overBudget }), ...(notAsked > 0 && { notAsked }) };
}

function sum(one = 0, other = 0): number {
  return one + other;
}
