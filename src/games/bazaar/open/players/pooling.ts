/** A buyer who organizes pools: forms one and orders for as many as there is stock for. Otherwise plays its base policy. */
import type { BazaarObservation, SeenPool } from '../observation';
import type { WireAction } from './fill-in';
import { plannerTurn } from './planner';
import { type BazaarPolicy, PLAYS } from './policies';
import { cents, floorOf } from './prices';
import { LINEAR, LIST_OVER_FAIR, nextPrice, openingOf, scheduleTurn, USUAL_OPENING } from './schedule';

/** House buyers do not wait longer for a pool: formed now, it is joined in the next turn and ends four rounds later. */
const TERM = 6;
/** Members of a pool cannot buy alone, so a pool that ends with the seat's own deadline would leave it without a last turn. */
const SPARE = 2;
const MOST_INVITED = 15;
/** Maximum offer in a pool for an early deal, as a share of its limit. */
const MOST_PAID = 0.85;
/** The expected next ask, as a share of the lowest ask. */
const NEXT_ASK = 0.95;

export const linearPools: BazaarPolicy = {
  id: 'linear_pools',
  title: 'Linear with pools',
  summary: 'Linear, but as a buyer it forms pools and orders for all of their members.',
  plays: PLAYS,
  control: 'variant',
  choose: (seen) => poolingTurn(seen, scheduleTurn(seen, LINEAR)),
};

export const plannerPools: BazaarPolicy = {
  id: 'planner_pools',
  title: 'Planner with pools',
  summary: 'The planner, but as a buyer it forms pools and orders for all of their members.',
  plays: PLAYS,
  control: 'variant',
  choose: (seen) => poolingTurn(seen, plannerTurn(seen, true)),
};

function poolingTurn(seen: BazaarObservation, base: WireAction[]): WireAction[] {
  if (seen.side !== 'buyer' || !seen.your_turn || base.some(({ action_type }) => action_type === 'accept_offer')) return base;
  const price = nextPrice(seen, LINEAR, openingOf(seen, USUAL_OPENING));
  const mine = seen.pools.find(({ coalition_id }) => coalition_id === seen.you.pool);
  if (mine) return orderIn(seen, mine, price);
  return formed(seen, price) ?? base;
}

/** null: no pool is worth forming now. */
function formed(seen: BazaarObservation, reserve: number): WireAction[] | null {
  const legal = seen.legal_actions.find(({ action_type }) => action_type === 'form_coalition');
  const isInvited = seen.legal_actions.some(({ action_type }) => action_type === 'join_coalition');
  const until_round = seen.round + TERM;
  const ends = Math.min(seen.you.deadline, seen.rounds - 1);
  if (!legal?.until_rounds?.includes(until_round) || isInvited || until_round + SPARE > ends || mostUnits(seen) < 2) return null;
  const members = (legal.members ?? []).slice(0, MOST_INVITED);
  return [{ action_type: 'form_coalition', members, split: 'uniform', reserve, until_round }];
}

/** The best order that all participants can pay, for as many units as one seller has. */
function orderIn(seen: BazaarObservation, { coalition_id, reserves, members }: SeenPool, price: number): WireAction[] {
  const others = members
    .filter((seat) => seat !== seen.seat)
    .map((seat) => ({ seat, reserve: reserves?.[seat] ?? 0 }))
    .sort((one, other) => other.reserve - one.reserve);
  const quantity = Math.min(mostUnits(seen), others.length + 1);
  const wished = Math.max(price, Math.min(MOST_PAID * floorOf(seen), enoughFor(seen, quantity)));
  const own = Math.max(reserves?.[seen.seat] ?? 0, cents(wished));
  const raise: WireAction[] =
    own > (reserves?.[seen.seat] ?? 0) ? [{ action_type: 'commit_to_coalition', coalition_id, reserve: own }] : [];
  if (quantity < 2) return raise;
  const taking = others.slice(0, quantity - 1);
  const shared = (own + taking.reduce((sum, { reserve }) => sum + reserve, 0)) / quantity;
  const offered = Math.floor(100 * Math.min(own, wished, shared) + 1e-6) / 100;
  const bound = seen.own_marks.find((mark) => mark.target_id === null && mark.quantity === quantity && mark.coalition_id === coalition_id);
  if (bound && offered < bound.price) return raise;
  const participants = [seen.seat, ...taking.map(({ seat }) => seat)];
  return [...raise, { action_type: 'send_offer', target_id: null, price: cents(offered), quantity, coalition_id, participants }];
}

/** A unit price at which the seller with the lowest ask gains as much per unit as from one alone. */
function enoughFor({ offers, mean_list_price, delivery_range: [low, high] }: BazaarObservation, quantity: number): number {
  const asks = offers.filter(({ side, quantity: units }) => side === 'seller' && units === 1).map(({ price }) => price);
  const delivery = ((low + high) / 2) * (mean_list_price / LIST_OVER_FAIR);
  return asks.length === 0 ? 0 : NEXT_ASK * Math.min(...asks) - (delivery * (quantity - 1)) / quantity;
}

function mostUnits({ seats }: BazaarObservation): number {
  return Math.max(0, ...seats.map(({ stock, left }) => (left ? 0 : (stock ?? 0))));
}
