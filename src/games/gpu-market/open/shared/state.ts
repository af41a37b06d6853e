/** The state of an open market, and queries on it. Plain JSON; records keep the order of creation. */
import type { Judgement } from '~/contract/game';
import { round } from '~/lib/numbers';
import type { ReadTurn } from './actions';
import type { OpenPromise, OpenWant } from './bargain';
import type { OpenConfig } from './config';
import {
  type Deposit,
  OPERATOR,
  type OpenBlock,
  type OpenCoalition,
  type OpenJob,
  type OpenLab,
  type OpenMessage,
  type OpenOffer,
  type OpenVerdict,
  type PlannedGrant,
  type PlannedShock,
} from './types';

export interface OpenState {
  config: OpenConfig;
  round_index: number;
  finished: boolean;
  labs: Record<string, OpenLab>;
  blocks: Record<string, OpenBlock>;
  jobs: Record<string, OpenJob>;
  offers: Record<string, OpenOffer>;
  coalitions: Record<string, OpenCoalition>;
  /** Absent: there have been none. */
  wants?: Record<string, OpenWant>;
  promises?: Record<string, OpenPromise>;
  messages: OpenMessage[];
  deposits: Deposit[];
  /** 1.25 to the power of the number of energy spikes so far. */
  energy_factor: number;
  /** All shocks, past and to come, by round: secret until they strike. */
  shocks: PlannedShock[];
  /** How many shocks of this round and earlier ones have struck. */
  shock_history: { round_index: number; kind: PlannedShock['kind']; text: string; block_id: string | null }[];
  grants: PlannedGrant[];
  verdicts: OpenVerdict[];
  /** The turns of this round, by seat. */
  turns: Record<string, ReadTurn>;
  /** Each seat's last key and its round, so that the same key gets the same answer. */
  receipts: Record<string, { key: string | null; round_index: number }>;
  /** How many numbers of the order stream have been used. */
  order_drawn: number;
  /** How many numbers of its own stream each house policy has used; absent: none. */
  house_drawn?: Record<string, number>;
  /** How many numbers were used of the stream that orders pitches for a judge other than the rule judge; absent: none. */
  judge_drawn?: number;
  /** What such a judge said about this round's pitches, until they are judged. */
  judgement?: Judgement;
  /** How many joint plans have been carried out. */
  plans: number;
  live_shocks: number;
  /** How many blocks have been allocated. */
  allocations: number;
  /** Money in from settled jobs, and out for energy and to the operator. */
  ledger: { settled_cents: number; energy_cents: number; operator_cents: number };
}

/** When a block delivers and how much. */
export type BlockWindow = Pick<OpenBlock, 'start_round' | 'duration' | 'gpu_count' | 'failed_round'>;

/** The round after the last in which this block still delivers. */
export function windowEnd(block: BlockWindow, rounds: number): number {
  const end = Math.min(block.start_round + block.duration, rounds);
  return block.failed_round === null ? end : Math.min(end, block.failed_round);
}

/** Hours that it would deliver in rounds from..to, inclusive. */
export function hoursWithin(block: BlockWindow, rounds: number, span: { from: number; to: number }): number {
  const last = Math.min(windowEnd(block, rounds), span.to + 1);
  return block.gpu_count * Math.max(0, last - Math.max(block.start_round, span.from));
}

/** Hours from this round on. */
export function hoursLeft(state: OpenState, block: OpenBlock): number {
  return hoursWithin(block, state.config.rounds, { from: state.round_index, to: state.config.rounds });
}

/** Tradable: not allocated, not pledged, and with hours left. */
export function isLive(state: OpenState, block: OpenBlock): boolean {
  return block.allocated_to_job_id === null && block.pledged_to === null && hoursLeft(state, block) > 0;
}

export function resaleForbidden(block: OpenBlock): boolean {
  return block.conditions.some((condition) => condition.must_not_resell);
}

/** The coalition to which this block is bound, while the bond lasts. */
export function boundTo(state: OpenState, block: OpenBlock): string | null {
  for (const { coalition_only } of block.conditions) {
    if (coalition_only !== null && state.coalitions[coalition_only]?.status !== 'ended') return coalition_only;
  }
  return null;
}

/** A lab's own job that it can see. */
export function ownJob(state: OpenState, labId: string, jobId: string | undefined): OpenJob | undefined {
  const job = state.jobs[jobId ?? ''];
  return job !== undefined && job.lab_id === labId && job.arrival_round <= state.round_index ? job : undefined;
}

/** The block's energy cost if paid now. */
export function energyCents(state: OpenState, block: OpenBlock): number {
  return energyAt(block.energy_cost, state.energy_factor);
}

export function energyAt(cost: number, factor: number): number {
  return toCents(cost * factor);
}

/** An amount in whole cents, rounded once. */
export function toCents(amount: number): number {
  return Math.round(round(amount, 2) * 100);
}

/** What a job pays when its hours are complete in time. */
export function jobValueCents(job: { base_value: number; urgency_multiplier: number }): number {
  return toCents(job.base_value * job.urgency_multiplier);
}

/** The amount in wire units for an amount in cents. */
export function fromCents(cents: number): number {
  return cents / 100;
}

/** Hours this job's blocks will bring from this round until `to`. */
export function scheduledHours(state: OpenState, job: OpenJob, to: number): number {
  let hours = 0;
  for (const id of job.allocated_block_ids) {
    const block = state.blocks[id];
    if (block !== undefined) hours += hoursWithin(block, state.config.rounds, { from: state.round_index, to });
  }
  return hours;
}

/** Hours it has and will have in time, as things are now. */
export function hoursByDeadline(state: OpenState, job: OpenJob): number {
  return job.hours_delivered + scheduledHours(state, job, job.deadline_round);
}

/** Whether this lab may see the offer's terms. */
export function mayReadOffer(offer: OpenOffer, labId: string): boolean {
  return offer.to_lab_id === null || offer.to_lab_id === labId || offer.from_lab_id === labId;
}

export function labOf(state: OpenState, labId: string): OpenLab {
  const lab = state.labs[labId];
  if (lab === undefined) throw new Error(`state: no lab ${labId}`);
  return lab;
}

export function blockOf(state: OpenState, blockId: string): OpenBlock {
  const block = state.blocks[blockId];
  if (block === undefined) throw new Error(`state: no block ${blockId}`);
  return block;
}

export function jobOf(state: OpenState, jobId: string): OpenJob {
  const job = state.jobs[jobId];
  if (job === undefined) throw new Error(`state: no job ${jobId}`);
  return job;
}

export function coalitionOf(state: OpenState, coalitionId: string): OpenCoalition {
  const coalition = state.coalitions[coalitionId];
  if (coalition === undefined) throw new Error(`state: no coalition ${coalitionId}`);
  return coalition;
}

/** A lab's standing pledge (at most one) and the coalition that holds it. */
export function pledgeOf(state: OpenState, labId: string): { coalition: OpenCoalition; pledge: OpenCoalition['pledges'][string] } | null {
  for (const coalition of Object.values(state.coalitions)) {
    const pledge = coalition.pledges[labId];
    if (pledge !== undefined) return { coalition, pledge };
  }
  return null;
}

/** A lab's money held by others: bonds of coalitions and promises, and deposits. */
export function escrowCents(state: OpenState, labId: string): number {
  let held = 0;
  for (const coalition of Object.values(state.coalitions)) {
    if (coalition.status !== 'ended' && coalition.members.includes(labId)) held += coalition.bond_cents;
  }
  for (const deposit of state.deposits) if (deposit.from_lab_id === labId) held += deposit.amount_cents;
  for (const { status, from_lab_id, bond_cents } of Object.values(state.promises ?? {}))
    if (status === 'standing' && from_lab_id === labId) held += bond_cents;
  return held;
}

/** A lab's profit so far. Bonds and deposits count as the lab's own until it breaks its commitment. */
export function profitCents(state: OpenState, lab: Pick<OpenLab, 'lab_id' | 'budget_cents' | 'start_cents'>): number {
  return lab.budget_cents + escrowCents(state, lab.lab_id) - lab.start_cents;
}

export function isSeat(state: OpenState, labId: string | null | undefined): labId is string {
  return typeof labId === 'string' && labId !== OPERATOR && state.labs[labId] !== undefined;
}

/** lab_0 before lab_1 before lab_10. */
export function byNumber(a: string, b: string): number {
  return Number(a.slice(4)) - Number(b.slice(4));
}
