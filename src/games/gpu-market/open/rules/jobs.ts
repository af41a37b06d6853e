/** A seat puts its own blocks to work for its own job. */
import type { OpenAction } from '../actions';
import type { Proceedings } from '../proceedings';
import { done, refuse } from '../refusal';
import { blockOf, ownJob } from '../state';
import type { OpenResult } from '../types';
import { wrongBlock } from './pledges';

/** Too few hours are allowed: more blocks may follow. */
export function allocateToJob(book: Proceedings, labId: string, action: OpenAction): OpenResult {
  const { state } = book;
  const job = ownJob(state, labId, action.job_id);
  if (job === undefined) return refuse('unknown_job', action.job_id);
  if (job.settled) return refuse('job_completed');
  if (job.pledged_to !== null) return refuse('pledged_job');
  const ids = action.block_ids ?? [];
  if (ids.length === 0) return refuse('empty_block_list');
  for (const id of ids) {
    const wrong = wrongBlock(state, labId, { ids: [id], within: null });
    if (wrong !== null) return wrong;
    if (ids.indexOf(id) !== ids.lastIndexOf(id)) return refuse('duplicate_allocation', id);
    if (blockOf(state, id).reliability < job.min_reliability) return refuse('low_reliability', id);
  }
  book.record({ type: 'job_allocated', lab_id: labId, job_id: job.job_id, block_ids: ids });
  return done('job_allocated');
}
