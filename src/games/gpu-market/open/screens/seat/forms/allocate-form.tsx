'use client';
import { useState } from 'react';
import type { WireJob } from '../../../shared/observation';
import { blockOf, type JobOutlook } from '../../../shared/plans/appraise';
import { LATE_WORDS } from '../../../shared/types';
import { explain } from '../appraisal-words';
import { blockLine } from '../block-line';
import { useDesk } from '../desk-context';
import { cr, plural } from '../words';
import { Worth } from '../worth';
import { blockChoices, comingChoices, plannedNow, ticksWords, whyNoJob } from './choices';
import { FormFrame } from './form-frame';
import { PickList } from './pick-list';

interface Props {
  jobId?: string;
  blockId?: string;
  isPlanned?: boolean;
  onClose: () => void;
}

/** Allocates blocks to a job: shows the result for the job, and the cost for the rest of the plan. */
export function AllocateForm({ jobId, blockId, isPlanned = false, onClose }: Props) {
  const { observation, appraiser, spoken, coming, add, say } = useDesk();
  const open = observation.private_jobs.filter((job) => !job.settled);
  const [job, setJob] = useState(
    () => jobId ?? jobFor(appraiser.now().jobs, blockId) ?? open.find((one) => whyNoJob(observation, one, coming) === null)?.job_id ?? '',
  );
  const begunWith = (id: string) => {
    const planned = appraiser.now().jobs.find((one) => one.job_id === id)?.block_ids ?? [];
    return isPlanned && id === jobId ? planned.filter((block) => !spoken.has(block)) : plannedNow(observation, planned, spoken);
  };
  const begin = (id: string) => [...new Set([...(blockId === undefined || spoken.has(blockId) ? [] : [blockId]), ...begunWith(id)])];
  const [blocks, setBlocks] = useState<string[]>(() => begin(job));
  const market = { factor: observation.public_market.energy_factor };
  const own = blockChoices(observation, { kind: 'allocate', jobId: job }, spoken);
  const choices = [...own, ...comingChoices(observation, job, coming)];
  const chosen = blocks.filter((id) => choices.some((one) => one.id === id && one.why === null));
  const appraisal = chosen.length === 0 ? null : appraiser.allocation(job, chosen);
  const theJob = open.find((one) => one.job_id === job);
  return (
    <FormFrame
      onClose={onClose}
      wrong={theJob === undefined ? 'Choose a job.' : chosen.length === 0 ? 'Choose at least one block.' : null}
      onAdd={() => add({ action_type: 'allocate_to_job', job_id: job, block_ids: chosen })}
      preview={
        appraisal && theJob ? (
          <>
            <p className="text-small">{say(servedWords(appraisal.served, theJob))}</p>
            <Worth lead="Against your best plan" explained={explain(appraisal)} />
          </>
        ) : null
      }
    >
      <PickList
        legend="Job"
        single
        choices={open.map((one) => ({ id: one.job_id, why: whyNoJob(observation, one, coming) }))}
        chosen={[job]}
        onChosen={([id]) => {
          if (id === undefined) return;
          setJob(id);
          setBlocks(begin(id));
        }}
        facts={(id) => jobLine(open.find((one) => one.job_id === id))}
        empty="You have no open job."
      />
      <PickList
        legend="Blocks"
        hint={`${ticksWords(begunWith(job).filter((id) => choices.some((one) => one.id === id && one.why === null)).length, isPlanned && job === jobId)} Once you submit the turn, this cannot be undone.`}
        choices={choices}
        chosen={chosen}
        onChosen={setBlocks}
        facts={(id) => {
          const block = blockOf(observation, id);
          const line = block === undefined ? '' : blockLine(block, market);
          return coming.includes(id)
            ? `${line}; you get it in this turn. If somebody else gets it first, this whole action is refused`
            : line;
        }}
        empty="You own no blocks."
      />
    </FormFrame>
  );
}

function jobFor(jobs: readonly JobOutlook[], blockId: string | undefined): string | undefined {
  return blockId === undefined ? undefined : jobs.find((job) => job.block_ids.includes(blockId))?.job_id;
}

function jobLine(job: WireJob | undefined): string {
  if (job === undefined) return '';
  const missing = Math.max(0, job.gpu_hours_required - job.hours_by_deadline);
  if (missing === 0) return 'has all its GPU-hours.';
  return `needs ${plural(missing, 'more GPU-hour')} by the end of round ${job.deadline_round}.${lateWords(job)}`;
}

/** A job with partial credit is settled at its deadline, so it is never late. */
function lateWords(job: WireJob): string {
  return job.partial_credit_allowed ? '' : ` Completed after its deadline, it pays ${LATE_WORDS} of its value.`;
}

function servedWords({ end, hours, required, net }: JobOutlook, job: WireJob): string {
  const got =
    hours > required ? `${plural(hours, 'GPU-hour')} in time and needs ${required}` : `${hours} of ${plural(required, 'GPU-hour')} in time`;
  switch (end) {
    case 'in_time':
      return `${job.job_id} gets ${got}: it completes in time and leaves you ${cr(net)} after energy.`;
    case 'late':
      return `${job.job_id} gets ${got}: it completes late, for ${LATE_WORDS} of its value, and leaves you ${cr(net)} after energy.`;
    case 'part':
      return `${job.job_id} gets ${got}: it pays for that part and leaves you ${cr(net)} after energy.`;
    case 'none':
      return `${job.job_id} gets ${got}: that is not enough. It pays nothing unless more blocks follow.${lateWords(job)}`;
  }
}
