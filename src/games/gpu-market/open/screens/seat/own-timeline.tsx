'use client';
import { clsx } from 'clsx';
import { memo } from 'react';
import { naming } from '~/kit/lighting';
import { barDrag } from '../../../screens/bar-drag';
import { labStyle } from '../../../screens/lab-names';
import { blockLabel } from '../../../screens/labels';
import type { OwnBlock, WireJob } from '../../shared/observation';
import { isFree } from '../../shared/observed';
import { useDesk } from './desk-context';

/** Own blocks over the rounds, with deadlines of own open jobs above; a click, or a drag to a job, puts the block to work. */
export const OwnTimeline = memo(function OwnTimeline() {
  const { observation, seat } = useDesk();
  const { max_rounds: rounds, round_index: now } = observation;
  const blocks = observation.owned_blocks
    .filter((block) => block.hours_left > 0 || block.status === 'used')
    .toSorted((a, b) => a.start_round - b.start_round);
  const jobs = observation.private_jobs.filter((job) => !job.settled);
  const columns = { gridTemplateColumns: `repeat(${rounds}, minmax(1.25rem, 1fr))` };
  return (
    <section
      aria-label="Your blocks by round"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: where there is little room this box scrolls sideways
      tabIndex={0}
      data-scrolls
      className="overflow-x-auto rounded-md border bg-panel p-2"
      style={labStyle(seat)}
    >
      <div className="grid gap-y-0.5" style={columns}>
        {Array.from({ length: rounds }, (_, place) => place).map((round) => (
          <span
            key={round}
            className={clsx(
              'num row-start-1 border-line border-l pl-1 text-micro',
              round === now ? 'bg-accent-wash font-semibold text-accent' : 'text-ink-2',
            )}
            style={{ gridColumn: round + 1 }}
          >
            {round}
            <Flags jobs={jobs.filter((job) => job.deadline_round === round)} />
          </span>
        ))}
        {blocks.map((block, row) => (
          <Bar key={block.block_id} block={block} row={row + 2} />
        ))}
      </div>
    </section>
  );
});

/** Jobs due in a round. */
function Flags({ jobs }: { jobs: readonly WireJob[] }) {
  const { say } = useDesk();
  return jobs.map((job) => (
    <span
      key={job.job_id}
      title={`${say(job.job_id)} is due by the end of this round`}
      {...naming('job', job.job_id)}
      className={clsx('ml-0.5 max-[899px]:ml-0', job.hours_by_deadline >= job.gpu_hours_required ? 'text-green' : 'text-amber')}
    >
      <span aria-hidden>⚑</span>
      <span className="sr-only">{say(job.job_id)} is due</span>
    </span>
  ));
}

function Bar({ block, row }: { block: OwnBlock; row: number }) {
  const { observation, open, locked } = useDesk();
  const { block_id, start_round: start } = block;
  const rounds = observation.max_rounds;
  const last = Math.min(start + block.duration, rounds);
  const free = isFree(block);
  return (
    <button
      type="button"
      {...naming('block', block_id)}
      aria-label={`${blockLabel(block)}, ${block.status}${free ? ': put to work' : ''}`}
      disabled={!free || locked !== null}
      {...(free && locked === null && barDrag(block_id))}
      onClick={() => open({ kind: 'allocate', blockId: block_id })}
      className={clsx(
        'bar min-w-0 overflow-hidden rounded-sm text-left leading-4 max-[899px]:min-h-6 enabled:cursor-grab disabled:cursor-default',
        `bar-${block.status}`,
      )}
      style={{ gridRow: row, gridColumn: `${start + 1} / ${Math.max(start + 2, last + 1)}` }}
    >
      <span className="bar-label num">
        {block.gpu_count}×<span className={block.duration > 1 ? undefined : 'max-[899px]:hidden'}> GPU</span>
      </span>
    </button>
  );
}
