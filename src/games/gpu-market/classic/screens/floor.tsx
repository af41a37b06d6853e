'use client';

import { memo, useMemo } from 'react';
import type { BoardProps } from '~/contract/screens';
import type { Thing } from '~/contract/shown';
import { formatMoney, formatNumber } from '~/kit/format';
import { offersTitle } from '../../screens/arc-plan';
import { Bar, BarName, type BarProps, boughtFrom, sellerFacts, staysPut } from '../../screens/bar';
import { type BoardRecord, recordAt } from '../../screens/board-record';
import { CoalitionBands } from '../../screens/coalition-bands';
import { FloorFrame, usePointed } from '../../screens/floor-frame';
import {
  type FloorMeasures,
  type FloorPlan,
  floorHeight,
  type Holdings,
  NARROW,
  planFloor,
  type RowPlace,
  WIDE,
} from '../../screens/floor-plan';
import { type BarJob, JobBars } from '../../screens/job-bars';
import { JobSign, KeyOfSigns, OfferSign, SoldAndJoined } from '../../screens/key-of-signs';
import { CLASSIC_LABS } from '../../screens/lab-names';
import { blockLabel, jobLabel, roundsWords } from '../../screens/labels';
import { StandingOffers } from '../../screens/standing-offers';
import type { Block, Offer } from '../../types';
import type { LabView, MarketView } from '../../view';
import { LabCard } from './lab-card';

/** The market: labs from top to bottom, rounds from left to right, blocks of GPU time as bars, open offers as arcs. */
export function Floor({ view, opening, frames, at, card: { seats }, narrow, selected = null }: BoardProps<MarketView>) {
  const measures: FloorMeasures = narrow ? NARROW : WIDE;
  const record = useMemo(() => recordAt(frames, at), [frames, at]);
  const height = useMemo(() => floorHeight(holdingsOf(opening, NOTHING), measures), [opening, measures]);
  const jobs = useMemo(() => jobsOf(view, record), [view, record]);
  const plan = useMemo(() => planFloor(holdingsOf(view, record), height, measures), [view, record, height, measures]);
  const { thing, onPoint } = usePointed(selected);
  const arcs = narrow ? 44 : 76;
  const content = <OfferArcs rows={plan.rows} offers={view.offers} width={arcs} height={height} thing={thing} />;
  return (
    <FloorFrame
      plan={plan}
      narrow={narrow}
      onPoint={onPoint}
      lab={(labId) => <CardOf labs={view.labs} seats={seats} labId={labId} />}
      sides={[{ title: offersTitle(view.offers, narrow), width: arcs, content }]}
      clock={view}
    >
      <CoalitionBands stays={record.stays} plan={plan} round={view.round_index} naming={CLASSIC_LABS} />
      <JobBars jobs={jobs} demands={plan.demands} columns={plan.columns} />
      <Bars plan={plan} offers={view.offers} record={record} />
    </FloorFrame>
  );
}

interface BarsProps {
  plan: FloorPlan<MarketView['blocks'][number]>;
  offers: MarketView['offers'];
  record: BoardRecord;
}

function Bars({ plan, offers, record }: BarsProps) {
  const active = offers.filter((offer) => offer.status === 'active');
  return plan.bars.map((place) => {
    const id = place.block.block_id;
    const naming = active.filter((offer) => offer.offered_blocks.includes(id) || offer.requested_blocks.includes(id));
    return (
      <BlockBar
        key={id}
        place={place}
        columns={plan.columns}
        offers={naming.map((offer) => `offer:${offer.offer_id}`).join(' ')}
        seller={record.sellers.get(id) ?? null}
      />
    );
  });
}

function CardOf({ labs, seats, labId }: { labs: readonly LabView[]; seats: BoardProps<MarketView>['card']['seats']; labId: string }) {
  const lab = labs.find((one) => one.lab_id === labId);
  return lab ? <LabCard lab={lab} seat={seats.find((seat) => seat.seat === labId)} /> : null;
}

const NOTHING: BoardRecord = { sellers: new Map(), arrivals: new Map(), stays: [] };

export function holdingsOf({ labs, blocks, max_rounds }: MarketView, { arrivals }: BoardRecord): Holdings<MarketView['blocks'][number]> {
  return {
    labs: labs.map(({ lab_id, jobs }) => ({
      lab_id,
      jobs: jobs?.map(({ job_id, deadline_round }) => ({ job_id, deadline_round, arrival_round: arrivals.get(job_id) ?? 0 })) ?? null,
    })),
    blocks,
    max_rounds,
  };
}

function jobsOf(view: MarketView, { arrivals }: BoardRecord): BarJob[] {
  const hours = new Map(view.blocks.map((block) => [block.block_id, block.gpu_count * block.duration]));
  return view.labs.flatMap((lab) =>
    (lab.jobs ?? []).map((job) => {
      const has = job.allocated_block_ids.reduce((sum, id) => sum + (hours.get(id) ?? 0), 0);
      const label = jobLabel(view, job.job_id, CLASSIC_LABS) ?? job.job_id;
      return {
        job_id: job.job_id,
        lab_id: lab.lab_id,
        arrival_round: arrivals.get(job.job_id) ?? 0,
        deadline_round: job.deadline_round,
        allocated_block_ids: job.allocated_block_ids,
        state: job.completed ? 'done' : 'open',
        filled: job.gpu_hours_required === 0 ? 1 : has / job.gpu_hours_required,
        label,
        text: `Job ${label}: ${CLASSIC_LABS.nameOf(lab.lab_id)} needs ${formatNumber(job.gpu_hours_required)} ${job.gpu_hours_required === 1 ? 'GPU-hour' : 'GPU-hours'} at reliability ${formatNumber(job.min_reliability)} or better by round ${job.deadline_round}, has ${formatNumber(has)}${job.completed ? '. Done' : ''}`,
      };
    }),
  );
}

interface ArcsProps {
  rows: readonly RowPlace[];
  offers: readonly Offer[];
  width: number;
  height: number;
  thing: Thing | null;
}

/** Open offers, each to one lab. */
const OfferArcs = memo(function OfferArcs(props: ArcsProps) {
  return <StandingOffers {...props} sentenceOf={offerSentence} />;
});

function offerSentence(offer: Offer): string {
  const gives = [...offer.offered_blocks, ...(offer.payment > 0 ? [formatMoney(offer.payment)] : [])];
  const wants = offer.requested_blocks;
  return `${CLASSIC_LABS.nameOf(offer.from_lab_id)} offers ${CLASSIC_LABS.nameOf(offer.to_lab_id)} ${list(gives) || 'nothing'} for ${list(wants) || 'nothing'}`;
}

function list(things: readonly string[]): string {
  if (things.length < 2) return things.join('');
  return `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;
}

const FILLS = [
  ['available', 'available'],
  ['reserved', 'reserved'],
  ['committed', 'committed to a coalition'],
  ['used', 'used'],
  ['failed', 'failed'],
] as const;

/** A legend of fills and signs, in one line. */
export function FloorKey() {
  return (
    <KeyOfSigns fills={FILLS}>
      <li>a block: its height is GPUs, its length is rounds, its area is GPU-hours</li>
      <SoldAndJoined />
      <JobSign>a job, up to its deadline: shaded by the hours it has, solid when done</JobSign>
      <OfferSign>an offer, from maker to recipient: the three newest, or those of the lab you point at</OfferSign>
    </KeyOfSigns>
  );
}

/** A block: its id and, if there is room, its GPU-hours. */
const BlockBar = memo(function BlockBar({ place, columns, offers, seller }: BarProps<Block>) {
  const { block, height } = place;
  return (
    <Bar
      place={place}
      columns={columns}
      seller={seller}
      sentence={`${blockSentence(block)}${boughtFrom(seller, CLASSIC_LABS)}`}
      lights={offers ? offers.split(' ') : []}
      facts={() => [...factsOf(block), ...sellerFacts(seller, CLASSIC_LABS)]}
    >
      <BarName block={block} />
      {height >= 40 ? <span className="bar-label block">{block.gpu_count * block.duration} GPU-h</span> : null}
    </Bar>
  );
}, staysPut);

function factsOf(block: Block): (readonly [string, string])[] {
  return [
    ['owner', CLASSIC_LABS.nameOf(block.owner_lab_id)],
    ['when', roundsWords(block)],
    [
      'size',
      `${block.gpu_count} GPU × ${block.duration} h = ${block.gpu_count * block.duration} ${block.gpu_count * block.duration === 1 ? 'GPU-hour' : 'GPU-hours'}`,
    ],
    ['reliability', formatNumber(block.reliability)],
    ['energy', `${formatNumber(block.energy_cost)} cr`],
    ['status', statusWords(block)],
  ];
}

function statusWords(block: Block): string {
  if (block.status === 'used' && block.allocated_to_job_id) return `used for ${block.allocated_to_job_id}`;
  if (block.status === 'reserved' && block.reserved_by) return `reserved by ${block.reserved_by}`;
  return block.status;
}

function blockSentence(block: Block): string {
  return `${blockLabel(block)}. Block ${block.block_id} of ${CLASSIC_LABS.nameOf(block.owner_lab_id)}, ${block.gpu_count} GPU in ${roundsWords(block)}, ${statusWords(block)}`;
}
