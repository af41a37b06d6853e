/** Players that try to score without creating value: `linear` with an additional habit. Only for evaluations. */

import { askPolicy } from '~/contract/ask-policy';
import type { FarmerCard, Farming, FarmResult, FarmTrial } from '~/contract/farming';
import { inPlace } from '../match';
import type { BazaarObservation } from '../observation';
import { openBazaar } from '../open';
import { drawWorld } from '../rules/world';
import { exactOptimum, scaleOf } from '../score/optimum';
import type { BazaarState } from '../state';
import { type BazaarConfig, MOST_ACTIONS } from '../types';
import { allPolicies } from './all';
import type { WireAction } from './fill-in';
import type { BazaarPolicy } from './policies';
import { floorOf } from './prices';

interface Farmer extends FarmerCard {
  /** In addition to the base policy's actions; null: nothing now. `partner`: the owner's other seat. */
  habit(seen: BazaarObservation, base: readonly WireAction[], partner: string | null): WireAction[];
}

const FARMERS: readonly Farmer[] = [
  {
    id: 'idle_offers',
    summary: 'makes everybody on the other side an offer that nobody accepts, and withdraws it',
    seats: 1,
    habit: ({ side, seats, mean_list_price, offers, seat }) => [
      ...offers
        .filter(({ from, to }) => from === seat && to !== null)
        .slice(0, 1)
        .map(({ offer_id }): WireAction => ({ action_type: 'reject_offer', offer_id })),
      ...seats
        .filter((other) => other.side !== side && !other.left)
        .map(
          (other): WireAction => ({
            action_type: 'send_offer',
            target_id: other.seat,
            price: side === 'seller' ? 2 * mean_list_price : 0.01,
            quantity: 1,
          }),
        ),
    ],
  },
  {
    id: 'withdrawer',
    summary: 'withdraws what it offered before it offers again',
    seats: 1,
    habit: ({ offers, seat }) =>
      offers.filter(({ from }) => from === seat).map(({ offer_id }): WireAction => ({ action_type: 'reject_offer', offer_id })),
  },
  {
    id: 'repeater',
    summary: 'repeats each of its actions several times in one turn',
    seats: 1,
    habit: (_, base) => [...base, ...base, ...base],
  },
  {
    id: 'talker',
    summary: 'tells everybody of better offers that it does not have',
    seats: 1,
    habit: ({ mean_list_price }) =>
      [1, 2, 3].map(
        (): WireAction => ({
          action_type: 'send_message',
          target_id: null,
          message: 'I have a better offer.',
          claim: { kind: 'rival_offer', price: mean_list_price },
        }),
      ),
  },
  {
    id: 'refuser',
    summary: 'rejects every offer of the other side',
    seats: 1,
    habit: ({ offers, side }) =>
      offers.filter((offer) => offer.side !== side).map(({ offer_id }): WireAction => ({ action_type: 'reject_offer', offer_id })),
  },
  {
    id: 'pool_founder',
    summary: 'forms a pool without contributing, and joins every other pool with a reserve of one cent',
    seats: 1,
    habit: ({ legal_actions }) =>
      legal_actions.flatMap((legal): WireAction[] => {
        if (legal.action_type === 'form_coalition')
          return [{ action_type: 'form_coalition', members: legal.members ?? [], split: 'uniform', reserve: 0.01 }];
        if (legal.action_type === 'join_coalition')
          return (legal.coalition_ids ?? []).map((coalition_id) => ({ action_type: 'join_coalition', coalition_id, reserve: 0.01 }));
        return [];
      }),
  },
  {
    id: 'wash_traders',
    summary: 'a seller and a buyer of one owner who trade with each other immediately',
    seats: 2,
    habit: (seen, _, partner) => dealWith(seen, partner, floorOf(seen)),
  },
  {
    id: 'gift_givers',
    summary: 'a seller who gives its item to the buyer of the same owner',
    seats: 2,
    habit: (seen, _, partner) => dealWith(seen, partner, seen.side === 'seller' ? 0.01 : floorOf(seen)),
  },
];

/** Accepts the partner's private offer, or makes one at that price. */
function dealWith(seen: BazaarObservation, partner: string | null, price: number): WireAction[] {
  if (partner === null || seen.you.bought) return [];
  const offer = seen.offers.find(({ from, to, acceptable }) => from === partner && to === seen.seat && acceptable);
  if (offer) return [{ action_type: 'accept_offer', offer_id: offer.offer_id }];
  return [{ action_type: 'send_offer', target_id: partner, price: Math.max(0.01, price), quantity: 1 }];
}

const BASES = ['linear', 'planner', 'greedy', 'house', 'wait'];

function farmerOf(id: string): Farmer {
  const found = FARMERS.find((one) => one.id === id);
  if (!found) throw new Error(`no farmer ${id}; there is ${FARMERS.map((one) => one.id).join(', ')}`);
  return found;
}

function policyOf(id: string): BazaarPolicy {
  const found = allPolicies().find((policy) => policy.id === id);
  if (!found) throw new Error(`nobody plays as ${id}; there is ${BASES.join(', ')}`);
  return found;
}

export const farming: Farming<BazaarConfig> = {
  farmers: FARMERS.map(({ id, summary, seats }) => ({ id, summary, seats })),
  bases: BASES,
  async measure(config, trials) {
    for (const { farmer, base, others } of trials) {
      farmerOf(farmer);
      policyOf(base);
      policyOf(others);
    }
    const known = new Map<string, BazaarState>();
    const world = { config, world: drawWorld(config), live: [] };
    const scale = scaleOf(world, exactOptimum(world));
    return trials.map((trial) => measureOne(config, trial, { known, scale }));
  },
};

/** A seat of each role, weighted half each; for two seats of one owner, the sum. */
function measureOne(
  config: BazaarConfig,
  trial: FarmTrial,
  { known, scale }: { known: Map<string, BazaarState>; scale: number },
): FarmResult {
  const farmer = farmerOf(trial.farmer);
  const seller = `seller_${config.seed % config.sellers}`;
  const buyer = `buyer_${config.seed % config.buyers}`;
  const isPair = farmer.seats === 2;
  // A market with only the pair is a match of one owner, which is never rated.
  if (isPair && config.sellers + config.buyers === 2) return { difference: 0, deeds: 0 };
  const owned = isPair ? [[seller, buyer]] : [[seller], [buyer]];
  let [difference, deeds] = [0, 0];
  for (const own of owned) {
    const key = `${trial.base} ${trial.others} ${own.join()}`;
    const before = known.get(key) ?? play(config, trial, { own, farmer: null }).state;
    known.set(key, before);
    const after = play(config, trial, { own, farmer });
    const profit = (state: BazaarState): number => own.reduce((sum, seat) => sum + (state.seats[seat]?.profit ?? 0), 0);
    difference += (profit(after.state) - profit(before)) / scale / (isPair ? 1 : owned.length);
    deeds += after.deeds;
  }
  return { difference, deeds };
}

function play(config: BazaarConfig, { base, others }: FarmTrial, { own, farmer }: { own: readonly string[]; farmer: Farmer | null }) {
  const run = inPlace(config);
  let deeds = 0;
  for (let awaited = openBazaar.toAct(run.state); awaited.length > 0; awaited = openBazaar.toAct(run.state)) {
    const asked = awaited.map((seat) => {
      const policy = policyOf(own.includes(seat) ? base : others);
      if (farmer === null || !own.includes(seat)) return { seat, policy };
      const partner = own.find((other) => other !== seat) ?? null;
      const grafted: BazaarPolicy = {
        ...policy,
        choose: (seen, chance) => withHabit(seen, { farmer, partner, base: policy.choose(seen, chance) as WireAction[] }),
      };
      return { seat, policy: grafted };
    });
    const moves = asked.map(({ seat, policy }) => ({ seat, move: askPolicy(openBazaar, policy, { state: run.state, seat }) }));
    for (const { seat, move } of moves) run.play(seat, move);
    if (farmer)
      for (const seat of own) if (awaited.includes(seat)) deeds += run.state.seats[seat]?.results.filter(({ ok }) => ok).length ?? 0;
  }
  return { state: run.state, deeds };
}

/** Withdrawals come first; a turn holds at most four actions. */
function withHabit(
  seen: BazaarObservation,
  { farmer, partner, base }: { farmer: Farmer; partner: string | null; base: WireAction[] },
): WireAction[] {
  return [...farmer.habit(seen, base, partner).slice(0, MOST_ACTIONS - base.length), ...base];
}
