/** Concedes from its opening to its limit until its deadline, at its own pace or in response to the other side. */
import { clamp01 } from '~/lib/numbers';
import type { BazaarObservation, SeenPool } from '../observation';
import type { WireAction } from './fill-in';
import { bestOffer, better, cents, concededSince, floorOf, gainAt, milder, ownPrices } from './prices';

export interface Pace {
  /** Above 1 it concedes late, below 1 early. */
  bend: number;
  /** How much each step depends on the other side's concession. */
  mirror: number;
}

export const LINEAR: Pace = { bend: 1, mirror: 0 };

/** A buyer's usual opening, as a share of the list price. */
export const USUAL_OPENING = 0.6;
/** The usual ratio of list prices to fair prices. */
export const LIST_OVER_FAIR = 1.3;
const BELOW_LIMIT = 0.95;
/** A smaller concession counts as this share of the list price. */
const LEAST_GIVEN = 0.01;
/** How many rounds to wait for a pool. */
const POOL_PATIENCE = 4;
/** A member's reserve as a share of its limit. It pays that only if the others' reserves do not suffice. */
const POOL_RESERVE = 0.9;

export function openingOf(seen: BazaarObservation, part: number): number {
  const { side, you, mean_list_price: list } = seen;
  if (side === 'seller') return you.list_price ?? list;
  return Math.max(0.01, cents(Math.min((part * list) / LIST_OVER_FAIR, BELOW_LIMIT * floorOf(seen))));
}

/** A buyer's usual opening, as far as others know. */
export function openingPart({ mean_list_price: list }: BazaarObservation): number {
  return (USUAL_OPENING * list) / LIST_OVER_FAIR;
}

/** The next price at this pace. */
export function nextPrice(seen: BazaarObservation, pace: Pace, opening: number): number {
  const own = pledgedPrices(seen) ?? ownPrices(seen);
  const last = own.at(-1);
  const floor = floorOf(seen);
  if (last === undefined) return better(seen, opening, floor);
  const part = Math.min(1, (seen.round + 1) / (seen.you.deadline + 1));
  const target = opening + (floor - opening) * part ** pace.bend;
  const step = Math.abs(milder(seen, target, last) - last);
  const given = concededSince(seen, seen.round - 2);
  const own_step = Math.abs(last - (own.at(-2) ?? last));
  const answer = own.length < 2 ? 1 : clamp01(given / Math.max(own_step, LEAST_GIVEN * seen.mean_list_price));
  const moved = step * (1 - pace.mirror + pace.mirror * answer);
  return better(seen, cents(seen.side === 'seller' ? last - moved : last + moved), floor);
}

function poolIn({ pools, you }: BazaarObservation): SeenPool | null {
  return pools.find(({ coalition_id }) => coalition_id === you.pool) ?? null;
}

/** In a pool, its reserve is its offer. */
function pledgedPrices(seen: BazaarObservation): number[] | null {
  const reserve = poolIn(seen)?.reserves?.[seen.seat];
  return reserve === undefined ? null : [reserve];
}

/**
 * Accepts offers whose unit price is at least as good as its next price or, in its last turn, any without a loss. Otherwise offers that
 * price to everyone.
 */
export function takeOrOffer(seen: BazaarObservation, next: number): WireAction[] {
  const best = bestOffer(seen);
  const worth = best?.worth ?? -1;
  const wanted = seen.weight * (best?.quantity ?? 1) * gainAt(seen, next);
  if (best && worth >= 0 && (worth >= wanted - 1e-9 || seen.last_turn)) return [{ action_type: 'accept_offer', offer_id: best.offer_id }];
  return offerOpenly(seen, next);
}

export function offerOpenly(seen: BazaarObservation, price: number): WireAction[] {
  if (!seen.legal_actions.some(({ action_type }) => action_type === 'send_offer')) return [];
  return [{ action_type: 'send_offer', target_id: null, price: Math.max(0.01, price), quantity: 1 }];
}

/** A buyer's action in a pool: join, or raise its reserve; null: nothing to do. */
export function poolTurn(seen: BazaarObservation, next: number): WireAction[] | null {
  const mine = poolIn(seen);
  const most = cents(POOL_RESERVE * floorOf(seen));
  if (mine) {
    const reserve = mine.reserves?.[seen.seat] ?? 0;
    return next > reserve ? [{ action_type: 'commit_to_coalition', coalition_id: mine.coalition_id, reserve: next }] : [];
  }
  if (seen.last_turn || seen.side !== 'buyer' || seen.you.bought) return null;
  const invited = seen.pools.find(
    ({ you_are, ended, split, until_round }) =>
      you_are === 'invited' && ended === null && split === 'uniform' && until_round <= seen.round + POOL_PATIENCE,
  );
  return invited ? [{ action_type: 'join_coalition', coalition_id: invited.coalition_id, reserve: Math.max(0.01, next, most) }] : null;
}

export function scheduleTurn(seen: BazaarObservation, pace: Pace, part = USUAL_OPENING): WireAction[] {
  if (!seen.your_turn) return [];
  const next = nextPrice(seen, pace, openingOf(seen, part));
  return poolTurn(seen, next) ?? takeOrOffer(seen, next);
}
