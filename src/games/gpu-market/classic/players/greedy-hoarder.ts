import type { Policy } from '~/contract/policy';
import type { Action, Observation } from '../../types';
import { idsOf, usableBlocks } from './classic-words';

export const greedyHoarder: Policy<Observation, Action> = {
  id: 'greedy_hoarder',
  title: 'Greedy hoarder',
  summary: 'Never trades: puts every usable block of its own on its first open job, and finishes when there is none.',
  plays: ['gpu-market/classic'],
  choose: allocateOrFinish,
};

/** The same policy under the name of the published ablation. */
export const noNegotiationAllocator: Policy<Observation, Action> = {
  id: 'no_negotiation_allocator',
  title: 'No-negotiation allocator',
  summary: 'The greedy hoarder, under the name used in the published ablation.',
  plays: ['gpu-market/classic'],
  choose: allocateOrFinish,
};

export function allocateOrFinish(observation: Observation): Action {
  for (const job of observation.private_jobs) {
    if (job.completed) continue;
    const usable = usableBlocks(observation, job);
    if (usable.length > 0) return { action_type: 'allocate_to_job', job_id: job.job_id, block_ids: idsOf(usable) };
  }
  return { action_type: 'finish' };
}
