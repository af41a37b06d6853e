'use client';
import { memo } from 'react';
import type { Job } from '~/games/gpu-market/types';
import type { LabView } from '~/games/gpu-market/view';
import { formatMoney, formatNumber } from '../kit/format';
import { labName, labStyle } from '../kit/lab-hue';
import { Tooltip } from '../kit/tooltip';
import type { FloorPlan } from './floor-plan';
import { naming } from './lighting';

/** Where each lab's jobs are due, along the foot of its row; only shown to who may know. */
export const JobFlags = memo(function JobFlags({ labs, plan }: { labs: readonly LabView[]; plan: FloorPlan }) {
  return labs.flatMap((lab) => {
    const row = plan.rows.find((one) => one.labId === lab.lab_id);
    if (!row || !lab.jobs) return [];
    return lab.jobs.map((job) => {
      const sharing = lab.jobs?.filter((other) => other.deadline_round === job.deadline_round) ?? [];
      return (
        <Flag
          key={job.job_id}
          job={job}
          labId={lab.lab_id}
          top={row.top + row.height}
          left={job.deadline_round / plan.columns}
          nth={sharing.indexOf(job)}
        />
      );
    });
  });
});

interface FlagProps {
  job: Job;
  labId: string;
  top: number;
  /** 0 to 1. */
  left: number;
  nth: number;
}

function Flag({ job, labId, top, left, nth }: FlagProps) {
  const text = `${labName(labId)} must finish ${job.job_id} by round ${job.deadline_round}: ${job.gpu_hours_required} GPU-hours at reliability ${formatNumber(job.min_reliability)} or better, worth ${formatMoney(job.base_value * job.urgency_multiplier)}${job.completed ? '. Done.' : ''}`;
  return (
    <Tooltip content={text}>
      <button
        type="button"
        aria-label={text}
        {...naming(
          'job',
          job.job_id,
          job.allocated_block_ids.map((id) => `block:${id}`),
        )}
        className="slides absolute top-0 h-3 w-3.5"
        style={{
          ...labStyle(labId),
          transform: `translateY(${top - 13}px)`,
          left: `calc(${Math.min(1, left) * 100}% - ${nth * 13 + 15}px)`,
        }}
      >
        <svg viewBox="0 0 14 12" aria-hidden className="size-full">
          <path d="M13 0v12" stroke="var(--lab)" strokeWidth="1.5" />
          <path d="M13 1 4 4.5 13 8Z" fill={job.completed ? 'var(--lab)' : 'var(--panel)'} stroke="var(--lab)" strokeWidth="1.2" />
        </svg>
      </button>
    </Tooltip>
  );
}
