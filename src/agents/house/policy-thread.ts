/** What a thread of `ask-beside.ts` does: it takes a policy's name and an observation, answers with the move. Started through `policy-entry.mjs`. */
import type { GameKey } from '~/contract/game-ref';
import { findPolicy } from '~/policies/registry';

export interface PolicyQuestion {
  game: GameKey;
  policy: string;
  observation: unknown;
}

export function work({ game, policy, observation }: PolicyQuestion): unknown {
  const player = findPolicy(game, policy);
  if (player === null) throw new Error(`no policy of ${game} is called "${policy}"`);
  return player.choose(observation);
}
