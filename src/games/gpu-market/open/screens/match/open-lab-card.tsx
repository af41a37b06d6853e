'use client';
import { memo } from 'react';
import type { ShownPlayer } from '~/contract/player';
import { playerWords } from '~/contract/player';
import { formatNumber } from '~/kit/format';
import { Check } from '~/kit/icons';
import { Delta, Money, Private } from '~/kit/number';
import { SeatChip } from '~/kit/seat-chip';
import { BudgetAndDemand, JobsDone, Reputation, ReputationBar } from '../../../screens/lab-facts';
import { OPEN_LABS } from '../../../screens/lab-names';
import type { OpenLabView } from '../../shared/told/view';

interface Props {
  lab: OpenLabView;
  seat: ShownPlayer | undefined;
  /** Two lines instead of four, for many labs. */
  compact?: boolean;
}

/** A lab, highlighted with its coalitions: its public data, and what only its own seat or an open match shows. */
export const OpenLabCard = memo(function OpenLabCard({ lab, seat, compact = false }: Props) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: focusing a lab lights it up everywhere, as hovering does
      tabIndex={0}
      aria-label={OPEN_LABS.nameOf(lab.lab_id)}
      data-is={[`seat:${lab.lab_id}`, ...lab.coalition_ids.map((id) => `coalition:${id}`)].join(' ')}
      data-lights={`seat:${lab.lab_id}`}
      className={compact ? 'flex min-w-0 flex-col px-2 py-0.5' : 'flex min-w-0 flex-col gap-px px-2 py-1.5'}
    >
      <div className="flex items-center justify-between gap-2">
        <SeatChip seat={lab.lab_id} named className="text-small" />
        <Player lab={lab} seat={seat} />
      </div>
      {compact ? <Line lab={lab} /> : <Lines lab={lab} />}
    </section>
  );
});

function Player({ lab, seat }: Pick<Props, 'lab' | 'seat'>) {
  return (
    <span className="flex min-w-0 items-center gap-1 text-ink-2 text-micro">
      {lab.submitted ? (
        <span title="Turn submitted" className="text-ink">
          <Check size={12} aria-hidden />
          <span className="sr-only">turn submitted</span>
        </span>
      ) : null}
      <span className="truncate" title={seat ? `Played by ${playerWords(seat)}` : undefined}>
        {seat ? playerWords(seat) : ''}
        {lab.finished ? ' (finished)' : ''}
      </span>
    </span>
  );
}

function Lines({ lab }: { lab: OpenLabView }) {
  return (
    <>
      <ReputationBar lab={lab} figure={<Reputation value={lab.reputation} />} />
      <BudgetAndDemand
        budget={
          lab.budget === null ? (
            <>
              {lab.public_budget_band}, <Private what="The budget" />
            </>
          ) : (
            <Budget lab={lab} budget={lab.budget} />
          )
        }
        demand={
          <>
            {lab.public_demand}, <JobsDone jobs={lab.jobs} />
          </>
        }
      />
    </>
  );
}

function Line({ lab }: { lab: OpenLabView }) {
  return (
    <p className="flex min-w-0 justify-between gap-2 truncate text-micro">
      <span>
        <span className="text-ink-2">rep.</span> <Reputation value={lab.reputation} />
      </span>
      {lab.budget === null ? (
        <span className="truncate">
          <span className="text-ink-2">budget</span> {lab.public_budget_band} <span className="text-ink-2">demand</span> {lab.public_demand}
        </span>
      ) : (
        <span className="truncate">
          <Budget lab={lab} budget={lab.budget} />
        </span>
      )}
    </p>
  );
}

/** Its money, bonds and deposits, and its profit. */
function Budget({ lab, budget }: { lab: OpenLabView; budget: number }) {
  return (
    <>
      <Money value={budget} />
      {lab.escrow ? (
        <span className="num text-ink-2" title="held in bonds and deposits">
          {' '}
          +{formatNumber(lab.escrow)} held
        </span>
      ) : null}{' '}
      <span title="profit so far">
        (<Delta value={lab.profit ?? 0} tone="value" />)
      </span>
    </>
  );
}
