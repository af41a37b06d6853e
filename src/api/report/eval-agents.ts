/** Models and remote programs as players of an evaluation. */
import { type Agent, agentRef } from '~/agents/agent';
import type { NamedAgent } from '~/eval/eval-plan';
import type { EvalAgents } from '~/eval/play-agent';
import type { AgentService } from '~/match/agent-service';
import { refusePerson } from '~/match/name-player';
import { Refusal } from '../errors';

/** Includes the time in which a worker loads its weights. */
export const READY_MS = 180_000;

export function evalAgents(agents: AgentService, slots: number): EvalAgents {
  return {
    slots,
    placeOf: (backend) => agents.placeOf(backend),
    async find(ref) {
      const found = await agents.find(ref);
      if (!found) return null;
      const { spec } = found.agent;
      const turnMs = 'turnSeconds' in spec ? spec.turnSeconds * 1000 : READY_MS;
      return { player: found.player, turnMs, ...(spec.kind === 'model' && { spec }) };
    },
  };
}

/** Resolves agent names. Refuses people, because an evaluation waits for nobody, and unknown versions. */
export async function namedAgents(agents: AgentService, names: readonly string[]): Promise<NamedAgent[]> {
  for (const name of names) {
    const why = await agents.whyNoVersion(name);
    if (why !== null) throw new Refusal('bad_input', why);
  }
  const found = await Promise.all(names.map((name) => agents.get(name)));
  const person = found.find((one) => one?.agent.spec.kind === 'person');
  if (person) throw new Refusal('bad_input', refusePerson(person.agent).why);
  return found.flatMap((one) => (one === null ? [] : [namedAgent(one.agent)]));
}

export function namedAgent({ name, version, plays, spec }: Agent): NamedAgent {
  return { name, ref: agentRef({ name, version }), plays, ...(spec.kind === 'model' && { prompt: spec.prompt }) };
}
