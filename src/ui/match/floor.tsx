'use client';
import { useEffect, useMemo, useRef } from 'react';
import type { LabView, MarketView } from '~/games/gpu-market/view';
import type { SeatCard } from '~/live/protocol';
import { LabChip } from '../kit/lab-chip';
import { labStyle } from '../kit/lab-hue';
import { BlockBar } from './block-bar';
import { type FloorMeasures, type FloorPlan, floorHeight, NARROW, planFloor, type RowPlace, WIDE } from './floor-plan';
import { JobFlags } from './job-flags';
import { LabCard } from './lab-card';
import { naming } from './lighting';
import { OfferArcs } from './offer-arcs';
import { RoundHeads } from './round-heads';

interface Props {
  view: MarketView;
  opening: MarketView;
  seats: readonly SeatCard[];
  narrow: boolean;
}

const HEAD = 26;

/** The market itself: labs down, rounds across, every block of GPU time as a bar, every standing offer as an arc. */
export function Floor({ view, opening, seats, narrow }: Props) {
  const measures: FloorMeasures = narrow ? NARROW : WIDE;
  const height = useMemo(() => floorHeight(opening, measures), [opening, measures]);
  const { labs, blocks, max_rounds } = view;
  const plan = useMemo(() => planFloor({ labs, blocks, max_rounds }, height, measures), [labs, blocks, max_rounds, height, measures]);
  const arcs = narrow ? 44 : 66;
  const box = useRef<HTMLElement>(null);
  useEffect(() => showRound(box.current, view.round_index / plan.columns), [view.round_index, plan.columns]);
  return (
    <section aria-label="Capacity by lab and round" className="relative flex min-w-0 border-y bg-panel">
      <div className={narrow ? 'w-9 shrink-0' : 'w-56 shrink-0'} style={{ height: height + HEAD }}>
        <div className="flex items-end px-2 pb-1 text-ink-2 text-micro" style={{ height: HEAD }}>
          {narrow ? '' : 'lab'}
        </div>
        <div className="relative" style={{ height }}>
          {plan.rows.map((row) => (
            <RowBox key={row.labId} row={row}>
              {narrow ? <NarrowLab labId={row.labId} /> : <CardOf labs={view.labs} seats={seats} labId={row.labId} />}
            </RowBox>
          ))}
        </div>
      </div>
      <div className="shrink-0 border-l" style={{ width: arcs }}>
        <div className="flex items-end px-1 pb-1 text-ink-2 text-micro" style={{ height: HEAD }}>
          offers
        </div>
        <OfferArcs rows={plan.rows} offers={view.offers} width={arcs} height={height} />
      </div>
      <section
        ref={box}
        aria-label="Blocks"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: where there is little room this box scrolls sideways
        tabIndex={0}
        data-scrolls
        className="min-w-0 flex-1 overflow-x-auto border-l"
      >
        <div className="relative" style={{ minWidth: plan.columns * 46, height: height + HEAD }}>
          <RoundHeads
            shocks={view.shocks}
            here={view.finished ? null : view.round_index}
            columns={plan.columns}
            height={height + HEAD}
            head={HEAD}
          />
          <div className="absolute inset-x-0" style={{ top: HEAD, height }}>
            {plan.rows.map((row) => (
              <RowBox key={row.labId} row={row} />
            ))}
            <JobFlags labs={labs} plan={plan} />
            <Bars plan={plan} offers={view.offers} />
          </div>
        </div>
      </section>
    </section>
  );
}

/** Where the floor is wider than its box, the present round comes into view. */
function showRound(box: HTMLElement | null, share: number): void {
  if (!box || box.scrollWidth <= box.clientWidth) return;
  box.scrollTo({ left: share * box.scrollWidth - box.clientWidth / 3, behavior: 'smooth' });
}

function Bars({ plan, offers }: { plan: FloorPlan; offers: MarketView['offers'] }) {
  const active = offers.filter((offer) => offer.status === 'active');
  return plan.bars.map((place) => {
    const id = place.block.block_id;
    const naming = active.filter((offer) => offer.offered_blocks.includes(id) || offer.requested_blocks.includes(id));
    return <BlockBar key={id} place={place} columns={plan.columns} offers={naming.map((offer) => `offer:${offer.offer_id}`).join(' ')} />;
  });
}

function RowBox({ row, children }: { row: RowPlace; children?: React.ReactNode }) {
  return (
    <div className="slides absolute inset-x-0 top-0 border-t" style={{ transform: `translateY(${row.top}px)` }}>
      {children}
    </div>
  );
}

function CardOf({ labs, seats, labId }: { labs: readonly LabView[]; seats: readonly SeatCard[]; labId: string }) {
  const lab = labs.find((one) => one.lab_id === labId);
  return lab ? <LabCard lab={lab} seat={seats.find((seat) => seat.seat === labId)} /> : null;
}

function NarrowLab({ labId }: { labId: string }) {
  return (
    <div className="grid place-items-center pt-1.5" style={labStyle(labId)} {...naming('lab', labId)}>
      <LabChip labId={labId} size="normal" />
    </div>
  );
}
