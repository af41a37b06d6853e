/** Copies of records with a change. Written field by field, because a spread is several times slower and these are frequent. */
import type { Block, Offer } from '../types';
import type { LabState } from './state';

export type BlockChange = Partial<
  Pick<Block, 'owner_lab_id' | 'status' | 'reserved_by' | 'allocated_to_job_id' | 'energy_cost' | 'reliability'>
>;

export function changedBlock(block: Block, change: BlockChange): Block {
  return {
    block_id: block.block_id,
    start_round: block.start_round,
    duration: block.duration,
    gpu_count: block.gpu_count,
    reliability: change.reliability ?? block.reliability,
    energy_cost: change.energy_cost ?? block.energy_cost,
    owner_lab_id: change.owner_lab_id ?? block.owner_lab_id,
    reserved_by: change.reserved_by === undefined ? block.reserved_by : change.reserved_by,
    allocated_to_job_id: change.allocated_to_job_id ?? block.allocated_to_job_id,
    status: change.status ?? block.status,
  };
}

export function changedLab(lab: LabState, change: Partial<Pick<LabState, 'budget' | 'reputation' | 'block_ids' | 'jobs'>>): LabState {
  return {
    lab_id: lab.lab_id,
    public_name: lab.public_name,
    archetype: lab.archetype,
    budget: change.budget ?? lab.budget,
    reputation: change.reputation ?? lab.reputation,
    block_ids: change.block_ids ?? lab.block_ids,
    jobs: change.jobs ?? lab.jobs,
  };
}

export function changedOffer(offer: Offer, status: Offer['status']): Offer {
  return {
    offer_id: offer.offer_id,
    from_lab_id: offer.from_lab_id,
    to_lab_id: offer.to_lab_id,
    round_created: offer.round_created,
    expires_round: offer.expires_round,
    offered_blocks: offer.offered_blocks,
    requested_blocks: offer.requested_blocks,
    payment: offer.payment,
    message: offer.message,
    conditions: offer.conditions,
    status,
    linked_offer_id: offer.linked_offer_id,
  };
}
