import type { AgentTurn } from './agent-turn';

/** A scripted policy's turn in the format of a model's, because prompts list the seat's last moves. */
export function asTurn(seat: string, { turn, round }: Pick<AgentTurn, 'turn' | 'round'>, move: unknown): AgentTurn {
  return {
    agent: 'scripted',
    digest: '',
    turn,
    round,
    seat,
    requests: {},
    replies: [],
    pin: null,
    seed: null,
    wished: move,
    move,
    origin: 'own',
    guards: [],
    walkBacks: [],
    ms: 0,
    fallbackWhy: null,
  };
}
