'use client';
import { useMemo } from 'react';
import type { WireJob, WireOffer } from '~/games/gpu-market/open/observation';
import type { ToldOpenEvent } from '~/games/gpu-market/open/told';
import type { OpenBlockView, OpenLabView, OpenMarketView } from '~/games/gpu-market/open/view';
import { OPEN_LABS } from '~/games/gpu-market/screens/lab-names';
import { formatMoney, formatNumber } from '~/kit/format';
import { SeatChip } from '~/kit/seat-chip';
import { SeatNames } from '~/kit/seat-names';
import type { SeatCard } from '~/live/protocol';
import { FloorFrame } from '../floor-frame';
import { type FloorMeasures, type FloorPlan, floorHeight, type Holdings, planFloor } from '../floor-plan';
import { type FlagJob, JobFlags } from '../job-flags';
import { naming } from '../lighting';
import { CoalitionRails } from './coalition-rails';
import { OpenBlock } from './open-block';
import { OpenLabCard } from './open-lab-card';
import { OpenOffers } from './open-offers';

export interface OpenFloorProps {
  /** As whoever looks may see it: everything, a seat's own, or the public part. */
  view: OpenMarketView;
  /** The first view, which fixes the floor's height; without it the present one does. */
  opening?: OpenMarketView;
  seats: readonly SeatCard[];
  narrow: boolean;
  /** What has just happened: payouts run, joint plans show their shares. */
  recent?: readonly ToldOpenEvent[];
}

const NOTHING: readonly ToldOpenEvent[] = [];
const OPERATOR = 'operator';

/** The open market: labs and the operator down, rounds across, blocks as bars, offers as arcs, coalitions as rails. Knows no sockets. */
export function OpenFloor({ view, opening = view, seats, narrow, recent = NOTHING }: OpenFloorProps) {
  const many = view.labs.length > FEW_LABS;
  const measures = measuresFor(view.labs.length, narrow);
  const height = useMemo(() => floorHeight(holdingsOf(opening), measures) + measures.unit * SPARE_GPUS, [opening, measures]);
  const { labs, blocks, max_rounds } = view;
  const plan = useMemo(
    () => planFloor(holdingsOf({ labs, blocks, max_rounds }), height, measures),
    [labs, blocks, max_rounds, height, measures],
  );
  const flags = useMemo(() => flagsOf(labs, view.round_index), [labs, view.round_index]);
  const [arcs, rails] = narrow ? [40, 30] : [66, 60];
  const lab = (labId: string) =>
    labId === OPERATOR ? <OperatorCard /> : <CardOf labs={labs} seats={seats} labId={labId} compact={many} />;
  return (
    <SeatNames naming={OPEN_LABS}>
      <FloorFrame
        plan={plan}
        narrow={narrow}
        lab={lab}
        sides={[
          {
            title: narrow ? 'joint' : 'coalitions',
            width: rails,
            content: <CoalitionRails rows={plan.rows} coalitions={view.coalitions} recent={recent} width={rails} height={height} />,
          },
          { title: 'offers', width: arcs, content: <OpenOffers rows={plan.rows} offers={view.offers} width={arcs} height={height} /> },
        ]}
        clock={view}
      >
        <JobFlags jobs={flags} plan={plan} />
        <Bars plan={plan} offers={view.offers} energyFactor={view.energy_factor} />
      </FloorFrame>
    </SeatNames>
  );
}

const FEW_LABS = 6;
/** Room for holdings that gather in few hands and for blocks that come later, before a GPU gets fewer pixels. */
const SPARE_GPUS = 8;
/** Up to six labs a card stands in each row; to sixteen, and beyond, two lines. */
const ROOMY: FloorMeasures = { unit: 14, minRow: 84, pad: 5, foot: 15 };
const CLOSE: FloorMeasures = { unit: 9, minRow: 52, pad: 4, foot: 14 };
const CLOSEST: FloorMeasures = { unit: 7, minRow: 44, pad: 3, foot: 13 };
const NARROW_ROWS: FloorMeasures = { unit: 12, minRow: 56, pad: 4, foot: 15 };
const NARROW_CLOSE: FloorMeasures = { unit: 8, minRow: 40, pad: 3, foot: 13 };

export function measuresFor(labs: number, narrow: boolean): FloorMeasures {
  if (narrow) return labs <= FEW_LABS ? NARROW_ROWS : NARROW_CLOSE;
  return labs <= FEW_LABS ? ROOMY : labs <= 16 ? CLOSE : CLOSEST;
}

/** The labs and, below them, the operator, whose spare blocks lie there until somebody has them. */
function holdingsOf(view: Pick<OpenMarketView, 'labs' | 'blocks' | 'max_rounds'>): Holdings<OpenBlockView> {
  return { labs: [...view.labs, { lab_id: OPERATOR, least: 44 }], blocks: view.blocks, max_rounds: view.max_rounds };
}

interface BarsProps {
  plan: FloorPlan<OpenBlockView>;
  offers: readonly WireOffer[];
  energyFactor: number;
}

/** Nobody can sell these any more, whatever an offer says that is still open. */
const GONE = ['used', 'failed', 'spent'];

function Bars({ plan, offers, energyFactor }: BarsProps) {
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
        price={asks.length === 0 ? null : Math.min(...asks.map((offer) => offer.requested_payment))}
        energyFactor={energyFactor}
      />
    );
  });
}

interface CardProps {
  labs: readonly OpenLabView[];
  seats: readonly SeatCard[];
  labId: string;
  compact: boolean;
}

function CardOf({ labs, seats, labId, compact }: CardProps) {
  const lab = labs.find((one) => one.lab_id === labId);
  return lab ? <OpenLabCard lab={lab} seat={seats.find((seat) => seat.seat === labId)} compact={compact} /> : null;
}

function OperatorCard() {
  return (
    <section aria-label="The operator" className="px-2 py-1 text-micro" {...naming('lab', OPERATOR)}>
      <SeatChip seat={OPERATOR} named className="text-small" />
      <p className="text-ink-2">spare blocks, sold or won</p>
    </section>
  );
}

/** Jobs that have arrived; those of labs whose jobs the viewer may know. */
function flagsOf(labs: readonly OpenLabView[], round: number): FlagJob[] {
  return labs.flatMap((lab) =>
    (lab.jobs ?? []).map((job) => ({
      job_id: job.job_id,
      lab_id: lab.lab_id,
      deadline_round: job.deadline_round,
      allocated_block_ids: job.allocated_block_ids,
      state: stateOf(job, round),
      text: jobWords(job),
    })),
  );
}

function stateOf(job: WireJob, round: number): FlagJob['state'] {
  if (job.completed) return 'done';
  if (job.settled) return job.paid > 0 ? 'done' : 'lost';
  if (job.hours_by_deadline >= job.gpu_hours_required) return 'served';
  return round > job.deadline_round ? 'lost' : 'open';
}

function jobWords(job: WireJob): string {
  const hours = `${formatNumber(job.hours_by_deadline)} of ${formatNumber(job.gpu_hours_required)} ${job.gpu_hours_required === 1 ? 'GPU-hour' : 'GPU-hours'}`;
  const head = `${OPEN_LABS.nameOf(job.lab_id)}, ${job.job_id}`;
  if (job.settled) return `${head}: ${job.completed ? 'completed' : 'ended'} with ${hours}, paid ${formatMoney(job.paid)}${sharesOf(job)}`;
  const partial = job.partial_credit_allowed ? ', part of it for a part' : '';
  return `${head}: due in round ${job.deadline_round}, ${hours} in sight at reliability ${formatNumber(job.min_reliability)} or better, worth ${formatMoney(job.value)}${partial}${sharesOf(job)}`;
}

function sharesOf(job: WireJob): string {
  if (job.shares === null) return '';
  return `; shared: ${job.shares.map((one) => `${OPEN_LABS.nameOf(one.lab_id)} ${Math.round(one.share * 1000) / 10}%`).join(', ')}`;
}
