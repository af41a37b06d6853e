'use client';
import { clsx } from 'clsx';
import { memo } from 'react';
import { Badge } from '~/kit/badge';
import { Button } from '~/kit/button';
import { naming } from '~/kit/lighting';
import { Section } from '~/kit/panel';
import type { JointJob, WireJob } from '../../shared/observation';
import type { JobOutlook } from '../../shared/plans/appraise';
import { LATE_WORDS } from '../../shared/types';
import { useDesk } from './desk-context';
import { whyNoJob } from './forms/choices';
import { isOver, standingOf } from './job-standing';
import { useBlockDrop } from './turn/dragging';
import { and, cr, plural } from './words';

/** Own jobs: needs, hours, pay, deadline, and their place in the seat's own best plan. */
export const JobsPanel = memo(function JobsPanel() {
  const { observation, appraiser, say } = useDesk();
  const outlook = appraiser.now();
  const open = observation.private_jobs.filter((job) => !job.settled);
  const over = observation.private_jobs.filter((job) => job.settled);
  return (
    <Section title="Your jobs" note={open.length === 0 && !observation.done ? 'You have no open job. More may arrive.' : undefined}>
      <ul aria-label="Your jobs" className="space-y-2">
        {[...open, ...over].map((job) => (
          <Job key={job.job_id} job={job} outlook={outlook.jobs.find((one) => one.job_id === job.job_id)} />
        ))}
      </ul>
      {observation.joint_jobs.length > 0 ? (
        <>
          <h3 className="mt-4 font-medium text-small">Your shares of others’ jobs</h3>
          <ul aria-label="Your shares of others’ jobs" className="mt-1 space-y-1 text-small">
            {observation.joint_jobs.map((job) => (
              <li key={job.job_id}>{say(jointLine(job))}</li>
            ))}
          </ul>
        </>
      ) : null}
    </Section>
  );
});

function Job({ job, outlook }: { job: WireJob; outlook: JobOutlook | undefined }) {
  const { observation, open, locked, coming, say } = useDesk();
  const { job_id } = job;
  const why = whyNoJob(observation, job, coming);
  const over = isOver(job, observation);
  const status = standingOf(job, observation);
  const { isOver: isDropped, ...drop } = useBlockDrop(over ? null : job_id);
  return (
    <li
      {...drop}
      {...naming(
        'job',
        job_id,
        job.allocated_block_ids.map((id) => `block:${id}`),
      )}
      className={clsx(
        'rounded-md border p-2.5 text-small',
        over ? 'bg-sunk text-ink-2' : 'bg-panel',
        isDropped && 'border-accent bg-accent-wash',
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <span className="num font-medium">Job {shortName(say(job_id))}</span>
        <span className="flex items-center gap-2">
          <Badge tone={status.tone}>{say(status.word)}</Badge>
          <span className="num font-semibold">{cr(over ? job.paid : job.value)}</span>
        </span>
      </div>
      {over ? null : (
        <>
          <Hours job={job} />
          <p className="mt-1 text-ink-2">
            Reliability {job.min_reliability} or better, by the end of round {job.deadline_round}
            {job.partial_credit_allowed ? '; partial delivery pays part of it' : ''}.
            {job.shares === null ? '' : ' Its pay is split with others.'}
          </p>
          <p className="mt-1">{say(planWords(job, outlook))}</p>
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <Button
              size="small"
              disabled={why !== null || locked !== null}
              onClick={() => open({ kind: 'allocate', jobId: job_id })}
              aria-label={`Put blocks to work for ${say(job_id)}`}
            >
              Put blocks to work
            </Button>
            {why === null ? null : <span className="text-ink-2">{say(why)}</span>}
          </div>
        </>
      )}
    </li>
  );
}

/** `A2 (92 cr)` without the pay, which is shown separately. */
function shortName(name: string): string {
  return name.replace(/ \(.*$/, '');
}

function Hours({ job }: { job: WireJob }) {
  const { gpu_hours_required: required, hours_by_deadline: sure, hours_delivered: done } = job;
  const missing = Math.max(0, required - sure);
  return (
    <div className="mt-1.5">
      <div aria-hidden className="flex h-1.5 overflow-hidden rounded-full bg-line">
        <span className="bg-ink-2" style={{ width: `${(100 * Math.min(done, required)) / required}%` }} />
        <span className="bg-accent" style={{ width: `${(100 * Math.max(0, Math.min(sure, required) - done)) / required}%` }} />
      </div>
      <p className="mt-1">
        Needs {plural(required, 'GPU-hour')}: {done} delivered, {Math.max(0, sure - done)} to come
        {missing > 0 ? <strong className="font-semibold">, {missing} missing</strong> : ''}
      </p>
    </div>
  );
}

function planWords(job: WireJob, outlook: JobOutlook | undefined): string {
  if (job.hours_by_deadline >= job.gpu_hours_required) return 'It has all its hours.';
  const ids = and(outlook?.block_ids ?? []);
  if (outlook === undefined || ids === '') return 'Your best plan puts none of your blocks to work for it.';
  const many = outlook.block_ids.length > 1;
  switch (outlook.end) {
    case 'in_time':
      return `Your best plan: ${ids} ${many ? 'complete' : 'completes'} it in time.`;
    case 'late':
      return `Your best plan: ${ids} ${many ? 'complete' : 'completes'} it late, for ${LATE_WORDS} of its value.`;
    default:
      return `Your best plan: ${ids} ${many ? 'bring' : 'brings'} it to ${outlook.hours} of ${outlook.required} hours.`;
  }
}

function jointLine(job: JointJob): string {
  const part = `${Math.round(job.share * 1000) / 10}% of ${job.job_id}`;
  const due =
    job.hours_by_deadline >= job.gpu_hours_required ? 'on track' : `${job.hours_by_deadline} of ${job.gpu_hours_required} hours assigned`;
  return `${part}: ${cr(job.share * Math.max(0, job.value - job.energy))} when it pays; ${due}, by round ${job.deadline_round}.`;
}
