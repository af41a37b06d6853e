/** Pledges: what a member commits to a coalition, until when, and its reserve. */
import type { ActionFields } from '../actions';
import type { Proceedings } from '../proceedings';
import { refuse } from '../refusal';
import { boundTo, hoursLeft, type OpenState, ownJob } from '../state';
import type { OpenCoalition, OpenResult } from '../types';

/** Whether a join includes a pledge. */
export function isPledge(action: ActionFields): boolean {
  return (action.block_ids ?? []).length + (action.job_ids ?? []).length > 0;
}

interface Asked {
  ids: readonly string[];
  /** The coalition in which they will be used. */
  within: string | null;
  /** A pledge to this coalition does not prevent it. */
  despite?: string | null;
}

/** The checks that allocation and pledging share, block by block. */
export function wrongBlock(state: OpenState, labId: string, asked: Asked): OpenResult | null {
  const seen = new Set<string>();
  for (const id of asked.ids) {
    const block = state.blocks[id];
    if (block === undefined) return refuse('unknown_block', id);
    if (block.owner_lab_id !== labId) return refuse('unowned_block', id);
    if (block.pledged_to !== null && block.pledged_to !== asked.despite) return refuse('pledged_block', id);
    if (block.status === 'failed') return refuse('failed_block', id);
    if (block.allocated_to_job_id !== null || seen.has(id)) return refuse('duplicate_allocation', id);
    if (hoursLeft(state, block) === 0) return refuse('no_hours_left', id);
    const bond = boundTo(state, block);
    if (bond !== null && bond !== asked.within) return refuse('condition_broken', id);
    seen.add(id);
  }
  return null;
}

export function wrongJob(state: OpenState, labId: string, ids: readonly string[]): OpenResult | null {
  for (const id of ids) {
    const job = ownJob(state, labId, id);
    if (job === undefined) return refuse('unknown_job', id);
    if (job.settled) return refuse('job_completed', id);
    if (job.allocated_block_ids.length > 0) return refuse('job_started', id);
  }
  return null;
}

/** Blocks and jobs that can no longer be used leave their pledge without fault; an empty pledge ends. */
export function shrinkPledges(book: Proceedings): void {
  for (const coalition of Object.values(book.state.coalitions)) {
    for (const [lab_id, pledge] of Object.entries(coalition.pledges)) {
      const block_ids = pledge.block_ids.filter((id) => isLost(book.state, id));
      const job_ids = pledge.job_ids.filter((id) => book.state.jobs[id]?.settled === true);
      if (block_ids.length + job_ids.length === 0) continue;
      book.record({ type: 'pledge_shrunk', coalition_id: coalition.coalition_id, lab_id, block_ids, job_ids });
      const left = book.state.coalitions[coalition.coalition_id]?.pledges[lab_id];
      if (left !== undefined && left.block_ids.length + left.job_ids.length === 0) endPledge(book, coalition, { lab_id, why: 'empty' });
    }
  }
}

export function endPledge(
  book: Proceedings,
  coalition: OpenCoalition,
  how: { lab_id: string; why: 'lapsed' | 'used' | 'empty' | 'withdrawn' },
): void {
  book.record({ type: 'pledge_ended', coalition_id: coalition.coalition_id, ...how });
}

/** Pledges in their last round: they end before a lab's own allocations, so that a block that starts now loses no hours. */
export function lapsePledges(book: Proceedings): void {
  for (const coalition of Object.values(book.state.coalitions)) {
    for (const [lab_id, pledge] of Object.entries(coalition.pledges)) {
      if (pledge.until_round <= book.state.round_index) endPledge(book, coalition, { lab_id, why: 'lapsed' });
    }
  }
}

function isLost(state: OpenState, blockId: string): boolean {
  const block = state.blocks[blockId];
  return block === undefined || block.status === 'failed' || hoursLeft(state, block) === 0;
}
