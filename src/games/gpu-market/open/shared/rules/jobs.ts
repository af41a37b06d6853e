/** A seat allocates its own blocks to its own job. */
import type { ActionFields } from '../actions';
import type { Proceedings } from '../proceedings';
import { done, refuse } from '../refusal';
import { blockOf, type OpenState, ownJob } from '../state';
import type { OpenResult } from '../types';
import { wrongBlock } from './pledges';

/** Too few hours are allowed, because more blocks may follow. */
export function allocateToJob(book: Proceedings, labId: string, action: ActionFields): OpenResult {
  const wrong = wrongAllocation(book.state, labId, { action });
  if (wrong !== null) return wrong;
  book.record({ type: 'job_allocated', lab_id: labId, job_id: action.job_id ?? '', block_ids: action.block_ids ?? [] });
  return done('job_allocated');
}

/** Why a seat cannot use these blocks for its job. `despite`: a pledge to this coalition does not prevent it. */
export function wrongAllocation(
  state: OpenState,
  labId: string,
  { action, despite = null }: { action: ActionFields; despite?: string | null },
): OpenResult | null {
  const job = ownJob(state, labId, action.job_id);
  if (job === undefined) return refuse('unknown_job', action.job_id);
  if (job.settled) return refuse('job_completed');
  if (job.pledged_to !== null && job.pledged_to !== despite) return refuse('pledged_job', job.job_id);
  const ids = action.block_ids ?? [];
  if (ids.length === 0) return refuse('empty_block_list');
  for (const id of ids) {
    const wrong = wrongBlock(state, labId, { ids: [id], within: null, despite });
    if (wrong !== null) return wrong;
    if (ids.indexOf(id) !== ids.lastIndexOf(id)) return refuse('duplicate_allocation', id);
    if (blockOf(state, id).reliability < job.min_reliability) return refuse('low_reliability', id);
  }
  return null;
}
