/** Turns of models and programs kept as they are played, so that a run that was killed asks for none of them again. */
import type { AgentTurn } from '~/agents/agent-turn';
import type { EvalPlan } from './eval-plan';

export interface TurnJournal {
  /** Turns of this episode that an earlier try of the run kept, in order. */
  turnsOf(episode: string): readonly AgentTurn[];
  /** Returns after the turn is written. */
  keep(episode: string, turn: AgentTurn): void;
}

/** Names an episode within a run: everything that the run varies between its episodes. */
export function episodeKey(plan: EvalPlan, { policy, task, seed }: { policy: string; task: string; seed: number }): string {
  const { stress = null, opponents = null, seat = null, options } = plan;
  return JSON.stringify([policy, task, seed, seat, opponents, stress, ...(options ? [options] : [])]);
}
