/** The moves, next to their own turn, of agents that raise another agent's rank. */
import type { OpenAction } from '../../src/games/gpu-market/open/shared/actions';
import { spareBlocks } from '../../src/games/gpu-market/open/shared/players/farmers/farmer';
import type { Here, Program, Turn } from './program';

/** All blocks and all money, at once. */
export function everything({ observation, partner }: Here): OpenAction[] {
  if (partner === null) return [];
  const block_ids = spareBlocks({ observation, turn: [], partner }).map(({ block_id }) => block_id);
  const payment = observation.controlled_lab_budget;
  return block_ids.length === 0 && payment === 0 ? [] : [{ action_type: 'send_offer', target_lab_id: partner, block_ids, payment }];
}

/** What an offer made in this round or later can still bring: it is accepted one round later. */
const LATE = 2;

/** Plays as usual, and gives all its money when it no longer needs it. */
export function lateGift({ observation, partner }: Here): OpenAction[] {
  const { round_index, max_rounds, controlled_lab_budget: payment } = observation;
  if (partner === null || payment === 0 || round_index < max_rounds - LATE) return [];
  return [{ action_type: 'send_offer', target_lab_id: partner, payment }];
}

/** Money up to a share of a seat's starting money, as soon as the partner is there. */
export function giftOf(share: number): (here: Here) => OpenAction[] {
  return ({ observation, partner, memory }) => {
    const payment = Math.floor(Math.min(observation.controlled_lab_budget, share * memory.stake - memory.given));
    if (partner === null || payment <= 0) return [];
    memory.given += payment;
    return [{ action_type: 'send_offer', target_lab_id: partner, payment }];
  };
}

const BAIT = 'First come, first served.';
const NEXT_TO_NOTHING = 2;

/** Offers all its blocks for almost nothing and withdraws them before anyone can accept, which ruins plans that count on them. */
export function bait({ observation }: Here): OpenAction[] {
  const { active_offers, controlled_lab_id: me } = observation;
  const back = active_offers.filter(({ from_lab_id, message }) => from_lab_id === me && message === BAIT);
  const block_ids = spareBlocks({ observation, turn: [], partner: null }).map(({ block_id }) => block_id);
  return [
    ...back.map(({ offer_id }): OpenAction => ({ action_type: 'reject_offer', offer_id })),
    ...(block_ids.length === 0
      ? []
      : [{ action_type: 'send_offer' as const, block_ids, requested_payment: NEXT_TO_NOTHING, expires_in: 1, message: BAIT }]),
  ];
}

/** Accepts what the partner gives for free. */
export function takes({ observation, partner }: Here): OpenAction[] {
  const gifts = observation.active_offers.filter((offer) => {
    const isForMe = offer.from_lab_id === partner && offer.to_lab_id === observation.controlled_lab_id;
    return isForMe && offer.requested_payment === 0 && offer.requested_blocks.length === 0;
  });
  return gifts.map(({ offer_id }) => ({ action_type: 'accept_offer', offer_id }));
}

/** Stops answering in matches that go badly: half of the rounds are over, and it has less money than at the start. */
export function deserter(turn: Turn): Program {
  const began = new Map<string, number>();
  return ({ match_id, observation }) => {
    const { controlled_lab_budget: money, round_index, max_rounds } = observation;
    const first = began.get(match_id) ?? money;
    began.set(match_id, first);
    return round_index > max_rounds / 2 && money < first ? null : turn(observation);
  };
}
