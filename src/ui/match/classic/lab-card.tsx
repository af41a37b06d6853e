'use client';
import { memo } from 'react';
import { CLASSIC_LABS } from '~/games/gpu-market/screens/lab-names';
import type { LabView } from '~/games/gpu-market/view';
import { Money, Private } from '~/kit/number';
import { SeatChip } from '~/kit/seat-chip';
import type { SeatCard } from '~/live/protocol';
import { playerOf } from '~/store/match-words';
import { PlayerName } from '../../players/player-name';
import { BudgetAndDemand, JobsDone, Reputation, ReputationBar } from '../lab-facts';
import { naming } from '../lighting';

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
      aria-label={CLASSIC_LABS.nameOf(lab.lab_id)}
      {...naming('lab', lab.lab_id)}
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
    const player = playerOf(seat);
    return (
      <span className="truncate text-micro text-ink-2" title={`Played by ${player}`}>
        <PlayerName name={player} />
      </span>
    );
  }
  return <span className="truncate text-micro text-ink-2">{lab.archetype ? lab.archetype.replaceAll('_', ' ') : 'house lab'}</span>;
}
