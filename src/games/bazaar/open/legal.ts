/** What a seat can do now, for forms, models and programs: any listed action within its bounds is accepted. */
import type { LegalAction } from './observation';
import { unitsOf } from './rules/money';
import { highestPrice } from './rules/offers';
import { awaited, type BazaarState, poolOf, type SeatState, standingOffers } from './state';
import { type Offer, OPERATOR, type Pool } from './types';
import { worthOf } from './worth';

const MOST_INVITED = 15;

export function legalActions(state: BazaarState, seat: SeatState): LegalAction[] {
  if (!awaited(state).includes(seat.seat)) return [];
  const known = standingOffers(state);
  const theirs = known.filter((offer) => offer.side !== seat.side && (offer.to === null || offer.to === seat.seat));
  const own = known.filter((offer) => offer.from === seat.seat);
  const pool = poolOf(state, seat.seat);
  return [
    { action_type: 'wait' },
    ...(pool ? [] : bidding(state, seat, theirs)),
    ...some({ action_type: 'accept_offer', offer_ids: idsOf(theirs.filter((offer) => worthOf(state, seat, offer) !== null)) }, 'offer_ids'),
    ...some({ action_type: 'reject_offer', offer_ids: idsOf([...own, ...theirs]) }, 'offer_ids'),
    ...pooling(state, seat, pool),
    ...(seat.side === 'seller' && state.walk_in_cents !== null ? [{ action_type: 'make_pitch' as const }] : []),
    { action_type: 'send_message', targets: [null, ...present(state).flatMap((one) => (one.seat === seat.seat ? [] : [one.seat]))] },
    { action_type: 'finish' },
  ];
}

/** New offers. The last price to the same target limits the next one. */
function bidding(state: BazaarState, seat: SeatState, theirs: readonly Offer[]): LegalAction[] {
  const targets = [null, ...present(state).flatMap((one) => (one.side === seat.side || one.bought ? [] : [one.seat]))];
  const quantities = seat.side === 'buyer' ? [1] : Array.from({ length: Math.min(seat.stock, 9) }, (_, i) => i + 1);
  const counterable = theirs.filter((offer) => offer.from !== OPERATOR && quantities.includes(offer.quantity));
  const limits = { lowest: 0.01, highest: unitsOf(highestPrice(state)) };
  return [
    ...(quantities.length === 0 ? [] : [{ action_type: 'send_offer' as const, targets, quantities, ...limits }]),
    ...some({ action_type: 'counter_offer', offer_ids: idsOf(counterable), ...limits }, 'offer_ids'),
  ];
}

function pooling(state: BazaarState, seat: SeatState, pool: Pool | null): LegalAction[] {
  const { config, round, pools } = state;
  if (!config.pools || seat.side !== 'buyer') return [];
  const limits = { lowest: 0.01, highest: unitsOf(highestPrice(state)) };
  const invitations = Object.values(pools).filter(
    (one) => one.ended === null && one.invited.includes(seat.seat) && !one.members.includes(seat.seat),
  );
  const coalition_ids = invitations.map((one) => one.coalition_id);
  const decline = some({ action_type: 'decline_coalition', coalition_ids }, 'coalition_ids');
  if (pool) {
    const own = unitsOf(pool.reserves[seat.seat] ?? 0);
    return [...decline, { action_type: 'commit_to_coalition', coalition_ids: [pool.coalition_id], lowest: own, highest: limits.highest }];
  }
  const others = present(state).flatMap((one) => (one.side === 'buyer' && one.seat !== seat.seat && !one.bought ? [one.seat] : []));
  const last = Math.min(config.rounds - 1, round + 8);
  const until_rounds = Array.from({ length: Math.max(0, last - round - 1) }, (_, i) => round + 2 + i);
  const canForm = others.length > 0 && until_rounds.length > 0;
  return [
    ...decline,
    ...some({ action_type: 'join_coalition', coalition_ids, ...limits }, 'coalition_ids'),
    ...(canForm ? [{ action_type: 'form_coalition' as const, members: others.slice(0, MOST_INVITED), until_rounds, ...limits }] : []),
  ];
}

function present({ seats }: BazaarState): SeatState[] {
  return Object.values(seats).filter(({ left }) => !left);
}

function idsOf(offers: readonly Offer[]): string[] {
  return offers.map(({ offer_id }) => offer_id);
}

/** Left out if there is nothing to choose from. */
function some(action: LegalAction, field: 'offer_ids' | 'coalition_ids'): LegalAction[] {
  return (action[field]?.length ?? 0) > 0 ? [action] : [];
}
