/** What a seat could have done in a state, as a model would say it: actions to be held against each other. */
import type { OpenOption } from '~/agents/tongues/open-option';
import { openOptions } from '~/agents/tongues/open-options';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import { policiesFor } from '~/policies/registry';
import { type Asked, type Candidate, nearest, say } from './say';
import type { Step } from './steps';

const MOST = 5;

/** What the seat did (each action of a turn, as it can be said), nothing at all, and what the ruleset puts to a model or the house's policies would do; each said and taken by the tongue. */
export function candidatesAt(asked: Asked, step: Step): Candidate[] {
  const { tongue, observation } = asked;
  const own = step.results.every((result) => result.ok) ? step.actions : [];
  const found = new Map<string, Candidate>();
  for (const action of [...own, tongue.safe(observation), ...others(asked)]) {
    const said = say(asked, nearest(asked, action));
    if (said !== null && !found.has(said.text)) found.set(said.text, said);
    if (found.size === MOST) break;
  }
  return [...found.values()];
}

function others({ tongue, observation }: Asked): unknown[] {
  if (tongue.game === 'gpu-market/open') return dealsOf(openOptions(observation as OpenObservation));
  const policies = policiesFor(tongue.game).filter((policy) => policy.control === undefined && policy.needsChance === undefined);
  return policies.map((policy) => firstOf(policy.choose(observation)));
}

/** The types that move goods and money come first: what else a seat may do seldom changes its profit. */
const TELLING = ['accept_offer', 'allocate_to_job', 'send_offer', 'counter_offer'];

/** The best of each type at the model's lowest price, those that tell most first. */
function dealsOf(options: readonly OpenOption[]): unknown[] {
  const best = new Map<string, OpenOption>();
  for (const option of options) if (!best.has(option.action.action_type)) best.set(option.action.action_type, option);
  const rank = (type: string) => (TELLING.includes(type) ? TELLING.indexOf(type) : TELLING.length);
  return [...best.entries()].toSorted(([a], [b]) => rank(a) - rank(b)).map(([, option]) => priced(option));
}

function priced({ action, price }: OpenOption): unknown {
  return price === null ? action : { ...action, [price.field]: price.steps[0] };
}

/** A policy's turn may hold several actions; the prompt asks for one. */
function firstOf(move: unknown): unknown {
  return Array.isArray(move) ? (move[0] as unknown) : move;
}
