/** Marks on blocks. */
import type { ActionFields } from '../actions';
import type { Proceedings } from '../proceedings';
import { done, refuse } from '../refusal';
import { isLive } from '../state';
import type { OpenResult } from '../types';

/** Only a mark: new offers that ask for the block fail, and nothing else changes. */
export function reserveCapacity(book: Proceedings, labId: string, action: ActionFields): OpenResult {
  const ids = [...new Set(action.block_ids ?? [])];
  for (const id of ids) {
    const block = book.state.blocks[id];
    if (block === undefined) return refuse('unknown_block', id);
    if (block.owner_lab_id !== labId) return refuse('unowned_block', id);
    if (block.pledged_to !== null) return refuse('pledged_block', id);
    if (!isLive(book.state, block)) return refuse('unavailable_block', id);
  }
  book.record({ type: 'blocks_marked', lab_id: labId, block_ids: ids, status: 'reserved', reserved_by: action.job_id ?? labId });
  return done('capacity_reserved');
}
