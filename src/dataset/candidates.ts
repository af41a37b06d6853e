/** What a seat could have done in a state, as a model would say it: actions to be held against each other. */
import { packOf } from '~/games/packs';
import { policiesFor } from '~/games/policies';
import { type Asked, type Candidate, nearest, say } from './say';
import type { Step } from './steps';

const MOST = 5;

/** What the seat did (each action of a turn, as it can be said), nothing at all, and what the game puts to a model or its own policies would do; each in a model's words and read back. */
export function candidatesAt(asked: Asked, step: Step): Candidate[] {
  const { format, observation } = asked;
  const own = step.results.every((result) => result.ok) ? step.actions : [];
  const found = new Map<string, Candidate>();
  for (const action of [...own, format.safe(observation), ...others(asked)]) {
    const said = say(asked, nearest(asked, action));
    if (said !== null && !found.has(said.text)) found.set(said.text, said);
    if (found.size === MOST) break;
  }
  return [...found.values()];
}

function others({ game, observation }: Asked): unknown[] {
  const pack = packOf(game);
  if (pack.candidates) return pack.candidates(observation);
  const policies = policiesFor(game.key).filter((policy) => policy.control === undefined && policy.needsChance === undefined);
  return policies.map((policy) => firstOf(policy.choose(observation)));
}

/** A policy's turn may hold several actions; the prompt asks for one. */
function firstOf(move: unknown): unknown {
  return Array.isArray(move) ? (move[0] as unknown) : move;
}
