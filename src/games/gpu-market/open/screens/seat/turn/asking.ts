/** Asking another lab for one of its blocks. */
import type { OpenObservation } from '../../../shared/observation';
import type { Appraiser } from '../../../shared/plans/appraise';
import { OPERATOR } from '../../../shared/types';
import type { FormWish } from '../desk-context';
import { requestChoices, whyNoMove } from '../forms/choices';

/** The form for a block on the board: its owner works with it, others ask for it. null: nothing can be done with it. */
export function wishFor(observation: OpenObservation, blockId: string): FormWish | null {
  const block = observation.public_market.blocks.find((one) => one.block_id === blockId);
  if (block === undefined) return null;
  const { owner_lab_id: owner } = block;
  if (owner === observation.controlled_lab_id) {
    return observation.owned_blocks.some((one) => one.block_id === blockId && one.allocated_to_job_id === null && one.hours_left > 0)
      ? { kind: 'allocate', blockId }
      : null;
  }
  if (owner === OPERATOR || whyNoMove(observation, 'offer') !== null) return null;
  const canAsk = requestChoices(observation, owner).some((one) => one.id === blockId && one.why === null);
  return canAsk ? { kind: 'offer', target: owner, ask: blockId } : null;
}

/** A price that splits a block's value in halves: what it adds to the seat's own plan from the next round on. null: it adds nothing. */
export function priceFor(observation: OpenObservation, appraiser: Appraiser, blockId: string): { price: number; value: number } | null {
  const { value } = appraiser.deal({ gets: [blockId], gives: [], money: 0, from: observation.round_index + 1 });
  const price = Math.min(Math.round(value * 50) / 100, observation.controlled_lab_budget);
  return price < 0.01 ? null : { price, value };
}
