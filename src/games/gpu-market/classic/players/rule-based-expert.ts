import type { Policy } from '~/contract/policy';
import type { Action, Block, Job, Observation, Offer, VisibleLab } from '../../types';
import { idsOf, isLive, isSpare, reliableHours, usableBlocks } from './classic-words';
import { allocateOrFinish } from './greedy-hoarder';

export const ruleBasedExpert: Policy<Observation, Action> = {
  id: 'rule_based_expert',
  playsOn: true,
  title: 'Rule-based expert',
  summary: 'Weighs every offer by its reliable hours, serves its most urgent job first, then forms a coalition or proposes a swap.',
  plays: ['gpu-market/classic'],
  choose(observation) {
    return answerOffer(observation) ?? serveJob(observation) ?? seekPartner(observation) ?? allocateOrFinish(observation);
  },
};

function answerOffer(observation: Observation): Action | null {
  for (const offer of observation.active_offers) {
    if (offer.to_lab_id !== observation.controlled_lab_id) continue;
    if (cannotBeCarriedOut(observation, offer)) return { action_type: 'reject_offer', offer_id: offer.offer_id };
    const listed = observation.public_market.available_blocks;
    const hoursIn = hoursOf(listed, offer.offered_blocks) + offer.payment / 10;
    const hoursOut = hoursOf(observation.owned_blocks, offer.requested_blocks);
    if (hoursIn >= 0.95 * hoursOut) return { action_type: 'accept_offer', offer_id: offer.offer_id };
  }
  return null;
}

function cannotBeCarriedOut(observation: Observation, offer: Offer): boolean {
  for (const blockId of offer.requested_blocks) {
    const own = find(observation.owned_blocks, blockId);
    if (own === undefined || !isLive(own) || own.allocated_to_job_id !== null) return true;
  }
  for (const blockId of offer.offered_blocks) {
    if (find(observation.public_market.available_blocks, blockId) === undefined) return true;
  }
  return false;
}

function hoursOf(blocks: readonly Block[], blockIds: readonly string[]): number {
  let hours = 0;
  for (const blockId of blockIds) {
    const block = find(blocks, blockId);
    if (block !== undefined) hours += reliableHours(block);
  }
  return hours;
}

function find(blocks: readonly Block[], blockId: string): Block | undefined {
  for (const block of blocks) if (block.block_id === blockId) return block;
  return undefined;
}

function serveJob(observation: Observation): Action | null {
  for (const job of byUrgency(observation.private_jobs)) {
    const usable = usableBlocks(observation, job);
    let hours = 0;
    for (const block of usable) hours += reliableHours(block);
    if (usable.length > 0 && hours >= job.gpu_hours_required) {
      return { action_type: 'allocate_to_job', job_id: job.job_id, block_ids: idsOf(usable) };
    }
  }
  return null;
}

/** Open jobs by (deadline, -base value), by insertion, because there are only three or four. */
function byUrgency(jobs: readonly Job[]): Job[] {
  const sorted: Job[] = [];
  for (const job of jobs) {
    if (job.completed) continue;
    let at = sorted.length;
    for (let before = sorted[at - 1]; before !== undefined && isMoreUrgent(job, before); before = sorted[at - 1]) sorted[at--] = before;
    sorted[at] = job;
  }
  return sorted;
}

function isMoreUrgent(job: Job, other: Job): boolean {
  return job.deadline_round === other.deadline_round ? job.base_value > other.base_value : job.deadline_round < other.deadline_round;
}

function seekPartner(observation: Observation): Action | null {
  const spare = observation.owned_blocks.find(isSpare);
  const coalition = observation.active_coalitions[0];
  if (coalition !== undefined) {
    if (spare === undefined) return null;
    return { action_type: 'commit_to_coalition', coalition_id: coalition.coalition_id, block_ids: [spare.block_id] };
  }
  const partner = best(observation.visible_labs, (lab, other) => lab.reputation > other.reputation);
  if (observation.difficulty !== 'easy' && partner !== undefined && partner.reputation >= 0.45) {
    return { action_type: 'form_coalition', target_lab_id: partner.lab_id, message: 'shared capacity for urgent deadlines' };
  }
  return proposeSwap(observation, spare);
}

function proposeSwap(observation: Observation, spare: Block | undefined): Action | null {
  const target = best(observation.visible_labs, isBusier);
  const wanted = target?.owned_block_ids[0];
  if (target === undefined || wanted === undefined || spare === undefined) return null;
  return {
    action_type: 'send_offer',
    target_lab_id: target.lab_id,
    block_ids: [spare.block_id],
    requested_block_ids: [wanted],
    payment: observation.difficulty === 'hard' ? 4 : 2,
    message: 'fair swap to improve both deadline schedules',
  };
}

function isBusier(lab: VisibleLab, other: VisibleLab): boolean {
  const busy = lab.public_demand === 'high';
  return busy === (other.public_demand === 'high') ? lab.reputation > other.reputation : busy;
}

/** The first of equals. */
function best(labs: readonly VisibleLab[], isBetter: (lab: VisibleLab, than: VisibleLab) => boolean): VisibleLab | undefined {
  let found = labs[0];
  for (const lab of labs) if (found !== undefined && isBetter(lab, found)) found = lab;
  return found;
}
