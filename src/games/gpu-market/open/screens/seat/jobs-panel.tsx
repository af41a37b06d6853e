'use client';
import { clsx } from 'clsx';
import { memo, type ReactNode } from 'react';
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
import { usePutToWork } from './turn/put-to-work';
import { and, cr, plural } from './words';

/** Own jobs: needs, hours, pay, deadline, and their place in the seat's own best plan. */
export const JobsPanel = memo(function JobsPanel({ compact = false }: { compact?: boolean }) {
  const { observation, appraiser, say } = useDesk();
  const outlook = appraiser.now();
  const open = observation.private_jobs.filter((job) => !job.settled);
  const over = observation.private_jobs.filter((job) => job.settled);
  const { why, button } = usePutToWork();
  const isPlaying = open.length > 0 && !observation.done;
  return (
    <Section
      title="Your jobs"
      note={isPlaying ? say(why ?? '') : observation.done ? undefined : 'You have no open job. More may arrive.'}
      aside={isPlaying ? button : undefined}
    >
      <ul aria-label="Your jobs" className="space-y-2">
        {[...open, ...over].map((job) => (
          <Job key={job.job_id} {...{ job, compact }} outlook={outlook.jobs.find((one) => one.job_id === job.job_id)} />
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

interface JobProps {
  job: WireJob;
  outlook: JobOutlook | undefined;
  compact: boolean;
}

function Job({ job, outlook, compact }: JobProps) {
  const { observation, open, locked, coming, say } = useDesk();
  const { job_id } = job;
  const why = whyNoJob(observation, job, coming);
  const over = isOver(job, observation);
  const status = standingOf(job, observation);
  const { isOver: isDropped, ...drop } = useBlockDrop(over ? null : job_id);
  const choose = (
    <Button
      size="small"
      disabled={why !== null || locked !== null}
      onClick={() => open({ kind: 'allocate', jobId: job_id })}
      aria-label={`Choose blocks for ${say(job_id)}`}
    >
      Choose blocks
    </Button>
  );
  const badge = <Badge tone={status.tone}>{say(status.word)}</Badge>;
  return (
    <li
      {...drop}
      {...naming(
        'job',
        job_id,
        job.allocated_block_ids.map((id) => `block:${id}`),
      )}
      className={clsx(
        'rounded-md border text-small',
        compact ? 'p-2' : 'p-2.5',
        over ? 'bg-sunk text-ink-2' : 'bg-panel',
        isDropped && 'border-accent bg-accent-wash',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="num font-medium">Job {shortName(say(job_id))}</span>
        <span className="flex items-center gap-2">
          {compact && !over ? choose : badge}
          <span className="num font-semibold">{cr(over ? job.paid : job.value)}</span>
        </span>
      </div>
      {over ? null : (
        <>
          <Demand {...{ job, outlook, compact }} badge={status.word === 'open' ? null : badge} />
          <p className="mt-1">{say(planWords(job, outlook))}</p>
          {compact && why === null ? null : (
            <div className={clsx('flex flex-wrap items-center gap-2', compact || 'mt-2')}>
              {compact ? null : choose}
              {why === null ? null : <span className="text-ink-2">{say(why)}</span>}
            </div>
          )}
        </>
      )}
    </li>
  );
}

/** `A2 (92 cr)` without the pay, which is shown separately. */
function shortName(name: string): string {
  return name.replace(/ \(.*$/, '');
}

/** Its hours as a bar: delivered, assigned, and what the best plan would add; then what it asks for. */
function Demand({ job, outlook, compact, badge }: JobProps & { badge: ReactNode }) {
  const { gpu_hours_required: required, hours_by_deadline: sure, hours_delivered: done, min_reliability, deadline_round } = job;
  const missing = Math.max(0, required - sure);
  const shared = job.shares === null ? '' : ' Its pay is split with others.';
  const part = (hours: number) => ({ width: `${(100 * Math.max(0, Math.min(hours, required))) / required}%` });
  const bar = (
    <div aria-hidden className={clsx('flex overflow-hidden rounded-full bg-line', compact ? 'h-2' : 'h-1.5')}>
      <span className="bg-ink-2" style={part(done)} />
      <span className="bg-accent" style={part(Math.min(sure, required) - done)} />
      <span className="bg-accent opacity-35" style={part(Math.min(outlook?.hours ?? sure, required) - Math.min(sure, required))} />
    </div>
  );
  if (compact) {
    return (
      <div className="mt-1">
        {bar}
        <p className="mt-1 text-ink-2">
          <span className={clsx(missing > 0 && 'font-semibold text-ink')}>
            {sure} of {required} GPU-h
          </span>{' '}
          by round {deadline_round}, reliability {min_reliability}+{job.partial_credit_allowed ? ', pays in part' : ''}.{shared} {badge}
        </p>
      </div>
    );
  }
  return (
    <div className="mt-1.5">
      {bar}
      <p className="mt-1">
        Needs {plural(required, 'GPU-hour')}: {done} delivered, {Math.max(0, sure - done)} to come
        {missing > 0 ? <strong className="font-semibold">, {missing} missing</strong> : ''}
      </p>
      <p className="mt-1 text-ink-2">
        Reliability {min_reliability} or better, by the end of round {deadline_round}
        {job.partial_credit_allowed ? '; partial delivery pays part of it' : ''}.{shared}
      </p>
    </div>
  );
}

function planWords(job: WireJob, outlook: JobOutlook | undefined): string {
  if (job.hours_by_deadline >= job.gpu_hours_required) return 'It has all its hours.';
  const ids = and(outlook?.block_ids ?? []);
  if (outlook === undefined || ids === '') return 'Your best plan uses none of your blocks for it.';
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
