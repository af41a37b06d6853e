import type { AgentTurn } from '../agent-turn';

/** A turn that the agent answered at once, in which nothing is said that `given` does not say. */
export function turnOf(given: Partial<AgentTurn> = {}): AgentTurn {
  return {
    agent: 'a@1',
    digest: '',
    turn: 0,
    round: 0,
    seat: 'lab_0',
    requests: {},
    replies: [],
    pin: null,
    seed: null,
    wished: null,
    move: null,
    origin: 'own',
    guards: [],
    walkBacks: [],
    ms: 10,
    fallbackWhy: null,
    ...given,
  };
}
