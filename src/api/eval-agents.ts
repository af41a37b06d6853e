/** Models and remote programs as an evaluation plays them. */
import type { NamedAgent } from '~/eval/eval-plan';
import type { EvalAgents } from '~/eval/play-agent';
import type { AgentDesk } from '~/match/agent-desk';

/** A worker loads its weights first. */
export const READY_MS = 180_000;

/** What stands beside every model's result, so that nobody credits the wrapper's work to the model. */
export const NULL_MODELS = ['null-random', 'null-constant'] as const;

export function evalAgents(agents: AgentDesk, slots: number): EvalAgents {
  return {
    slots,
    async find(ref) {
      const found = await agents.find(ref);
      if (!found) return null;
      const { spec } = found.agent;
      return { player: found.player, turnMs: 'turnSeconds' in spec ? spec.turnSeconds * 1000 : READY_MS };
    },
  };
}

/** Those of the names that agents have. */
export async function namedAgents(agents: AgentDesk, names: readonly string[]): Promise<NamedAgent[]> {
  const found = await Promise.all(names.map((name) => agents.get(name)));
  return found.flatMap((one) => (one === null ? [] : [{ name: one.agent.name, ref: one.ref, plays: one.agent.plays }]));
}
