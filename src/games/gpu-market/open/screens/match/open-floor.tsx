'use client';
import { memo, useMemo } from 'react';
import type { ShownPlayer } from '~/contract/player';
import type { ShownFrame, Thing } from '~/contract/shown';
import { formatMoney, formatNumber } from '~/kit/format';
import { naming } from '~/kit/lighting';
import { SeatChip } from '~/kit/seat-chip';
import { SeatNames } from '~/kit/seat-names';
import { offersTitle } from '../../../screens/arc-plan';
import { type BoardRecord, recordAt } from '../../../screens/board-record';
import { CoalitionBands } from '../../../screens/coalition-bands';
import { FloorFrame, usePointed } from '../../../screens/floor-frame';
import { type FloorMeasures, type FloorPlan, floorHeight, type Holdings, planFloor, type RowPlace } from '../../../screens/floor-plan';
import { type BarJob, JobBars } from '../../../screens/job-bars';
import { OPEN_LABS } from '../../../screens/lab-names';
import { jobLabel } from '../../../screens/labels';
import { StandingOffers } from '../../../screens/standing-offers';
import type { WireJob, WireOffer } from '../../shared/observation';
import type { ToldOpenEvent } from '../../shared/told/told';
import type { OpenBlockView, OpenLabView, OpenMarketView } from '../../shared/told/view';
import { CoalitionRails } from './coalition-rails';
import { offerSentence } from './offer-words';
import { OpenBlock } from './open-block';
import { OpenLabCard } from './open-lab-card';

export interface OpenFloorProps {
  /** As the viewer may see it: everything, a seat's view, or the public part. */
  view: OpenMarketView;
  /** The first view, which determines the board's height. Default: the current one. */
  opening?: OpenMarketView;
  seats: readonly ShownPlayer[];
  narrow: boolean;
  /** The record up to the shown instant. */
  frames: readonly ShownFrame[];
  at: number;
  /** The thing selected in the inspector. */
  selected?: Thing | null;
  /** Recent events: payouts and joint plans are animated. */
  recent?: readonly ToldOpenEvent[];
}

const NOTHING: readonly ToldOpenEvent[] = [];
const OPERATOR = 'operator';

/**
 * The open market: labs and the operator from top to bottom, rounds from left to right, blocks as bars, offers as arcs, coalitions as
 * rails.
 */
export function OpenFloor({ view, opening = view, seats, narrow, frames, at, selected = null, recent = NOTHING }: OpenFloorProps) {
  const many = view.labs.length > FEW_LABS;
  const measures = measuresFor(view.labs.length, narrow);
  const height = useMemo(() => floorHeight(holdingsOf(opening), measures) + measures.unit * SPARE_GPUS, [opening, measures]);
  const { labs, blocks, max_rounds } = view;
  const plan = useMemo(
    () => planFloor(holdingsOf({ labs, blocks, max_rounds }), height, measures),
    [labs, blocks, max_rounds, height, measures],
  );
  const jobs = useMemo(() => jobsOf(view), [view]);
  const standing = useMemo(() => view.coalitions.filter(({ status }) => status !== 'ended'), [view.coalitions]);
  const record = useMemo(() => recordAt(frames, at, standing), [frames, at, standing]);
  const { thing, onPoint } = usePointed(selected);
  const [arcs, rails] = narrow ? [40, 30] : [76, 60];
  const lab = (labId: string) =>
    labId === OPERATOR ? <OperatorCard /> : <CardOf labs={labs} seats={seats} labId={labId} compact={many} />;
  return (
    <SeatNames naming={OPEN_LABS}>
      <FloorFrame
        plan={plan}
        narrow={narrow}
        onPoint={onPoint}
        lab={lab}
        sides={[
          {
            title: narrow ? 'joint' : 'coalitions',
            width: rails,
            content: <CoalitionRails rows={plan.rows} coalitions={view.coalitions} recent={recent} width={rails} height={height} />,
          },
          {
            title: offersTitle(view.offers, narrow),
            width: arcs,
            content: <OpenOffers rows={plan.rows} offers={view.offers} width={arcs} height={height} thing={thing} />,
          },
        ]}
        clock={view}
      >
        <CoalitionBands stays={record.stays} plan={plan} round={view.round_index} naming={OPEN_LABS} />
        <JobBars jobs={jobs} demands={plan.demands} columns={plan.columns} />
        <Bars plan={plan} offers={view.offers} energyFactor={view.energy_factor} record={record} />
      </FloorFrame>
    </SeatNames>
  );
}

const FEW_LABS = 6;
/** Reserve for holdings that concentrate and blocks that arrive later, before GPUs are drawn smaller. */
const SPARE_GPUS = 8;
/** Layouts by number of labs: up to six, a card in each row; up to sixteen, and beyond, two lines. */
const ROOMY: FloorMeasures = { unit: 14, minRow: 84, pad: 5, foot: 5, lane: 13 };
const CLOSE: FloorMeasures = { unit: 9, minRow: 52, pad: 4, foot: 4, lane: 8 };
const CLOSEST: FloorMeasures = { unit: 7, minRow: 44, pad: 3, foot: 3, lane: 7 };
const NARROW_ROWS: FloorMeasures = { unit: 12, minRow: 56, pad: 4, foot: 4, lane: 13 };
const NARROW_CLOSE: FloorMeasures = { unit: 8, minRow: 40, pad: 3, foot: 3, lane: 7 };

export function measuresFor(labs: number, narrow: boolean): FloorMeasures {
  if (narrow) return labs <= FEW_LABS ? NARROW_ROWS : NARROW_CLOSE;
  return labs <= FEW_LABS ? ROOMY : labs <= 16 ? CLOSE : CLOSEST;
}

/** The labs and, below them, the operator with its spare blocks. */
function holdingsOf(view: Pick<OpenMarketView, 'labs' | 'blocks' | 'max_rounds'>): Holdings<OpenBlockView> {
  return { labs: [...view.labs, { lab_id: OPERATOR, least: 44 }], blocks: view.blocks, max_rounds: view.max_rounds };
}

interface BarsProps {
  plan: FloorPlan<OpenBlockView>;
  offers: readonly WireOffer[];
  energyFactor: number;
  record: BoardRecord;
}

/** These can no longer be sold, even if an offer is still open. */
const GONE = ['used', 'failed', 'spent'];

function Bars({ plan, offers, energyFactor, record }: BarsProps) {
  const active = offers.filter((offer) => offer.status === 'active');
  return plan.bars.map((place) => {
    const id = place.block.block_id;
    const named = active.filter((offer) => offer.offered_blocks.includes(id) || offer.requested_blocks.includes(id));
    const isGone = GONE.includes(place.block.status);
    const asks = isGone
      ? []
      : named.filter((offer) => offer.to_lab_id === null && offer.offered_blocks.length === 1 && offer.payment === 0);
    return (
      <OpenBlock
        key={id}
        place={place}
        columns={plan.columns}
        offers={named.map((offer) => `offer:${offer.offer_id}`).join(' ')}
        seller={record.sellers.get(id) ?? null}
        price={asks.length === 0 ? null : Math.min(...asks.map((offer) => offer.requested_payment))}
        energyFactor={energyFactor}
      />
    );
  });
}

interface CardProps {
  labs: readonly OpenLabView[];
  seats: readonly ShownPlayer[];
  labId: string;
  compact: boolean;
}

function CardOf({ labs, seats, labId, compact }: CardProps) {
  const lab = labs.find((one) => one.lab_id === labId);
  return lab ? <OpenLabCard lab={lab} seat={seats.find((seat) => seat.seat === labId)} compact={compact} /> : null;
}

function OperatorCard() {
  return (
    <section aria-label="The operator" className="px-2 py-1 text-micro" {...naming('seat', OPERATOR)}>
      <SeatChip seat={OPERATOR} named className="text-small" />
      <p className="text-ink-2">spare blocks, sold or won</p>
    </section>
  );
}

/** Jobs that have arrived, of labs whose jobs the viewer may see. */
function jobsOf(view: OpenMarketView): BarJob[] {
  return view.labs.flatMap((lab) =>
    (lab.jobs ?? []).map((job) => {
      const label = jobLabel(view, job.job_id, OPEN_LABS) ?? job.job_id;
      return {
        job_id: job.job_id,
        lab_id: lab.lab_id,
        arrival_round: job.arrival_round,
        deadline_round: job.deadline_round,
        allocated_block_ids: job.allocated_block_ids,
        state: stateOf(job, view.round_index),
        filled: job.hours_by_deadline / Math.max(1, job.gpu_hours_required),
        label,
        text: jobWords(job, label),
      };
    }),
  );
}

function stateOf(job: WireJob, round: number): BarJob['state'] {
  if (job.completed) return 'done';
  if (job.settled) return job.paid > 0 ? 'done' : 'lost';
  if (job.hours_by_deadline >= job.gpu_hours_required) return 'served';
  return round > job.deadline_round ? 'lost' : 'open';
}

function jobWords(job: WireJob, label: string): string {
  const hours = `${formatNumber(job.hours_by_deadline)} of ${formatNumber(job.gpu_hours_required)} ${job.gpu_hours_required === 1 ? 'GPU-hour' : 'GPU-hours'}`;
  const head = `Job ${label} of ${OPEN_LABS.nameOf(job.lab_id)}`;
  if (job.settled) return `${head}: ${job.completed ? 'completed' : 'ended'} with ${hours}, paid ${formatMoney(job.paid)}${sharesOf(job)}`;
  const partial = job.partial_credit_allowed ? ', pays part of it for partial delivery' : '';
  return `${head}: due in round ${job.deadline_round}, ${hours} assigned at reliability ${formatNumber(job.min_reliability)} or better${partial}${sharesOf(job)}`;
}

function sharesOf(job: WireJob): string {
  if (job.shares === null) return '';
  return `; shared: ${job.shares.map((one) => `${OPEN_LABS.nameOf(one.lab_id)} ${Math.round(one.share * 1000) / 10}%`).join(', ')}`;
}

interface OffersProps {
  rows: readonly RowPlace[];
  offers: readonly WireOffer[];
  width: number;
  height: number;
  thing: Thing | null;
}

/** Open offers, to one lab or to everyone. */
const OpenOffers = memo(function OpenOffers(props: OffersProps) {
  return <StandingOffers {...props} sentenceOf={offerSentence} />;
});
