'use client';
import { memo } from 'react';
import type { LabView } from '~/games/gpu-market/view';
import type { SeatCard } from '~/live/protocol';
import { formatNumber } from '../kit/format';
import { LabChip } from '../kit/lab-chip';
import { labName, labStyle } from '../kit/lab-hue';
import { Money, Private } from '../kit/number';
import { naming } from './lighting';

interface Props {
  lab: LabView;
  seat: SeatCard | undefined;
}

/** Who a lab is: what the others know of it, and what only an open match shows. */
export const LabCard = memo(function LabCard({ lab, seat }: Props) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: focusing a lab lights it up everywhere, as hovering does
      tabIndex={0}
      aria-label={labName(lab.lab_id)}
      {...naming('lab', lab.lab_id)}
      className="flex min-w-0 flex-col gap-px px-2 py-1.5"
    >
      <div className="flex items-center justify-between gap-2">
        <LabChip labId={lab.lab_id} named className="text-small" />
        <Player lab={lab} seat={seat} />
      </div>
      <Reputation lab={lab} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-1.5 text-micro">
        <dt className="text-ink-2">budget</dt>
        <dd className="truncate text-right">
          {lab.budget_band}, {lab.budget === null ? <Private what="The budget" /> : <Money value={lab.budget} />}
        </dd>
        <dt className="text-ink-2">demand</dt>
        <dd className="truncate text-right">
          {lab.demand_band}, <Jobs lab={lab} />
        </dd>
      </dl>
    </section>
  );
});

function Player({ lab, seat }: Props) {
  if (seat) {
    return (
      <span className="code truncate text-micro text-ink-2" title={`Played by ${seat.policy}`}>
        {seat.policy}
      </span>
    );
  }
  return <span className="truncate text-micro text-ink-2">{lab.archetype ? lab.archetype.replaceAll('_', ' ') : 'house lab'}</span>;
}

function Reputation({ lab }: { lab: LabView }) {
  return (
    <div className="flex items-center gap-1.5 text-micro">
      <span className="text-ink-2">reputation</span>
      <span aria-hidden className="relative h-1.5 flex-1 rounded-full bg-line" style={labStyle(lab.lab_id)}>
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-(--lab) transition-[width] duration-200"
          style={{ width: `${lab.reputation * 100}%` }}
        />
      </span>
      <span className="num w-8 text-right" title={String(lab.reputation)}>
        {formatNumber(Math.round(lab.reputation * 1000) / 1000)}
      </span>
    </div>
  );
}

function Jobs({ lab }: { lab: LabView }) {
  if (lab.jobs === null) return <Private what="Its jobs" />;
  const done = lab.jobs.filter((job) => job.completed).length;
  return (
    <span className="num">
      {done} of {lab.jobs.length} jobs done
    </span>
  );
}
