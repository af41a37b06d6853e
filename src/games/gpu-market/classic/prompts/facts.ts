/** Comparisons that a small model cannot compute: the value of an offer, and whether a job can be served. */

import { round } from '~/lib/numbers';
import type { LegalChoice } from '../../legal-words';
import type { Block, Job, Observation, Offer, VisibleLab } from '../../types';
import { LATE } from '../rules/capacity';

/**
 * `void`: it can no longer be carried out. `good`: it brings at least 95% of the reliable hours it takes, with ten units of money counted
 * as one hour.
 */
export type OfferVerdict = 'void' | 'good' | 'poor';

export interface OfferFacts {
  offer: Offer;
  /** Reliable GPU-hours received minus given, with money counted as hours. */
  gain: number;
  verdict: OfferVerdict;
}

/** `ready`: the reliable hours suffice. `tight`: the nominal hours do. `part`: it can be done partly. `short`: not at all. */
export type JobVerdict = 'ready' | 'tight' | 'part' | 'short';

export interface JobFacts {
  job: Job;
  verdict: JobVerdict;
  /** All own live blocks that it can use; [] if it is short. */
  blocks: string[];
  /** What serving it now earns after energy; 0 if it is short. */
  earns: number;
}

const MONEY_AN_HOUR = 10;
const FAIR = 0.95;
const TRUSTWORTHY = 0.45;

/** Offers to this lab, in order of creation. */
export function offerFacts(observation: Observation): OfferFacts[] {
  return observation.active_offers
    .filter((offer) => offer.to_lab_id === observation.controlled_lab_id)
    .map((offer) => {
      const hoursIn = hoursOf(observation.public_market.available_blocks, offer.offered_blocks);
      const hoursOut = hoursOf(observation.owned_blocks, offer.requested_blocks);
      const worth = hoursIn + offer.payment / MONEY_AN_HOUR;
      const verdict = isVoid(observation, offer) ? 'void' : worth >= FAIR * hoursOut ? 'good' : 'poor';
      return { offer, gain: worth - hoursOut, verdict };
    });
}

/** Open jobs by deadline, then by higher value. `choices`: the legal allocations. */
export function jobFacts(observation: Observation, choices: readonly LegalChoice[]): JobFacts[] {
  return observation.private_jobs
    .filter((job) => !job.completed)
    .sort((a, b) => a.deadline_round - b.deadline_round || b.base_value - a.base_value)
    .map((job) => {
      const legal = choices.find((choice) => choice.job_id === job.job_id)?.block_ids?.from ?? [];
      const blocks = observation.owned_blocks.filter((block) => isLive(block) && legal.includes(block.block_id));
      return factsOf(observation, job, blocks);
    });
}

/** The first own block that is available or reserved and not in use. */
export function spareBlock(observation: Observation): Block | undefined {
  return observation.owned_blocks.find((block) => isFree(block) && block.allocated_to_job_id === null);
}

/** The most reputable lab; undefined: none is trustworthy. */
export function mostTrusted(labs: readonly VisibleLab[]): VisibleLab | undefined {
  const found = best(labs, (lab, than) => lab.reputation > than.reputation);
  return found === undefined || found.reputation < TRUSTWORTHY ? undefined : found;
}

/** High demand first, then reputation. */
export function neediest(labs: readonly VisibleLab[]): VisibleLab | undefined {
  return best(labs, (lab, than) => {
    const needs = lab.public_demand === 'high';
    return needs === (than.public_demand === 'high') ? lab.reputation > than.reputation : needs;
  });
}

export function isFree(block: Block): boolean {
  return block.status === 'available' || block.status === 'reserved';
}

export function isLive(block: Block): boolean {
  return block.status !== 'used' && block.status !== 'failed';
}

function isVoid(observation: Observation, offer: Offer): boolean {
  const own = (id: string) =>
    observation.owned_blocks.some((block) => block.block_id === id && isLive(block) && block.allocated_to_job_id === null);
  const listed = (id: string) => observation.public_market.available_blocks.some((block) => block.block_id === id);
  return !offer.requested_blocks.every(own) || !offer.offered_blocks.every(listed);
}

function factsOf(observation: Observation, job: Job, blocks: readonly Block[]): JobFacts {
  const hours = blocks.reduce((sum, block) => sum + block.duration * block.gpu_count, 0);
  const reliable = blocks.reduce((sum, block) => sum + reliableHours(block), 0);
  const energy = blocks.reduce((sum, block) => sum + block.energy_cost, 0);
  const needed = job.gpu_hours_required;
  if (blocks.length === 0 || (hours < needed && !job.partial_credit_allowed)) return { job, verdict: 'short', blocks: [], earns: 0 };
  const inTime = observation.round_index <= job.deadline_round ? 1 : LATE;
  const earns = round(job.base_value * job.urgency_multiplier * Math.min(1, hours / needed) * inTime - energy, 0);
  const verdict = reliable >= needed ? 'ready' : hours >= needed ? 'tight' : 'part';
  return { job, verdict, blocks: blocks.map((block) => block.block_id), earns };
}

function hoursOf(blocks: readonly Block[], blockIds: readonly string[]): number {
  return blocks.filter((block) => blockIds.includes(block.block_id)).reduce((sum, block) => sum + reliableHours(block), 0);
}

function reliableHours(block: Block): number {
  return block.duration * block.gpu_count * block.reliability;
}

/** The first of equals. */
function best(labs: readonly VisibleLab[], isBetter: (lab: VisibleLab, than: VisibleLab) => boolean): VisibleLab | undefined {
  return labs.reduce<VisibleLab | undefined>((found, lab) => (found === undefined || isBetter(lab, found) ? lab : found), undefined);
}
