/** Getting another's block: by an offer that gives it, or by asking its owner. */
import type { TakenAction } from '~/games/gpu-market/open/shared/actions';
import type { OpenObservation, WireOffer } from '~/games/gpu-market/open/shared/observation';
import { isFree } from '~/games/gpu-market/open/shared/observed';
import { type Appraiser, blockOf } from '~/games/gpu-market/open/shared/plans/appraise';
import { OPERATOR } from '../../../shared/types';
import type { FormWish } from '../desk-context';
import { dealOf } from '../draft-worth';
import { comingChoices, requestChoices, whyNoAccept, whyNoMove } from '../forms/choices';

interface Position {
  /** Values after the drafted turn. */
  done: Appraiser;
  /** Blocks that the draft uses. */
  spoken: ReadonlySet<string>;
}

export interface Chance {
  offer: WireOffer;
  /** To this seat, by its own best plan. */
  value: number;
}

/** Open offers that give this block and that the seat can accept now, best first. */
export function offersOf(observation: OpenObservation, blockId: string, { done, spoken }: Position): Chance[] {
  return observation.active_offers
    .filter((offer) => offer.from_lab_id !== observation.controlled_lab_id && offer.offered_blocks.includes(blockId))
    .filter((offer) => whyNoAccept(observation, offer) === null && !offer.requested_blocks.some((id) => spoken.has(id)))
    .map((offer) => ({ offer, value: done.deal(dealOf(offer, observation.controlled_lab_id)).value }))
    .toSorted((a, b) => b.value - a.value);
}

/** Why its owner cannot be asked for a block; null if it can. */
export function whyNotAsked(observation: OpenObservation, blockId: string): string | null {
  const owner = blockOf(observation, blockId)?.owner_lab_id;
  if (owner === undefined) return 'It is gone.';
  if (owner === OPERATOR) return 'The operator does not bargain.';
  const why = whyNoMove(observation, 'offer');
  if (why !== null) return why;
  const choice = requestChoices(observation, owner).find((one) => one.id === blockId);
  return choice === undefined ? 'Its rounds are over.' : choice.why;
}

/**
 * The form for a block on the board: its owner works with it; others choose among the offers that give it, or ask for it. null: nothing can be
 * done with it.
 */
export function wishFor(observation: OpenObservation, blockId: string): FormWish | null {
  const block = blockOf(observation, blockId);
  if (block === undefined) return null;
  const { owner_lab_id: owner } = block;
  if (owner === observation.controlled_lab_id) {
    return observation.owned_blocks.some((one) => one.block_id === blockId && one.allocated_to_job_id === null && one.hours_left > 0)
      ? { kind: 'allocate', blockId }
      : null;
  }
  const isGiven = observation.active_offers.some(
    (offer) => offer.offered_blocks.includes(blockId) && whyNoAccept(observation, offer) === null,
  );
  const canAsk = whyNotAsked(observation, blockId) === null;
  return canAsk && !isGiven ? { kind: 'offer', target: owner, ask: blockId } : { kind: 'take', blockId };
}

/** Whether a block can be dragged: an own free one, or one that can be taken or asked for. */
export function canDrag(observation: OpenObservation, blockId: string): boolean {
  const own = observation.owned_blocks.find((one) => one.block_id === blockId);
  if (own !== undefined) return isFree(own) && own.hours_left > 0;
  if (whyNotAsked(observation, blockId) === null) return true;
  return observation.active_offers.some((offer) => offer.offered_blocks.includes(blockId) && whyNoAccept(observation, offer) === null);
}

/**
 * Another's block that is dragged to the turn, or to a job: the best offer that gives it, if it pays, and work for the job if the block runs
 * now. Otherwise the form for it.
 */
export function takeFor(
  observation: OpenObservation,
  { blockId, jobId }: { blockId: string; jobId: string | null },
  position: Position,
): { add: TakenAction[] } | { open: FormWish | null } {
  const best = offersOf(observation, blockId, position)[0];
  if (best === undefined || best.value < 0) return { open: wishFor(observation, blockId) };
  const runs = (blockOf(observation, blockId)?.start_round ?? 0) <= observation.round_index;
  const fits = jobId !== null && comingChoices(observation, jobId, [blockId]).some((one) => one.id === blockId && one.why === null);
  // An action of its own: if somebody else gets the block first, no other block is refused with it.
  const work: TakenAction[] = runs && fits ? [{ action_type: 'allocate_to_job', job_id: jobId, block_ids: [blockId] }] : [];
  return { add: [{ action_type: 'accept_offer', offer_id: best.offer.offer_id }, ...work] };
}

/** A price that splits a block's value in halves: what it adds to the seat's own plan from the next round on. null: it adds nothing. */
export function priceFor(observation: OpenObservation, appraiser: Appraiser, blockId: string): { price: number; value: number } | null {
  const { value } = appraiser.deal({ gets: [blockId], gives: [], money: 0, from: observation.round_index + 1 });
  const price = Math.min(Math.round(value * 50) / 100, observation.controlled_lab_budget);
  return price < 0.01 ? null : { price, value };
}
