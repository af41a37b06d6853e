'use client';
import { memo } from 'react';
import type { ShownPlayer } from '~/contract/player';
import { playerWords, policyWords } from '~/contract/player';
import { naming } from '~/kit/lighting';
import { Money, Private } from '~/kit/number';
import { SeatChip } from '~/kit/seat-chip';
import { BudgetAndDemand, JobsDone, Reputation, ReputationBar } from '../../screens/lab-facts';
import { CLASSIC_LABS } from '../../screens/lab-names';
import type { LabView } from '../../view';

interface Props {
  lab: LabView;
  seat: ShownPlayer | undefined;
}

/** A lab: its public data, and what only an open match shows. */
export const LabCard = memo(function LabCard({ lab, seat }: Props) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: focusing a lab lights it up everywhere, as hovering does
      tabIndex={0}
      aria-label={CLASSIC_LABS.nameOf(lab.lab_id)}
      {...naming('seat', lab.lab_id)}
      className="flex min-w-0 flex-col gap-px px-2 py-1.5"
    >
      <div className="flex items-center justify-between gap-2">
        <SeatChip seat={lab.lab_id} named className="text-small" />
        <Player lab={lab} seat={seat} />
      </div>
      <ReputationBar lab={lab} figure={<Reputation value={lab.reputation} className="w-8 text-right" />} />
      <BudgetAndDemand
        budget={
          <>
            {lab.budget_band}, {lab.budget === null ? <Private what="The budget" /> : <Money value={lab.budget} />}
          </>
        }
        demand={
          <>
            {lab.demand_band}, <JobsDone jobs={lab.jobs} />
          </>
        }
      />
    </section>
  );
});

function Player({ lab, seat }: Props) {
  if (seat) {
    const player = playerWords(seat);
    return (
      <span className="truncate text-micro text-ink-2" title={`Played by ${player}`}>
        {player}
      </span>
    );
  }
  return <span className="truncate text-micro text-ink-2">{lab.archetype ? policyWords(lab.archetype) : 'house lab'}</span>;
}
