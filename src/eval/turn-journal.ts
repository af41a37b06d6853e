/** Keeps turns of models and programs as they are played, so that a killed run does not ask for them again. */
import type { AgentTurn } from '~/agents/agent-turn';
import type { EvalPlan } from './eval-plan';

export interface TurnJournal {
  /** Turns of this episode from an earlier attempt, in order. */
  turnsOf(episode: string): readonly AgentTurn[];
  /** Returns after the turn is written. */
  keep(episode: string, turn: AgentTurn): void;
}

/** Identifies an episode within a run by everything that the run varies. */
export function episodeKey(plan: EvalPlan, { policy, task, seed }: { policy: string; task: string; seed: number }): string {
  const { stress = null, opponents = null, seat = null, options } = plan;
  return JSON.stringify([policy, task, seed, seat, opponents, stress, ...(options ? [options] : [])]);
}
