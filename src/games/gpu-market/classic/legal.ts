/** lab_0's moves that would be accepted, judged by its observation, which does not show whether the sender of an offer can pay. */
import { round } from '~/lib/numbers';
import type { IdChoice, LegalAction, LegalChoice, TextRange } from '../legal-words';
import type { ActionType, Block, Job, Observation, Offer } from '../types';
import { MESSAGE_LIMIT } from './read-action';

const ANY_TEXT: TextRange = { min: 0, max: MESSAGE_LIMIT };
const PITCH_TEXT: TextRange = { min: 12, max: MESSAGE_LIMIT };

/** By action type, in catalog order. Types without a choice are left out; after the end, all are. */
export function legalActions(observation: Observation): LegalAction[] {
  if (observation.done) return [];
  const all: [ActionType, LegalChoice[]][] = [
    ['send_offer', observation.visible_labs.map((lab) => ({ target_lab_id: lab.lab_id, ...termsWith(observation, lab.lab_id) }))],
    ['accept_offer', incoming(observation).map(byId)],
    ['reject_offer', observation.active_offers.map(byId)],
    ['counter_offer', countered(observation)],
    ['make_pitch', addressed(observation, PITCH_TEXT)],
    ['counter_pitch', addressed(observation, PITCH_TEXT)],
    ['reserve_capacity', choiceOf(idsOf(observation.owned_blocks.filter(isFree)))],
    ['release_capacity', choiceOf(idsOf(observation.owned_blocks.filter((block) => block.status === 'reserved')))],
    ['form_coalition', partners(observation)],
    ['commit_to_coalition', commitments(observation)],
    ['allocate_to_job', observation.private_jobs.flatMap((job) => allocations(observation, job))],
    ['send_message', addressed(observation, ANY_TEXT)],
    ['wait', [{}]],
    ['finish', [{}]],
  ];
  return all.filter(([, choices]) => choices.length > 0).map(([action_type, choices]) => ({ action_type, choices }));
}

function termsWith(observation: Observation, labId: string): LegalChoice {
  const theirs = observation.visible_labs.find((lab) => lab.lab_id === labId)?.owned_block_ids ?? [];
  return {
    block_ids: anyOf(idsOf(observation.owned_blocks.filter(isLive))),
    requested_block_ids: anyOf(theirs),
    // The internal budget may be slightly below the displayed one.
    payment: { min: 0, max: Math.max(0, round(observation.controlled_lab_budget - 0.01, 2)) },
    message: ANY_TEXT,
  };
}

function incoming(observation: Observation): Offer[] {
  const { controlled_lab_id: own, public_market: market } = observation;
  const belongs = (blockId: string, owner: string): boolean =>
    market.available_blocks.some((block) => block.block_id === blockId && block.owner_lab_id === owner);
  return observation.active_offers.filter(
    (offer) =>
      offer.to_lab_id === own &&
      offer.offered_blocks.every((blockId) => belongs(blockId, offer.from_lab_id)) &&
      offer.requested_blocks.every((blockId) => belongs(blockId, own)),
  );
}

function countered(observation: Observation): LegalChoice[] {
  return observation.active_offers
    .filter((offer) => offer.from_lab_id !== observation.controlled_lab_id)
    .map((offer) => ({ offer_id: offer.offer_id, ...termsWith(observation, offer.from_lab_id) }));
}

/** To everyone, or to one lab. */
function addressed(observation: Observation, message: TextRange): LegalChoice[] {
  return [{ message }, ...observation.visible_labs.map((lab) => ({ target_lab_id: lab.lab_id, message }))];
}

function partners(observation: Observation): LegalChoice[] {
  if (observation.difficulty === 'easy') return [];
  return observation.visible_labs.map((lab) => ({ target_lab_id: lab.lab_id, message: ANY_TEXT }));
}

function commitments(observation: Observation): LegalChoice[] {
  const blocks = idsOf(observation.owned_blocks.filter((block) => block.status !== 'failed'));
  return observation.active_coalitions
    .filter((coalition) => coalition.members.includes(observation.controlled_lab_id))
    .map((coalition) => ({ coalition_id: coalition.coalition_id, block_ids: anyOf(blocks) }));
}

function allocations(observation: Observation, job: Job): LegalChoice[] {
  if (job.completed) return [];
  const usable = observation.owned_blocks.filter(
    (block) => block.status !== 'failed' && block.allocated_to_job_id === null && block.reliability >= job.min_reliability,
  );
  const needed = job.partial_credit_allowed ? 0 : job.gpu_hours_required;
  const hours = usable.reduce((sum, block) => sum + block.duration * block.gpu_count, 0);
  if (usable.length === 0 || hours < needed) return [];
  return [{ job_id: job.job_id, block_ids: { from: idsOf(usable), min: 1, min_gpu_hours: needed } }];
}

function choiceOf(blockIds: string[]): LegalChoice[] {
  return blockIds.length === 0 ? [] : [{ block_ids: { from: blockIds, min: 1, min_gpu_hours: 0 } }];
}

function byId(offer: Offer): LegalChoice {
  return { offer_id: offer.offer_id };
}

function anyOf(from: string[]): IdChoice {
  return { from, min: 0, min_gpu_hours: 0 };
}

function idsOf(blocks: readonly Block[]): string[] {
  return blocks.map((block) => block.block_id);
}

function isLive(block: Block): boolean {
  return block.status !== 'used' && block.status !== 'failed';
}

function isFree(block: Block): boolean {
  return block.status === 'available' || block.status === 'reserved';
}
