/** Who else could have played a seat: scripts, for "what would another have made of it". */
import type { Policy } from '~/contract/policy';
import { round } from '~/lib/numbers';
import { bazaarPolicies, RESERVE } from '../players/policies';
import type { BazaarMove, BazaarObservation, SellerObservation } from '../types';

type Strategy = Pick<Policy<BazaarObservation, BazaarMove>, 'id' | 'title' | 'choose'> & Pick<Policy, 'needsChance'>;

const BUYERS = ['linear', 'patient', 'smart', 'aggressive'];

/** The scripted policies sell all in the same way, so a seller is held against these. */
const SELLERS: readonly Strategy[] = [
  { id: 'linear', title: 'The published scripted seller', choose: scripted },
  { id: 'hold', title: 'Hold the first price', choose: (seen) => ({ price: asSeller(seen).opening_price }) },
  { id: 'steps', title: 'Equal steps down', choose: (seen) => ({ price: steps(asSeller(seen)) }) },
  { id: 'halfway', title: 'Meet halfway each time', choose: (seen) => ({ price: halfway(asSeller(seen)) }) },
];

/** In the order in which they are shown. */
export function strategiesFor(role: 'buyer' | 'seller'): readonly Strategy[] {
  if (role === 'seller') return SELLERS;
  return BUYERS.flatMap((id) => bazaarPolicies.filter((policy) => policy.id === id) as Strategy[]);
}

function asSeller(seen: BazaarObservation): SellerObservation {
  if (seen.role !== 'seller') throw new Error('bazaar: a seller is asked as a seller');
  return seen;
}

function scripted(seen: BazaarObservation): BazaarMove {
  const [policy] = bazaarPolicies;
  if (policy === undefined) throw new Error('bazaar: there is a policy');
  return policy.choose(seen) as BazaarMove;
}

/** From the first price to the least that pays, the last step in the last round. */
function steps({ opening_price: first, own_private_cost: cost, round: at, max_rounds: rounds }: SellerObservation): number {
  const least = Math.min(first, RESERVE * cost);
  return round(first - (first - least) * Math.min(1, at / Math.max(1, rounds - 1)), 2);
}

function halfway({ opening_price: first, own_private_cost: cost, history, buyer_price: offer }: SellerObservation): number {
  const last = history.findLast(({ actor }) => actor === 'seller')?.price ?? first;
  return round(Math.max(Math.min(first, RESERVE * cost), offer === null ? last : (last + offer) / 2), 2);
}
