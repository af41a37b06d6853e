/** A legal action with random field values. */
import type { Draws } from '~/lib/random/draws';
import type { BazaarObservation, LegalAction } from '../observation';

export interface WireAction {
  action_type: LegalAction['action_type'];
  target_id?: string | null;
  offer_id?: string;
  coalition_id?: string;
  price?: number;
  quantity?: number;
  message?: string;
  members?: string[];
  participants?: string[];
  split?: string;
  reserve?: number;
  until_round?: number;
  expires_in?: number;
  claim?: { kind: 'rival_offer'; price: number };
  claims?: { fact: string; value: number | string | boolean }[];
}

export function fillIn(legal: LegalAction, seen: BazaarObservation, draws: Draws): WireAction {
  const { action_type } = legal;
  switch (action_type) {
    case 'send_offer': {
      const target_id = draws.choice(legal.targets ?? [null]);
      const quantity = draws.choice(legal.quantities ?? [1]);
      const price = anyPrice(seen, boundOf(seen, { target_id, quantity }), draws);
      return { action_type, target_id, quantity, price, ...(draws.random() < 0.2 && { expires_in: draws.randint(1, 4) }) };
    }
    case 'counter_offer': {
      const offer_id = draws.choice(legal.offer_ids ?? []);
      const offer = seen.offers.find((one) => one.offer_id === offer_id);
      return {
        action_type,
        offer_id,
        price: anyPrice(seen, boundOf(seen, { target_id: offer?.from ?? null, quantity: offer?.quantity ?? 1 }), draws),
      };
    }
    case 'accept_offer':
    case 'reject_offer':
      return { action_type, offer_id: draws.choice(legal.offer_ids ?? []) };
    case 'form_coalition': {
      const members = (legal.members ?? []).filter(() => draws.random() < 0.7);
      const invited = members.length > 0 ? members : (legal.members ?? []).slice(0, 1);
      const split = draws.choice(['equal', 'contribution', 'uniform']);
      return {
        action_type,
        members: invited,
        split,
        reserve: anyReserve(seen, 0, draws),
        until_round: draws.choice(legal.until_rounds ?? []),
      };
    }
    case 'join_coalition':
      return { action_type, coalition_id: draws.choice(legal.coalition_ids ?? []), reserve: anyReserve(seen, 0, draws) };
    case 'commit_to_coalition':
      return { action_type, coalition_id: draws.choice(legal.coalition_ids ?? []), reserve: anyReserve(seen, legal.lowest ?? 0, draws) };
    case 'decline_coalition':
    case 'leave_coalition':
      return { action_type, coalition_id: draws.choice(legal.coalition_ids ?? []) };
    case 'make_pitch': {
      const facts = Object.entries(seen.listing.facts).map(([fact, value]) => ({ fact, value }));
      return { action_type, message: 'Look at it closely.', claims: facts.slice(0, draws.below(4)) };
    }
    case 'send_message':
      return { action_type, target_id: draws.choice(legal.targets ?? [null]), message: 'Can we agree?' };
    case 'wait':
    case 'finish':
      return { action_type };
  }
}

/** Orders that a pool's member may place. The list does not include them, because they depend on sums of what others pay. */
export function poolOrder(seen: BazaarObservation, draws: Draws): WireAction | null {
  const pool = seen.pools.find(({ you_are, ended }) => you_are === 'member' && ended === null);
  if (!pool?.reserves || pool.members.length < 2) return null;
  const { coalition_id, members, reserves } = pool;
  const others = members.filter((one) => one !== seen.seat);
  const participants = [seen.seat, ...others.slice(0, 1 + draws.below(others.length))];
  const quantity = participants.length;
  const most = Math.min(reserves[seen.seat] ?? 0, participants.reduce((sum, one) => sum + (reserves[one] ?? 0), 0) / quantity);
  const ask = seen.offers.find((offer) => offer.side === 'seller' && offer.quantity === quantity && offer.price <= most);
  if (ask && draws.random() < 0.5) return { action_type: 'accept_offer', offer_id: ask.offer_id, coalition_id, participants };
  const price = Math.floor(100 * most * draws.uniform(0.7, 1)) / 100;
  const sellers = seen.seats.filter(({ side, left }) => side === 'seller' && !left);
  const target_id = draws.random() < 0.5 || sellers.length === 0 ? null : draws.choice(sellers).seat;
  const mark = seen.own_marks.find((one) => one.coalition_id === coalition_id && one.quantity === quantity);
  return price <= 0 || mark ? null : { action_type: 'send_offer', target_id, price, quantity, coalition_id, participants };
}

/** The bound that the ratchet puts on a price; null: none yet. */
export function boundOf(
  { own_marks, side }: Pick<BazaarObservation, 'own_marks' | 'side'>,
  { target_id, quantity }: { target_id: string | null; quantity: number },
): number | null {
  const prices = own_marks
    .filter((mark) => mark.coalition_id === null && mark.quantity === quantity && (mark.target_id === target_id || mark.target_id === null))
    .map(({ price }) => price);
  if (prices.length === 0) return null;
  return side === 'seller' ? Math.min(...prices) : Math.max(...prices);
}

/** Around the list price; never worse for the other side than the last one. */
function anyPrice({ side, mean_list_price: list }: BazaarObservation, bound: number | null, draws: Draws): number {
  const any = list * draws.uniform(0.4, 1.2);
  const held = bound === null ? any : side === 'seller' ? Math.min(any, bound) : Math.max(any, bound);
  return Math.max(0.01, Math.round(100 * held) / 100);
}

function anyReserve({ mean_list_price: list }: BazaarObservation, lowest: number, draws: Draws): number {
  return Math.round(100 * Math.max(0.01, lowest, list * draws.uniform(0.5, 1.1))) / 100;
}
