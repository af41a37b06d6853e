'use client';
import { memo } from 'react';
import { labStyle } from '~/games/gpu-market/screens/lab-names';
import { Tooltip } from '~/kit/tooltip';
import type { Brick, FloorPlan } from './floor-plan';
import { naming } from './lighting';

/** A job as its flag shows it. */
export interface FlagJob {
  job_id: string;
  lab_id: string;
  deadline_round: number;
  allocated_block_ids: readonly string[];
  /** `served`: enough blocks work for it; `lost`: nothing more can come of it. */
  state: 'open' | 'served' | 'done' | 'lost';
  text: string;
}

/** Where jobs are due, along the foot of their lab's row; only those that the viewer may know. */
export const JobFlags = memo(function JobFlags({ jobs, plan }: { jobs: readonly FlagJob[]; plan: FloorPlan<Brick> }) {
  return jobs.flatMap((job) => {
    const row = plan.rows.find((one) => one.labId === job.lab_id);
    if (!row) return [];
    const sharing = jobs.filter((other) => other.lab_id === job.lab_id && other.deadline_round === job.deadline_round);
    return (
      <Flag key={job.job_id} job={job} top={row.top + row.height} left={job.deadline_round / plan.columns} nth={sharing.indexOf(job)} />
    );
  });
});

interface FlagProps {
  job: FlagJob;
  top: number;
  /** 0 to 1. */
  left: number;
  nth: number;
}

const FILLS = { open: 'var(--panel)', served: 'color-mix(in oklch, var(--lab) 40%, var(--panel))', done: 'var(--lab)', lost: 'none' };

function Flag({ job, top, left, nth }: FlagProps) {
  const lost = job.state === 'lost';
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
        className="slides absolute top-0 h-3 w-3.5 before:absolute before:inset-x-0 before:-inset-y-1.5"
        style={{
          ...labStyle(job.lab_id),
          transform: `translateY(${top - 13}px)`,
          left: `calc(${Math.min(1, left) * 100}% - ${nth * 13 + 15}px)`,
        }}
      >
        <svg viewBox="0 0 14 12" aria-hidden className="size-full">
          <path d="M13 0v12" stroke="var(--lab)" strokeWidth="1.5" />
          <path
            d="M13 1 4 4.5 13 8Z"
            fill={FILLS[job.state]}
            stroke="var(--lab)"
            strokeWidth="1.2"
            strokeDasharray={lost ? '2 1.5' : undefined}
          />
        </svg>
      </button>
    </Tooltip>
  );
}
