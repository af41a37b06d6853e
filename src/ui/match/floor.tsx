'use client';
import { useEffect, useMemo, useRef } from 'react';
import type { LabView, MarketView } from '~/games/gpu-market/view';
import type { SeatCard } from '~/live/protocol';
import { LabChip } from '../kit/lab-chip';
import { labStyle } from '../kit/lab-hue';
import { MarkGlyph } from '../replay/mark-glyph';
import { BlockBar } from './block-bar';
import { type FloorMeasures, type FloorPlan, floorHeight, NARROW, planFloor, type RowPlace, WIDE } from './floor-plan';
import { JobFlags } from './job-flags';
import { LabCard } from './lab-card';
import { naming } from './lighting';
import { OfferArcs } from './offer-arcs';

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
  const plan = useMemo(() => planFloor(view, height, measures), [view, height, measures]);
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
          <RoundHeads view={view} columns={plan.columns} height={height} />
          <div className="absolute inset-x-0" style={{ top: HEAD, height }}>
            {plan.rows.map((row) => (
              <RowBox key={row.labId} row={row} />
            ))}
            <JobFlags view={view} plan={plan} />
            <Bars plan={plan} view={view} />
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

function Bars({ plan, view }: { plan: FloorPlan; view: MarketView }) {
  const active = view.offers.filter((offer) => offer.status === 'active');
  return plan.bars.map((place) => {
    const id = place.block.block_id;
    const offers = active
      .filter((offer) => offer.offered_blocks.includes(id) || offer.requested_blocks.includes(id))
      .map((offer) => `offer:${offer.offer_id}`);
    return <BlockBar key={id} place={place} columns={plan.columns} offers={offers} />;
  });
}

function RowBox({ row, children }: { row: RowPlace; children?: React.ReactNode }) {
  return (
    <div className="row-line absolute inset-x-0 border-t" style={{ top: row.top, height: row.height }}>
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
    <div className="grid h-full place-items-center" style={labStyle(labId)} {...naming('lab', labId)}>
      <LabChip labId={labId} size="normal" />
    </div>
  );
}

/** The rounds along the top; the present one as a band through the floor, shocks as amber lines where they struck. */
function RoundHeads({ view, columns, height }: { view: MarketView; columns: number; height: number }) {
  const rounds = Array.from({ length: columns }, (_, round) => round);
  return rounds.map((round) => {
    const shocks = view.shocks.filter((shock) => shock.round_index === round);
    const here = round === view.round_index && !view.finished;
    return (
      <div
        key={round}
        className="absolute top-0"
        style={{ left: `${(round / columns) * 100}%`, width: `${100 / columns}%`, height: height + HEAD }}
      >
        <div className={here ? 'absolute inset-0 bg-accent-wash' : 'absolute inset-y-0 left-0 w-px bg-line'} />
        {shocks.length > 0 ? <div className="absolute inset-y-0 left-0 w-0.5 bg-amber-fill" /> : null}
        <div className="relative flex items-end gap-1 px-1.5 pb-1 text-micro" style={{ height: HEAD }}>
          <span className={here ? 'num font-semibold text-accent' : 'num text-ink-2'}>{round}</span>
          {shocks.map((shock) => (
            <span key={shock.kind} title={shock.text} className="mb-0.5">
              <MarkGlyph kind="shock" size={11} />
              <span className="sr-only">{shock.text}</span>
            </span>
          ))}
        </div>
      </div>
    );
  });
}
