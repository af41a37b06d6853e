/**
 * Names of the market's things for people: `2× GPU r7–8` on the board, `2× GPU (rounds 7 and 8)` in sentences. The same for both rulesets.
 */
import type { SeatNaming } from '~/contract/screens';
import { formatMoney } from '~/kit/format';

export interface LabelledBlock {
  block_id: string;
  start_round: number;
  duration: number;
  gpu_count: number;
}

export interface LabelledJob {
  job_id: string;
  base_value: number;
  urgency_multiplier: number;
}

export interface LabelledOffer {
  offer_id: string;
  offered_blocks: readonly string[];
  requested_blocks: readonly string[];
  payment: number;
  requested_payment?: number;
}

export interface LabelledView {
  labs: readonly { lab_id: string; jobs: readonly LabelledJob[] | null }[];
  blocks: readonly LabelledBlock[];
  offers: readonly LabelledOffer[];
  coalitions: readonly { coalition_id: string; members: readonly string[]; founder?: string; invited?: readonly string[] | null }[];
}

/** The rounds in which a block works: `r7`, `r7–8`. */
export function roundsLabel({ start_round: start, duration }: Pick<LabelledBlock, 'start_round' | 'duration'>): string {
  return duration === 1 ? `r${start}` : `r${start}–${start + duration - 1}`;
}

export function blockLabel(block: LabelledBlock): string {
  return `${block.gpu_count}× GPU ${roundsLabel(block)}`;
}

/** In words: `round 7`, `rounds 7 and 8`, `rounds 7 to 9`. */
export function roundsWords({ start_round: start, duration }: Pick<LabelledBlock, 'start_round' | 'duration'>): string {
  if (duration === 1) return `round ${start}`;
  return `rounds ${start} ${duration === 2 ? 'and' : 'to'} ${start + duration - 1}`;
}

/** Its lab's letter and its number: `A2`, with its value in whole credits: `A2 (92 cr)`. */
export function jobLabel(view: Pick<LabelledView, 'labs'>, jobId: string, { letterOf }: SeatNaming): string | null {
  for (const { lab_id, jobs } of view.labs) {
    const job = jobs?.find((one) => one.job_id === jobId);
    if (job) return `${letterOf(lab_id)}${numberOf(jobId)} (${formatMoney(job.base_value * job.urgency_multiplier)})`;
  }
  return null;
}

/** From its id, because its place in the list changes as jobs arrive: `j_4_3` → `4`, `j_4_surge_5` → ` surge r5`. */
function numberOf(jobId: string): string {
  const own = jobId.replace(/^j_\d+_/, '');
  const [, number, rest = ''] = /^(\d+)(.*)$/.exec(own) ?? [];
  if (number !== undefined) return `${Number(number) + 1}${rest.replaceAll('_', '')}`;
  return ` ${own.replace(/_(\d)/, ' r$1').replaceAll('_', ' ')}`;
}

/** What it offers for what: `2× GPU r7–8 for 4 cr`. */
export function offerLabel(view: Pick<LabelledView, 'blocks'>, offer: LabelledOffer): string {
  const { gives, wants } = sidesOf(view, offer, blockLabel);
  return wants === '' ? gives : `${gives} for ${wants}`;
}

/** The same for sentences: `2× GPU, rounds 7 and 8, for 4 cr`. */
function offerWords(view: Pick<LabelledView, 'blocks'>, offer: LabelledOffer): string {
  const { gives, wants } = sidesOf(view, offer, (block) => `${block.gpu_count}× GPU, ${roundsWords(block)}`);
  return wants === '' ? gives : `${gives}, for ${wants}`;
}

/** Two offers with the same words are numbered, so that a menu or a button names one of them. */
function amongAlike(view: Pick<LabelledView, 'blocks' | 'offers'>, offer: LabelledOffer): string {
  const words = offerWords(view, offer);
  const alike = view.offers.filter((one) => offerWords(view, one) === words);
  return alike.length < 2 ? '' : `; ${alike.indexOf(offer) + 1} of ${alike.length} alike`;
}

function sidesOf({ blocks }: Pick<LabelledView, 'blocks'>, offer: LabelledOffer, called: (block: LabelledBlock) => string) {
  const known = new Map(blocks.map((block) => [block.block_id, called(block)]));
  const side = (ids: readonly string[], cr: number) =>
    [...ids.map((id) => known.get(id) ?? id), ...(cr > 0 ? [formatMoney(cr)] : [])].join(' + ');
  return {
    gives: side(offer.offered_blocks, offer.payment) || 'nothing',
    wants: side(offer.requested_blocks, offer.requested_payment ?? 0),
  };
}

/** Its labs: `A + B`. */
export function coalitionLabel(coalition: LabelledView['coalitions'][number], { letterOf }: SeatNaming): string {
  const { members, founder } = coalition;
  if (members.length > 0) return members.map(letterOf).sort().join(' + ');
  return founder === undefined ? coalition.coalition_id : `of ${letterOf(founder)}`;
}

/** In sentences: `2× GPU (rounds 7 and 8)`; its id where the view does not have it. */
export function blockOrId({ blocks }: Pick<LabelledView, 'blocks'>, id: string): string {
  const block = blocks.find((one) => one.block_id === id);
  return block ? `${block.gpu_count}× GPU (${roundsWords(block)})` : id;
}

/** A thing's label at an instant; null: it has its own name. */
export function labelOf(view: LabelledView, { kind, id }: { kind: string; id: string }, naming: SeatNaming): string | null {
  switch (kind) {
    case 'block':
      return view.blocks.some((one) => one.block_id === id) ? blockOrId(view, id) : null;
    case 'job':
      return jobLabel(view, id, naming);
    case 'offer': {
      const offer = view.offers.find((one) => one.offer_id === id);
      return offer ? `(${offerWords(view, offer)}${amongAlike(view, offer)})` : null;
    }
    case 'coalition': {
      const coalition = view.coalitions.find((one) => one.coalition_id === id);
      return coalition ? coalitionLabel(coalition, naming) : null;
    }
    default:
      return null;
  }
}
