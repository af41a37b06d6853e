'use client';
import { useMemo } from 'react';
import { CLASSIC_LABS } from '~/games/gpu-market/screens/lab-names';
import type { LabView, MarketView } from '~/games/gpu-market/view';
import { formatMoney, formatNumber } from '~/kit/format';
import type { SeatCard } from '~/live/protocol';
import { FloorFrame } from '../floor-frame';
import { type FloorMeasures, type FloorPlan, floorHeight, NARROW, planFloor, WIDE } from '../floor-plan';
import { type FlagJob, JobFlags } from '../job-flags';
import { BlockBar } from './block-bar';
import { LabCard } from './lab-card';
import { OfferArcs } from './offer-arcs';

interface Props {
  view: MarketView;
  opening: MarketView;
  seats: readonly SeatCard[];
  narrow: boolean;
}

/** The market itself: labs down, rounds across, every block of GPU time as a bar, every standing offer as an arc. */
export function Floor({ view, opening, seats, narrow }: Props) {
  const measures: FloorMeasures = narrow ? NARROW : WIDE;
  const height = useMemo(() => floorHeight(opening, measures), [opening, measures]);
  const { labs, blocks, max_rounds } = view;
  const plan = useMemo(() => planFloor({ labs, blocks, max_rounds }, height, measures), [labs, blocks, max_rounds, height, measures]);
  const flags = useMemo(() => flagsOf(labs), [labs]);
  const arcs = narrow ? 44 : 66;
  const content = <OfferArcs rows={plan.rows} offers={view.offers} width={arcs} height={height} />;
  return (
    <FloorFrame
      plan={plan}
      narrow={narrow}
      lab={(labId) => <CardOf labs={labs} seats={seats} labId={labId} />}
      sides={[{ title: 'offers', width: arcs, content }]}
      clock={view}
    >
      <JobFlags jobs={flags} plan={plan} />
      <Bars plan={plan} offers={view.offers} />
    </FloorFrame>
  );
}

function Bars({ plan, offers }: { plan: FloorPlan<MarketView['blocks'][number]>; offers: MarketView['offers'] }) {
  const active = offers.filter((offer) => offer.status === 'active');
  return plan.bars.map((place) => {
    const id = place.block.block_id;
    const naming = active.filter((offer) => offer.offered_blocks.includes(id) || offer.requested_blocks.includes(id));
    return <BlockBar key={id} place={place} columns={plan.columns} offers={naming.map((offer) => `offer:${offer.offer_id}`).join(' ')} />;
  });
}

function CardOf({ labs, seats, labId }: { labs: readonly LabView[]; seats: readonly SeatCard[]; labId: string }) {
  const lab = labs.find((one) => one.lab_id === labId);
  return lab ? <LabCard lab={lab} seat={seats.find((seat) => seat.seat === labId)} /> : null;
}

function flagsOf(labs: readonly LabView[]): FlagJob[] {
  return labs.flatMap((lab) =>
    (lab.jobs ?? []).map((job) => ({
      job_id: job.job_id,
      lab_id: lab.lab_id,
      deadline_round: job.deadline_round,
      allocated_block_ids: job.allocated_block_ids,
      state: job.completed ? 'done' : 'open',
      text: `${CLASSIC_LABS.nameOf(lab.lab_id)} must finish ${job.job_id} by round ${job.deadline_round}: ${job.gpu_hours_required} ${job.gpu_hours_required === 1 ? 'GPU-hour' : 'GPU-hours'} at reliability ${formatNumber(job.min_reliability)} or better, worth ${formatMoney(job.base_value * job.urgency_multiplier)}${job.completed ? '. Done.' : ''}`,
    })),
  );
}
