/** The scripted buyers of the published game, and the steered constant, a wrapper without a model. */
import { round } from '~/lib/numbers';
import type { Draws } from '~/lib/random/draws';
import { steer } from '../calls/steer';
import type { BuyerMove, BuyerSeen } from '../types';

export const BUYERS = [
  'linear',
  'patient',
  'lowball',
  'rule_based',
  'naive',
  'aggressive',
  'smart',
  'constant',
  'constant_steered_1',
  'constant_steered_2',
] as const;
export type BuyerId = (typeof BUYERS)[number];

/** `draws`: the policy's stream, for the buyer that is random. */
export function chooseAs(buyer: BuyerId, seen: BuyerSeen, draws?: Draws): BuyerMove {
  switch (buyer) {
    case 'linear':
      return linear(seen);
    case 'patient':
      return patient(seen);
    case 'lowball':
      return offer(0.05 * seen.seller_asking_price);
    case 'rule_based':
      return ruleBased(seen, draws);
    case 'naive':
      return naive(seen);
    case 'aggressive':
      return aggressive(seen);
    case 'smart':
      return smart(seen);
    case 'constant':
      return { action: 'offer', price: constantPrice(seen) };
    case 'constant_steered_1':
      return steered(seen, 1);
    case 'constant_steered_2':
      return steered(seen, 2);
  }
}

const ACCEPT: BuyerMove = { action: 'accept' };
const WALK: BuyerMove = { action: 'walk' };

function offer(price: number): BuyerMove {
  return { action: 'offer', price: round(price, 2) };
}

function linear(seen: BuyerSeen): BuyerMove {
  const { current_round: r, max_rounds: rounds, opponent_last_offer: ask, own_private_budget: budget, rounds_remaining: left } = seen;
  const f = 0.4 + 0.45 * (r / Math.max(rounds - 1, 1));
  const price = round(Math.min(seen.seller_asking_price * f, budget), 2);
  if (r >= 1 && (ask <= price || (left <= 1 && ask <= budget))) return ACCEPT;
  return { action: 'offer', price };
}

function patient(seen: BuyerSeen): BuyerMove {
  const { current_round: r, opponent_last_offer: ask, own_private_budget: budget, rounds_remaining: left } = seen;
  const delta = seen.seller_last_move_delta;
  const isDone = left <= 1 || (r >= 2 && typeof delta === 'number' && delta <= 0);
  if (r >= 1 && ask <= budget && isDone) return ACCEPT;
  return offer(Math.min(0.52 * seen.seller_asking_price, budget));
}

function ruleBased(seen: BuyerSeen, draws: Draws | undefined): BuyerMove {
  const { current_round: r, own_last_offer: last, own_private_budget: budget, seller_asking_price: first } = seen;
  if (first <= 0.5 * budget) return ACCEPT;
  if (first > budget) return WALK;
  if (!draws) throw new Error('bazaar: rule_based needs the numbers of its seat');
  const price = r === 0 || last === null ? first * draws.uniform(0.25, 0.4) : last + (first - last) * draws.uniform(0.2, 0.35);
  return offer(Math.max(1, Math.min(price, 0.8 * budget)));
}

function naive({ current_round: r, seller_asking_price: first }: BuyerSeen): BuyerMove {
  if (r === 0) return offer(0.8 * first);
  return r === 1 ? offer(0.85 * first) : ACCEPT;
}

function aggressive(seen: BuyerSeen): BuyerMove {
  const { current_round: r, opponent_last_offer: ask, rounds_remaining: left } = seen;
  const goal = 0.35 * seen.own_private_budget;
  if (r === 0) return offer(0.7 * goal);
  if (ask <= 1.1 * goal) return ACCEPT;
  if (left <= 1) return WALK;
  return offer(Math.min(goal * (0.7 + 0.05 * r), goal));
}

function smart(seen: BuyerSeen): BuyerMove {
  const { current_round: r, opponent_last_offer: ask, own_private_budget: budget, seller_asking_price: first } = seen;
  const deadline = seen.own_private_deadline;
  if (r === 0) return offer(0.4 * first);
  const step = (seen.seller_last_move_delta ?? 0) > 0.05 * first ? 0.02 * budget : 0.05 * budget;
  let x = (seen.own_last_offer || 0.4 * first) + step;
  if (deadline !== null && r >= deadline) return ACCEPT;
  if (deadline !== null && r >= deadline - 1) x = Math.min(0.95 * ask, 0.7 * budget);
  if (ask <= 0.55 * budget) return ACCEPT;
  if (seen.rounds_remaining <= 1) return ask > 0.75 * budget ? WALK : ACCEPT;
  if ((seen.tells?.verbal_deception_cue ?? 0) > 0.4) x *= 0.92;
  if ((seen.career_history?.capitulation_rate ?? 0) > 0.3) x *= 0.95;
  return offer(Math.min(Math.max(x, 0.3 * first), 0.7 * budget));
}

function constantPrice({ own_private_budget: budget }: BuyerSeen): number {
  return 0.3 * budget;
}

function steered(seen: BuyerSeen, version: 1 | 2): BuyerMove {
  const { action, price } = steer(seen, { action: 'offer', price: constantPrice(seen), message: 'This is my offer.' }, version);
  return price === null ? { action } : { action, price };
}
