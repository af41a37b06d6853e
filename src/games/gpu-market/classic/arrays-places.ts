/** lab_0's moves as fixed menu indexes: the moves of the prompt, computed without it, because the prompt takes ten times as long. */
import type { Places } from '~/contract/arrays';
import type { Action, Block, Job, Observation } from '../types';
import { isLive, type OfferFacts, offerFacts, spareBlock } from './prompts/facts';

export const MOST = { jobs: 4, labs: 4, offers: 4, coalitions: 3 } as const;
export const PAYMENTS = [0, 2, 4, 8];
const WORDS = 'We need GPU-hours soon.';

/** Start index of each kind. */
const JOBS = 2;
const ACCEPTS = JOBS + MOST.jobs;
const REJECTS = ACCEPTS + MOST.offers;
const COUNTERS = REJECTS + MOST.offers;
const SWAPS = COUNTERS + PAYMENTS.length * MOST.offers;
const FOUNDS = SWAPS + PAYMENTS.length * MOST.labs;
const COMMITS = FOUNDS + MOST.labs;
const RESERVE = COMMITS + MOST.coalitions;
const MESSAGES = RESERVE + 2;
const PITCH = MESSAGES + MOST.labs;

export class ClassicPlaces implements Places<Action> {
  readonly #seen: Observation;
  readonly #offers: readonly OfferFacts[];
  readonly #spare: Block | undefined;

  constructor(seen: Observation) {
    this.#seen = seen;
    this.#offers = offerFacts(seen);
    this.#spare = spareBlock(seen);
  }

  mark(mask: Uint8Array, at: number): void {
    for (let place = 0; place <= PITCH; place++) if (this.#isLegal(place)) mask[at + place] = 1;
  }

  move(place: number): Action | undefined {
    return this.#isLegal(place) ? this.#made(place) : undefined;
  }

  #isLegal(place: number): boolean {
    const { private_jobs, visible_labs, owned_blocks, done } = this.#seen;
    if (done) return false;
    if (place < JOBS || place === PITCH) return true;
    if (place < ACCEPTS) return this.#canServe(private_jobs[place - JOBS]);
    if (place < SWAPS) return this.#canAnswer(place);
    if (place < FOUNDS) return this.#canSwap(place - SWAPS);
    if (place < COMMITS) return this.#seen.difficulty !== 'easy' && visible_labs[place - FOUNDS] !== undefined;
    if (place < RESERVE) return this.#spare !== undefined && this.#isOwn(place - COMMITS);
    if (place < MESSAGES) return owned_blocks.some(({ status }) => status === (place === RESERVE ? 'available' : 'reserved'));
    return place < PITCH && visible_labs[place - MESSAGES] !== undefined;
  }

  #made(place: number): Action | undefined {
    const { private_jobs, visible_labs, active_coalitions, owned_blocks } = this.#seen;
    const spare = this.#spare === undefined ? [] : [this.#spare.block_id];
    if (place < JOBS) return { action_type: place === 0 ? 'wait' : 'finish' };
    if (place === PITCH) return { action_type: 'make_pitch', message: WORDS };
    const job = private_jobs[place - JOBS];
    if (place < ACCEPTS && job)
      return { action_type: 'allocate_to_job', job_id: job.job_id, block_ids: usable(owned_blocks, job).map(({ block_id }) => block_id) };
    if (place < SWAPS) return this.#answer(place);
    if (place < FOUNDS) {
      const lab = visible_labs[(place - SWAPS) % MOST.labs];
      const requested_block_ids = lab?.owned_block_ids.slice(0, 1) ?? [];
      return {
        action_type: 'send_offer',
        target_lab_id: lab?.lab_id ?? '',
        block_ids: spare,
        requested_block_ids,
        payment: paymentAt(place - SWAPS, MOST.labs),
      };
    }
    if (place < COMMITS) return { action_type: 'form_coalition', target_lab_id: visible_labs[place - FOUNDS]?.lab_id ?? '' };
    if (place < RESERVE)
      return { action_type: 'commit_to_coalition', coalition_id: active_coalitions[place - COMMITS]?.coalition_id ?? '', block_ids: spare };
    if (place < MESSAGES) {
      const block = owned_blocks.find(({ status }) => status === (place === RESERVE ? 'available' : 'reserved'));
      return { action_type: place === RESERVE ? 'reserve_capacity' : 'release_capacity', block_ids: block ? [block.block_id] : [] };
    }
    return { action_type: 'send_message', target_lab_id: visible_labs[place - MESSAGES]?.lab_id ?? '', message: WORDS };
  }

  #canServe(job: Job | undefined): boolean {
    if (job === undefined || job.completed) return false;
    const blocks = usable(this.#seen.owned_blocks, job);
    return blocks.length > 0 && (job.partial_credit_allowed || hoursOf(blocks) >= job.gpu_hours_required);
  }

  /** Accept, reject or counter the first few offers to lab_0. */
  #canAnswer(place: number): boolean {
    const facts = this.#offers[(place - ACCEPTS) % MOST.offers];
    if (facts === undefined) return false;
    if (place >= REJECTS && place < COUNTERS) return true;
    if (facts.verdict === 'void' || !this.#stands(facts)) return false;
    return place < REJECTS || this.#canPay(paymentAt(place - COUNTERS, MOST.offers));
  }

  #answer(place: number): Action {
    const offer = this.#offers[(place - ACCEPTS) % MOST.offers]?.offer;
    const offer_id = offer?.offer_id ?? '';
    if (place < COUNTERS) return { action_type: place < REJECTS ? 'accept_offer' : 'reject_offer', offer_id };
    const [block_ids, requested_block_ids] = [offer?.requested_blocks ?? [], offer?.offered_blocks ?? []];
    return { action_type: 'counter_offer', offer_id, block_ids, requested_block_ids, payment: paymentAt(place - COUNTERS, MOST.offers) };
  }

  /** Everything in it still belongs to its giver. */
  #stands({ offer }: OfferFacts): boolean {
    const { public_market: market, controlled_lab_id: me } = this.#seen;
    const belongs = (id: string, owner: string) => market.available_blocks.some((one) => one.block_id === id && one.owner_lab_id === owner);
    return offer.offered_blocks.every((id) => belongs(id, offer.from_lab_id)) && offer.requested_blocks.every((id) => belongs(id, me));
  }

  #canSwap(at: number): boolean {
    const lab = this.#seen.visible_labs[at % MOST.labs];
    return this.#spare !== undefined && (lab?.owned_block_ids.length ?? 0) > 0 && this.#canPay(paymentAt(at, MOST.labs));
  }

  /** The internal budget may be slightly below the displayed one. */
  #canPay(payment: number): boolean {
    return payment === 0 || payment <= this.#seen.controlled_lab_budget - 0.01;
  }

  #isOwn(at: number): boolean {
    const { active_coalitions, controlled_lab_id } = this.#seen;
    return active_coalitions[at]?.members.includes(controlled_lab_id) === true;
  }
}

function paymentAt(at: number, most: number): number {
  return PAYMENTS[Math.floor(at / most)] ?? 0;
}

/** Own live blocks that the job can use. */
export function usable(blocks: readonly Block[], job: Job): Block[] {
  return blocks.filter((block) => isLive(block) && block.allocated_to_job_id === null && block.reliability >= job.min_reliability);
}

export function hoursOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + hoursIn(block), 0);
}

export function hoursIn({ duration, gpu_count }: Block): number {
  return duration * gpu_count;
}
