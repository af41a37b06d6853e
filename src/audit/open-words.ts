/** What a program's steps say. */
import type { OpenAction } from '~/games/gpu-market/open/actions';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import type { Step } from './program';

const LONG = 500;
const KEYWORDS = 'deadline value reliability hours fair coalition guarantee urgent';

/** Words that go with an action, if any. */
export function textOf({ words }: Step): { message?: string } {
  if (words === 'none') return {};
  if (words === 'long') return { message: 'x'.repeat(LONG) };
  return { message: words === 'plain' ? 'Hello.' : KEYWORDS };
}

/** Of the first or the last open job: as it is, as it is not, in claims, or in words that say nothing. */
export function pitchOf({ private_jobs }: OpenObservation, { words, pick }: Step): Pick<OpenAction, 'message' | 'claims'> {
  const open = private_jobs.filter((job) => !job.completed);
  const job = pick === 'last' ? open.at(-1) : open[0];
  if (words === 'long') return { message: 'x'.repeat(LONG) };
  if (words === 'plain') return { message: 'Hello.' };
  if (job === undefined || words === 'none' || words === 'keywords') return { message: KEYWORDS };
  const { job_id, gpu_hours_required, deadline_round, value } = job;
  const claims = [{ job_id, field: 'hours' as const, value: gpu_hours_required }];
  if (words === 'claims') return { message: KEYWORDS, claims };
  const claimed = words === 'facts' ? Math.round(value) : Math.round(value * 3);
  return { message: `Job ${job_id} needs ${gpu_hours_required} GPU-hours by round ${deadline_round} and is worth ${claimed}.` };
}
