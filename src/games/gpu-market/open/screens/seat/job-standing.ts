import type { Tone } from '~/kit/badge';
import type { OpenObservation, WireJob } from '../../shared/observation';

type Market = Pick<OpenObservation, 'round_index' | 'done'>;

/** Nothing can be done about it any more. A job not served when the match ends is never settled, but is over too. */
export function isOver(job: Pick<WireJob, 'settled'>, { done }: Pick<Market, 'done'>): boolean {
  return job.settled || done;
}

/** The status of an own job, in a word. */
export function standingOf(job: WireJob, market: Market): { word: string; tone: Tone } {
  if (isOver(job, market))
    return job.completed ? { word: 'completed', tone: 'green' } : { word: job.paid > 0 ? 'paid in part' : 'unserved', tone: 'plain' };
  if (job.pledged_to !== null) return { word: `pledged to ${job.pledged_to}`, tone: 'accent' };
  if (job.hours_by_deadline >= job.gpu_hours_required) return { word: 'served', tone: 'green' };
  if (market.round_index > job.deadline_round) return { word: 'late', tone: 'amber' };
  return job.deadline_round - market.round_index <= 1 ? { word: 'due soon', tone: 'amber' } : { word: 'open', tone: 'plain' };
}
