/** Helpers of scripted policies on classic observations. */
import type { Block, Job, Observation, Offer } from '../../types';

export function incomingOffers(observation: Observation): Offer[] {
  return observation.active_offers.filter((offer) => offer.to_lab_id === observation.controlled_lab_id);
}

export function isLive(block: Block): boolean {
  return block.status !== 'used' && block.status !== 'failed';
}

/** Available or reserved, and not used by a job. */
export function isSpare(block: Block): boolean {
  return (block.status === 'available' || block.status === 'reserved') && block.allocated_to_job_id === null;
}

/** Own live blocks that are reliable enough for the job. */
export function usableBlocks(observation: Observation, job: Job): Block[] {
  const usable: Block[] = [];
  for (const block of observation.owned_blocks) if (isLive(block) && block.reliability >= job.min_reliability) usable.push(block);
  return usable;
}

export function reliableHours(block: Block): number {
  return block.duration * block.gpu_count * block.reliability;
}

export function idsOf(blocks: readonly Block[]): string[] {
  return blocks.map((block) => block.block_id);
}
