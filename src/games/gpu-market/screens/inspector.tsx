import type { ReactNode } from 'react';
import { playerWords } from '~/contract/player';
import type { InspectorProps, SeatNaming } from '~/contract/screens';
import { type Fact, Facts } from '~/kit/facts';
import { formatNumber } from '~/kit/format';
import { SeatChip } from '~/kit/seat-chip';
import { recordAt } from './board-record';
import {
  blockLabel,
  jobLabel,
  type LabelledBlock,
  type LabelledJob,
  type LabelledOffer,
  type LabelledView,
  offerLabel,
  roundsWords,
} from './labels';
import { ThingButton, ThingList } from './thing-button';

interface InspectedBlock extends LabelledBlock {
  owner_lab_id: string;
  status: string;
  allocated_to_job_id: string | null;
  reliability: number;
}

interface InspectedOffer extends LabelledOffer {
  from_lab_id: string;
  to_lab_id: string | null;
  round_created: number;
  expires_round: number;
  status: string;
  message: string | null;
}

interface InspectedView extends Omit<LabelledView, 'labs'> {
  labs: readonly { lab_id: string; jobs: readonly (LabelledJob & { completed: boolean })[] | null; reputation: number }[];
  blocks: readonly InspectedBlock[];
  offers: readonly InspectedOffer[];
}

/** What is specific to one ruleset; the rest is the same for both. */
interface Own<View extends InspectedView> {
  naming: SeatNaming;
  /** After its hours: `, 2 left`. */
  leftOf?(block: View['blocks'][number]): string;
  statusOf(block: View['blocks'][number]): string;
  energyOf(view: View, block: View['blocks'][number]): string;
  block?(view: View, block: View['blocks'][number]): readonly Fact[];
  /** Between the owner and the blocks; null: the viewer may not see it. */
  job(view: View, id: string): { labId: string; blockIds: readonly string[]; facts: readonly Fact[] } | null;
  offer?(view: View, offer: View['offers'][number]): readonly Fact[];
  coalition(view: View, id: string): readonly Fact[] | null;
  /** Who plays a lab that is not a seat. */
  playerOf?(lab: View['labs'][number]): string;
  /** After the player. */
  lab(view: View, lab: View['labs'][number]): readonly Fact[];
  /** After its blocks. */
  labMore?(view: View, lab: View['labs'][number]): readonly Fact[];
  /** Whether a block is listed with its lab. */
  blocksOf?(block: View['blocks'][number]): boolean;
  blocksTitle: string;
  /** An owner that is not a lab. */
  nobody?(id: string): readonly Fact[] | null;
}

/** Everything that the viewer may see of a block, job, lab, offer or coalition at the instant shown. */
export function inspectorOf<View extends InspectedView>(own: Own<View>): (props: InspectorProps<View>) => ReactNode {
  return function MarketInspector(props) {
    const facts = factsOf(own, props);
    if (facts === null) return <p className="text-ink-2">Not on the board at this moment.</p>;
    const id = (
      <span key="id" className="code">
        {props.thing.id}
      </span>
    );
    return <Facts facts={[...facts, ['id', id]]} />;
  };
}

function factsOf<View extends InspectedView>(own: Own<View>, props: InspectorProps<View>): readonly Fact[] | null {
  const { view, thing } = props;
  switch (thing.kind) {
    case 'block':
      return blockFacts(own, props);
    case 'job': {
      const job = own.job(view, thing.id);
      return job && [['lab', <LabName key="lab" id={job.labId} />], ...job.facts, ['blocks', blocksNamed(view, job.blockIds)]];
    }
    case 'offer':
      return offerFacts(own, props);
    case 'coalition':
      return own.coalition(view, thing.id);
    case 'lab':
    case 'seat':
      return labFacts(own, props);
    default:
      return null;
  }
}

function blockFacts<View extends InspectedView>(own: Own<View>, { view, thing: { id }, frames, at }: InspectorProps<View>): Fact[] | null {
  const block = view.blocks.find((one) => one.block_id === id);
  if (!block) return null;
  const hours = block.gpu_count * block.duration;
  const job = block.allocated_to_job_id;
  const seller = recordAt(frames, at).sellers.get(id);
  return [
    ['owner', <LabName key="owner" id={block.owner_lab_id} />],
    ...(seller === undefined ? [] : [['bought from', <LabName key="seller" id={seller} />] as const]),
    ['works in', roundsWords(block)],
    [
      'size',
      `${block.gpu_count} GPU × ${block.duration} h = ${hours} ${hours === 1 ? 'GPU-hour' : 'GPU-hours'}${own.leftOf?.(block) ?? ''}`,
    ],
    ['status', own.statusOf(block)],
    ...(job === null ? [] : [['works for', <Job key="job" view={view} id={job} naming={own.naming} />] as const]),
    ['reliability', formatNumber(block.reliability)],
    ['energy', own.energyOf(view, block)],
    ...(own.block?.(view, block) ?? []),
    ['in offers', offersNamed(view, (one) => [...one.offered_blocks, ...one.requested_blocks].includes(id))],
  ];
}

function offerFacts<View extends InspectedView>(own: Own<View>, { view, thing }: InspectorProps<View>): Fact[] | null {
  const offer = view.offers.find((one) => one.offer_id === thing.id);
  if (!offer) return null;
  const side = (blocks: readonly string[], payment: number) =>
    offerLabel(view, { ...offer, offered_blocks: blocks, payment, requested_blocks: [], requested_payment: 0 });
  return [
    ['from', <LabName key="from" id={offer.from_lab_id} />],
    ['to', offer.to_lab_id === null ? 'everybody' : <LabName key="to" id={offer.to_lab_id} />],
    ['gives', side(offer.offered_blocks, offer.payment)],
    ['wants', side(offer.requested_blocks, offer.requested_payment ?? 0)],
    ['status', offer.status],
    ['stands', `from round ${offer.round_created} to ${offer.expires_round}`],
    ...(offer.message ? [['says', `“${offer.message}”`] as const] : []),
    ...(own.offer?.(view, offer) ?? []),
    ['blocks', blocksNamed(view, [...offer.offered_blocks, ...offer.requested_blocks])],
  ];
}

function labFacts<View extends InspectedView>(own: Own<View>, { view, thing: { id }, card }: InspectorProps<View>): readonly Fact[] | null {
  const lab: View['labs'][number] | undefined = view.labs.find((one) => one.lab_id === id);
  if (!lab) return own.nobody?.(id) ?? null;
  const seat = card.seats.find((one) => one.seat === id);
  const player = seat === undefined ? own.playerOf?.(lab) : seat.kind === 'open' ? 'nobody yet' : playerWords(seat);
  const blocks = view.blocks.filter((one) => one.owner_lab_id === id && (own.blocksOf?.(one) ?? true));
  const jobs = lab.jobs?.map(({ job_id, completed }) => ({
    id: job_id,
    label: `${jobLabel(view, job_id, own.naming)}${completed ? ', done' : ''}`,
  }));
  return [
    ['played by', player ?? 'nobody yet'],
    ...own.lab(view, lab),
    ['reputation', formatNumber(Math.round(lab.reputation * 1000) / 1000)],
    ['jobs', jobs === undefined ? 'private' : <ThingList key="jobs" kind="job" things={jobs} />],
    [
      own.blocksTitle,
      blocksNamed(
        view,
        blocks.map((one) => one.block_id),
      ),
    ],
    ['offers', offersNamed(view, (one) => one.from_lab_id === id || one.to_lab_id === id)],
    ...(own.labMore?.(view, lab) ?? []),
  ];
}

export function LabName({ id }: { id: string }) {
  return (
    <ThingButton kind="seat" id={id}>
      <SeatChip seat={id} named />
    </ThingButton>
  );
}

function Job({ view, id, naming }: { view: InspectedView; id: string; naming: SeatNaming }) {
  return (
    <ThingButton kind="job" id={id}>
      {jobLabel(view, id, naming) ?? id}
    </ThingButton>
  );
}

function blocksNamed(view: InspectedView, ids: readonly string[]): ReactNode {
  const things = ids
    .flatMap((id) => view.blocks.filter((one) => one.block_id === id))
    .map((one) => ({ id: one.block_id, label: blockLabel(one) }));
  return <ThingList key="blocks" kind="block" things={things} />;
}

/** The standing offers that match. */
function offersNamed(view: InspectedView, isMeant: (offer: InspectedOffer) => boolean): ReactNode {
  const things = view.offers
    .filter((one) => one.status === 'active' && isMeant(one))
    .map((one) => ({ id: one.offer_id, label: offerLabel(view, one) }));
  return <ThingList key="offers" kind="offer" things={things} />;
}
