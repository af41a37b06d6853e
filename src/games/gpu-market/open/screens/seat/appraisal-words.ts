import type { Appraisal, JobChange, JobEnd } from '../../shared/plans/appraise';
import { and, cr, signedCr } from './words';

/** A value as a figure, with the reason in words. */
export interface Explained {
  /** +12.40 cr */
  figure: string;
  /** Whether the seat is better off, unchanged, or worse off. */
  tone: 'better' | 'same' | 'worse';
  why: string;
}

const MOST_REASONS = 2;

/** `gets`: the received blocks, so that the text can name the important one. */
export function explain(appraisal: Appraisal, gets: readonly string[] = []): Explained {
  const { value, money, changes } = appraisal;
  const tone = value > 0.005 ? 'better' : value < -0.005 ? 'worse' : 'same';
  const reasons = changes.slice(0, MOST_REASONS).map((change) => because(change, gets));
  const more = changes.length - reasons.length;
  if (more > 0) reasons.push(more === 1 ? 'one more job is affected' : `${more} more jobs are affected`);
  return { figure: signedCr(value), tone, why: reasons.length > 0 ? `${reasons.join('; ')}.` : idle(money, gets) };
}

function idle(money: number, gets: readonly string[]): string {
  if (money > 0) return 'Your own plan doesn’t need what you give.';
  if (money < 0) return `Your own plan has no use for ${gets.length === 0 ? 'it' : and(gets)}.`;
  return 'Your own plan stays the same.';
}

const ENDS: Record<JobEnd, string> = {
  in_time: 'completes in time',
  late: 'completes late',
  part: 'is completed in part',
  none: 'is not completed',
};

function because({ job_id, before, after }: JobChange, gets: readonly string[]): string {
  const fresh = after.block_ids.filter((id) => gets.includes(id));
  const by = fresh.length > 0 ? `with ${and(fresh)} ` : '';
  if (after.end !== before.end) return `${by}job ${job_id} ${ENDS[after.end]}${after.end === 'in_time' ? '' : ` (${hours(after)})`}`;
  if (after.hours !== before.hours && after.end === 'part') return `${by}job ${job_id} gets ${hours(after)}`;
  const saved = after.net - before.net;
  return saved > 0 ? `${by}job ${job_id} costs ${cr(saved)} less` : `${by}job ${job_id} costs ${cr(-saved)} more`;
}

function hours({ hours: got, required }: { hours: number; required: number }): string {
  return `${got} of ${required} hours in time`;
}
