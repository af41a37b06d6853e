/** Marks on blocks: reserved, released. Releasing what is pledged breaks the pledge. */
import type { OpenAction } from '../actions';
import type { Proceedings } from '../proceedings';
import { done, refuse } from '../refusal';
import { isLive } from '../state';
import type { OpenResult } from '../types';
import { breach } from './coalitions';

/** A mark only: new offers that ask for the block fail, nothing else. */
export function reserveCapacity(book: Proceedings, labId: string, action: OpenAction): OpenResult {
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

export function releaseCapacity(book: Proceedings, labId: string, action: OpenAction): OpenResult {
  const ids = [...new Set(action.block_ids ?? [])];
  for (const id of ids) if (book.state.blocks[id]?.owner_lab_id !== labId) return refuse('unowned_block', id);
  const reserved = ids.filter((id) => book.state.blocks[id]?.status === 'reserved');
  const pledged = ids.map((id) => book.state.blocks[id]?.pledged_to ?? null).find((coalition) => coalition !== null);
  if (reserved.length > 0)
    book.record({ type: 'blocks_marked', lab_id: labId, block_ids: reserved, status: 'available', reserved_by: null });
  if (pledged !== undefined && pledged !== null) breach(book, labId, pledged);
  return done('capacity_released');
}
