'use client';
import { clsx } from 'clsx';
import { memo } from 'react';
import { naming } from '~/kit/lighting';
import { Tooltip } from '~/kit/tooltip';
import type { Demand, DemandPlace } from './floor-plan';
import { labStyle } from './lab-names';

/** A job as its bar shows it. */
export interface BarJob extends Demand {
  lab_id: string;
  allocated_block_ids: readonly string[];
  /** `served`: enough blocks work for it; `lost`: it can no longer be completed. */
  state: 'open' | 'served' | 'done' | 'lost';
  /** The share of its GPU-hours that it has or will have in time, from 0 to 1. */
  filled: number;
  /** `A2 (92 cr)` */
  label: string;
  text: string;
}

interface Props {
  jobs: readonly BarJob[];
  demands: readonly DemandPlace[];
  columns: number;
}

/** In pixels; a lower bar shows its name only on hover, on focus and in the inspector. */
const LOWEST_WITH_TEXT = 9;

/** Demand: each job that the viewer may see, from its arrival to its deadline, filled as far as its hours are scheduled. */
export const JobBars = memo(function JobBars({ jobs, demands, columns }: Props) {
  const byId = new Map(jobs.map((job) => [job.job_id, job]));
  return demands.map((place) => {
    const job = byId.get(place.jobId);
    return job ? <JobBar key={job.job_id} job={job} place={place} columns={columns} /> : null;
  });
});

function JobBar({ job, place: { top, height }, columns }: { job: BarJob; place: DemandPlace; columns: number }) {
  const { arrival_round: from, deadline_round: due, state } = job;
  return (
    <Tooltip content={job.text}>
      <button
        type="button"
        aria-label={job.text}
        {...naming(
          'job',
          job.job_id,
          job.allocated_block_ids.map((id) => `block:${id}`),
        )}
        className={clsx('job-bar slides absolute top-0 overflow-clip text-left', `job-${state}`)}
        style={{
          ...labStyle(job.lab_id),
          transform: `translateY(${top}px)`,
          height,
          left: `calc(${(from / columns) * 100}% + 1px)`,
          width: `calc(${((Math.min(due + 1, columns) - from) / columns) * 100}% - 3px)`,
        }}
      >
        {state === 'done' ? null : (
          <span aria-hidden className="job-fill absolute inset-y-0 left-0" style={{ width: `${Math.min(1, job.filled) * 100}%` }} />
        )}
        {height >= LOWEST_WITH_TEXT ? (
          <span
            className={clsx('num sticky left-0 block w-fit whitespace-nowrap px-1', state === 'lost' && 'line-through')}
            style={{ lineHeight: `${height - 2}px` }}
          >
            {job.label}
          </span>
        ) : null}
      </button>
    </Tooltip>
  );
}
