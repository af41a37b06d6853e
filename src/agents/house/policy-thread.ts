/** What a thread of `ask-beside.ts` does: it takes a policy's name and an observation, answers with the move. Started through `policy-entry.mjs`. */
import { findPolicy } from '~/policies/registry';

export interface PolicyQuestion {
  policy: string;
  observation: unknown;
}

export function work({ policy, observation }: PolicyQuestion): unknown {
  const player = findPolicy(policy);
  if (player === null) throw new Error(`no policy is called "${policy}"`);
  return player.choose(observation);
}
