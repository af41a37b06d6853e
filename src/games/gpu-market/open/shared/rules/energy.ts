/** Delivery: once their energy is paid, blocks in their window bring hours to the jobs they are allocated to. */
import type { Delivery } from '../events';
import type { Proceedings } from '../proceedings';
import { energyCents, jobOf, labOf, type OpenState, windowEnd } from '../state';
import type { OpenBlock } from '../types';

/** One event per lab whose jobs had blocks due. */
export function deliverCapacity(book: Proceedings): void {
  const due = dueBlocks(book.state);
  if (due.length === 0) return;
  for (const lab of Object.values(book.state.labs)) {
    const own = due.filter((block) => jobOf(book.state, block.allocated_to_job_id ?? '').lab_id === lab.lab_id);
    if (own.length === 0) continue;
    const deliveries = deliverOf(book.state, labOf(book.state, lab.lab_id).budget_cents, own);
    book.record({ type: 'capacity_delivered', lab_id: lab.lab_id, round_index: book.state.round_index, deliveries });
  }
}

/** In order of allocation: blocks that work in this round for a job that is not settled. */
function dueBlocks(state: OpenState): OpenBlock[] {
  const { round_index, config } = state;
  return Object.values(state.blocks)
    .filter((block) => {
      if (block.allocated_to_job_id === null || block.start_round > round_index) return false;
      return windowEnd(block, config.rounds) > round_index && !jobOf(state, block.allocated_to_job_id).settled;
    })
    .sort((a, b) => (a.allocation_number ?? 0) - (b.allocation_number ?? 0));
}

/** All the energy is paid in the first round of delivery. A lab that cannot pay gets no hours, and the next block is tried. */
function deliverOf(state: OpenState, budget: number, blocks: readonly OpenBlock[]): Delivery[] {
  let money = budget;
  return blocks.map((block) => {
    const job_id = block.allocated_to_job_id ?? '';
    const energy = block.energy_paid_cents === null ? energyCents(state, block) : null;
    if (energy !== null && energy > money) return { block_id: block.block_id, job_id, hours: 0, energy_cents: null, brownout: true };
    money -= energy ?? 0;
    return { block_id: block.block_id, job_id, hours: block.gpu_count, energy_cents: energy, brownout: false };
  });
}
