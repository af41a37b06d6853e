/**
 * Rough estimates for the open market as arrays: hours before a job's deadline, money per hour. Searches no plan, because thousands are
 * needed per second.
 */
import type { LegalAction } from '../legal-action';
import type { OpenFacts, OwnBlock, PublicBlock, WireJob, WireOffer, WirePromise, WireWant } from '../observation';

/** A seat's observation in any version. */
export type Seen = OpenFacts & {
  legal_actions: readonly { action_type: string }[];
  wants?: readonly WireWant[];
  promises?: readonly WirePromise[];
};

/** Used if it has no job. */
const USUAL_RATE = 9;
const BLOCKS_LOOKED_AT = 48;

export interface Ranked<Thing> {
  thing: Thing;
  hours: number;
  worth: number;
}

/** Types with the same shape share an entry in the list's type. */
type LegalOf<Type> = LegalAction extends infer One
  ? One extends { action_type: infer Own }
    ? Type extends Own
      ? One
      : never
    : never
  : never;

export class ArrayDesk {
  readonly seen: Seen;
  /** The seat's open jobs, by deadline. */
  readonly jobs: readonly WireJob[];
  /** The value of an hour: the mean over its open jobs. */
  readonly rate: number;
  readonly #blocks: ReadonlyMap<string, PublicBlock>;
  /** By block; cached, because menu and numbers both use it. */
  readonly #needs = new Map<string, number>();
  #spare: Ranked<OwnBlock>[] | null = null;
  #takeable: Ranked<WireOffer>[] | null = null;
  #wanted: Ranked<{ block: PublicBlock; owner: string }>[] | null = null;

  constructor(seen: Seen) {
    this.seen = seen;
    this.jobs = seen.private_jobs.filter(({ settled }) => !settled).sort((a, b) => a.deadline_round - b.deadline_round);
    const hours = this.jobs.reduce((sum, job) => sum + job.gpu_hours_required, 0);
    this.rate = hours === 0 ? USUAL_RATE : this.jobs.reduce((sum, job) => sum + job.value, 0) / hours;
    this.#blocks = new Map(seen.public_market.blocks.map((block) => [block.block_id, block]));
  }

  /** The legal entry of that type now. */
  legal<Type extends LegalAction['action_type']>(type: Type): LegalOf<Type> | undefined {
    return this.seen.legal_actions.find(({ action_type }) => action_type === type) as LegalOf<Type> | undefined;
  }

  block(id: string): PublicBlock | undefined {
    return this.#blocks.get(id);
  }

  /** Hours that the job still needs. */
  lacks(job: WireJob): number {
    return Math.max(0, job.gpu_hours_required - job.hours_by_deadline);
  }

  /** Hours that a block can still provide until a round, including it. */
  hoursUntil({ start_round, duration, gpu_count }: PublicBlock, last: number): number {
    const from = Math.max(start_round, this.seen.round_index);
    return gpu_count * Math.max(0, Math.min(start_round + duration, last + 1, this.seen.max_rounds) - from);
  }

  /** The maximum of a block's hours that an open job can use. */
  neededOf(block: PublicBlock): number {
    const known = this.#needs.get(block.block_id);
    if (known !== undefined) return known;
    let most = 0;
    for (const job of this.jobs) {
      if (block.reliability < job.min_reliability) continue;
      most = Math.max(most, Math.min(this.lacks(job), this.hoursUntil(block, job.deadline_round)));
    }
    this.#needs.set(block.block_id, most);
    return most;
  }

  /** The largest of these until the job has enough; undefined: none provides an hour. */
  enough(ids: readonly string[], { lacks, last }: { lacks: number; last: number }): string[] | undefined {
    const blocks = ids.flatMap((id) => this.block(id) ?? []).map((block) => ({ id: block.block_id, hours: this.hoursUntil(block, last) }));
    const useful = blocks.filter(({ hours }) => hours > 0).sort((a, b) => b.hours - a.hours);
    const taken: string[] = [];
    let left = lacks;
    for (const { id, hours } of useful) {
      if (left <= 0) break;
      taken.push(id);
      left -= hours;
    }
    return taken.length === 0 ? undefined : taken;
  }

  /** Own blocks that may be sold, least needed first. */
  spare(): readonly Ranked<OwnBlock>[] {
    this.#spare ??= this.#findSpare();
    return this.#spare;
  }

  #findSpare(): Ranked<OwnBlock>[] {
    const ids = new Set(this.legal('send_offer')?.block_ids);
    const own = this.seen.owned_blocks.filter(({ block_id }) => ids.has(block_id));
    return own
      .map((thing) => ({ thing, hours: this.neededOf(thing), worth: thing.hours_left * this.rate }))
      .sort((a, b) => a.hours - b.hours || b.worth - a.worth);
  }

  /** Other labs' blocks that may be requested, most needed first. */
  wanted(): readonly Ranked<{ block: PublicBlock; owner: string }>[] {
    this.#wanted ??= this.#findWanted();
    return this.#wanted;
  }

  #findWanted(): Ranked<{ block: PublicBlock; owner: string }>[] {
    const all = Object.entries(this.legal('send_offer')?.requested_block_ids ?? {});
    const listed = all.flatMap(([owner, ids]) => ids.map((id) => ({ owner, id }))).slice(0, BLOCKS_LOOKED_AT);
    return listed
      .flatMap(({ owner, id }) => {
        const block = this.block(id);
        const hours = block === undefined ? 0 : this.neededOf(block);
        return block === undefined || hours === 0 ? [] : [{ thing: { block, owner }, hours, worth: hours * this.rate }];
      })
      .sort((a, b) => b.hours - a.hours);
  }

  /** Offers that it can accept, best first. */
  takeable(): readonly Ranked<WireOffer>[] {
    this.#takeable ??= this.ranked(this.legal('accept_offer')?.offer_ids ?? []);
    return this.#takeable;
  }

  /** For another lab's offer: approximate value received minus given. */
  ranked(ids: readonly string[]): Ranked<WireOffer>[] {
    const listed = new Set(ids);
    const offers = this.seen.active_offers.filter(({ offer_id }) => listed.has(offer_id)).slice(-BLOCKS_LOOKED_AT);
    return offers
      .map((thing) => {
        const comes = this.#needed(thing.offered_blocks);
        const goes = this.#needed(thing.requested_blocks);
        return { thing, hours: comes - goes, worth: (comes - goes) * this.rate + thing.payment - thing.requested_payment };
      })
      .sort((a, b) => b.worth - a.worth);
  }

  #needed(ids: readonly string[]): number {
    let hours = 0;
    for (const id of ids) {
      const block = this.block(id);
      if (block !== undefined) hours += this.neededOf(block);
    }
    return hours;
  }
}
