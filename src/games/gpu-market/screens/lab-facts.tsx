import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatNumber } from '~/kit/format';
import { Private } from '~/kit/number';
import { labStyle } from './lab-names';

/** A lab's reputation as a bar, followed by its figure. */
export function ReputationBar({ lab, figure }: { lab: { lab_id: string; reputation: number }; figure: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5 text-micro">
      <span className="text-ink-2">reputation</span>
      <span aria-hidden className="relative h-1.5 flex-1 rounded-full bg-line" style={labStyle(lab.lab_id)}>
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-(--lab) transition-[width] duration-200"
          style={{ width: `${lab.reputation * 100}%` }}
        />
      </span>
      {figure}
    </div>
  );
}

/** To three decimals; the full value on hover. */
export function Reputation({ value, className }: { value: number; className?: string }) {
  return (
    <span className={clsx('num', className)} title={String(value)}>
      {formatNumber(Math.round(value * 1000) / 1000)}
    </span>
  );
}

/** A lab's budget and demand, one line each. */
export function BudgetAndDemand({ budget, demand }: { budget: ReactNode; demand: ReactNode }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-1.5 text-micro">
      <dt className="text-ink-2">budget</dt>
      <dd className="truncate text-right">{budget}</dd>
      <dt className="text-ink-2">demand</dt>
      <dd className="truncate text-right">{demand}</dd>
    </dl>
  );
}

/** How many of its jobs are done, for viewers who may see that. */
export function JobsDone({ jobs }: { jobs: readonly { completed: boolean }[] | null }) {
  if (jobs === null) return <Private what="Its jobs" />;
  const done = jobs.filter((job) => job.completed).length;
  return (
    <span className="num">
      {done} of {jobs.length} jobs done
    </span>
  );
}

/** The card of one lab; nothing if there is no such lab. */
export function LabSeat<Lab extends { lab_id: string }>({
  labs,
  seat,
  card,
}: {
  labs: readonly Lab[];
  seat: string;
  card: (lab: Lab) => ReactNode;
}) {
  const lab = labs.find((one) => one.lab_id === seat);
  return lab ? card(lab) : null;
}
