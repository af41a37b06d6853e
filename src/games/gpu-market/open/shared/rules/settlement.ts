/** Settlement: jobs pay once, deposits come due, and bonds are returned after the last round. */

import type { Proceedings } from '../proceedings';
import type { OpenState } from '../state';
import { toCents } from '../state';
import { LATE, type OpenJob } from '../types';

/** A part that is this little below a whole cent, because of binary arithmetic, counts as that cent. */
const CENT_DUST = 1e-6;

export function settleJobs(book: Proceedings): void {
  for (const job of Object.values(book.state.jobs)) {
    const paid = job.settled || job.arrival_round > book.state.round_index ? null : payOf(book.state, job);
    if (paid === null) continue;
    book.record({
      type: 'job_settled',
      lab_id: job.lab_id,
      job_id: job.job_id,
      round_index: book.state.round_index,
      ...paid,
      payouts: payouts(job, paid.value_cents),
    });
  }
}

/** What a job pays now; null: it is not due. */
function payOf(state: OpenState, job: OpenJob): { value_cents: number; completed: boolean; late: boolean } | null {
  const late = state.round_index > job.deadline_round;
  if (job.hours_delivered >= job.gpu_hours_required) {
    return { value_cents: late ? lateValueCents(job) : job.value_cents, completed: true, late };
  }
  if (!job.partial_credit_allowed || state.round_index < job.deadline_round) return null;
  return { value_cents: Math.floor((job.value_cents * job.hours_delivered) / job.gpu_hours_required), completed: false, late: false };
}

/** What a job pays when its hours are complete only after its deadline. */
export function lateValueCents(job: { value_cents: number }): number {
  return toCents(LATE * (job.value_cents / 100));
}

/** By a joint plan's shares. Each part is rounded down; the remainder goes to the owner, who also bears a loss. */
function payouts(job: OpenJob, value: number): { lab_id: string; amount_cents: number }[] {
  const net = Math.max(0, value - job.energy_paid_cents);
  const others = (job.shares ?? []).filter((share) => share.lab_id !== job.lab_id);
  return others
    .map(({ lab_id, share }) => ({ lab_id, amount_cents: Math.floor(net * share + CENT_DUST) }))
    .filter((payout) => payout.amount_cents > 0);
}

/** Use deposits, at the end of the last round: returned where all blocks were used, else paid to the other side. */
export function settleDeposits(book: Proceedings): void {
  for (const deposit of book.state.deposits) {
    if (deposit.due_round > book.state.round_index) continue;
    const kept_word = deposit.block_ids.every((id) => {
      const block = book.state.blocks[id];
      return block !== undefined && (block.allocated_to_job_id !== null || block.failed_round !== null);
    });
    book.record({
      type: 'deposit_settled',
      offer_id: deposit.offer_id,
      from_lab_id: deposit.from_lab_id,
      to_lab_id: kept_word ? deposit.from_lab_id : deposit.to_lab_id,
      amount_cents: deposit.amount_cents,
      kept_word,
    });
  }
}
