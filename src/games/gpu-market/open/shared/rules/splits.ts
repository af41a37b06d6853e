/** How a joint plan's value is divided: each participant's reserve first, then the surplus by the signed weights. */
import type { OpenJob, Share, Split } from '../types';
import { openDraws, STREAMS, shuffle } from '../world';

const EXACT_PARTICIPANTS = 10;
const SAMPLED_ORDERS = 2000;

/** The source of a match's random draws: its state, or an equivalent. */
export interface Lots {
  config: { seed: number };
  plans: number;
}

/** The signed terms: a coalition, or anything that has its terms. */
export interface SplitTerms {
  split: Split;
  owner_share: number;
  pledges: Record<string, { reserve_cents: number }>;
}

export type PlannedJob = Pick<OpenJob, 'lab_id' | 'gpu_hours_required' | 'partial_credit_allowed' | 'value_cents'>;

/** One job of the plan, with what each of its blocks brings in time and what it costs. */
export interface PlannedWork {
  job: PlannedJob;
  blocks: { owner: string; hours: number; energy: number }[];
}

export interface Signing {
  works: PlannedWork[];
  /** In numeric order. */
  participants: string[];
  total: number;
  reserves: number;
}

/** Share_i = (reserve_i + weight_i * surplus) / total. */
export function signShares(lots: Lots, coalition: SplitTerms, signing: Signing): Share[] {
  const weights = weigh(lots, coalition, signing);
  const surplus = signing.total - signing.reserves;
  return signing.participants.map((lab_id, i) => {
    const reserve = coalition.pledges[lab_id]?.reserve_cents ?? 0;
    return { lab_id, share: (reserve + (weights[i] ?? 0) * surplus) / signing.total };
  });
}

function weigh(lots: Lots, coalition: SplitTerms, signing: Signing): number[] {
  if (coalition.split === 'contribution') return byContribution(coalition.owner_share, signing);
  if (coalition.split === 'shapley') return byShapley(lots, coalition, signing);
  return equally(signing.participants);
}

function equally(participants: readonly string[]): number[] {
  return participants.map(() => 1 / participants.length);
}

/** One part to the owners of jobs by what their jobs add, the rest to the owners of blocks by their hours in time. */
function byContribution(ownerShare: number, { works, participants }: Signing): number[] {
  const values = participants.map(() => 0);
  const hours = participants.map(() => 0);
  for (const { job, blocks } of works) {
    const inTime = blocks.reduce((sum, block) => sum + block.hours, 0);
    const part = valueOfHours(job, inTime) - blocks.reduce((sum, block) => sum + block.energy, 0);
    add(values, participants.indexOf(job.lab_id), Math.max(0, part));
    for (const block of blocks) add(hours, participants.indexOf(block.owner), block.hours);
  }
  const allValues = values.reduce((sum, value) => sum + value, 0);
  const allHours = hours.reduce((sum, hour) => sum + hour, 0);
  return participants.map((_, i) => (ownerShare * (values[i] ?? 0)) / allValues + ((1 - ownerShare) * (hours[i] ?? 0)) / allHours);
}

/**
 * Each participant's mean marginal contribution to the surplus over all orders of joining; over sampled orders where there are too many.
 */
export function shapleyValues(lots: Lots, coalition: SplitTerms, signing: Signing): { values: number[]; sampled: boolean } {
  const { length } = signing.participants;
  const worth = memoised((subset) => worthOf(coalition, signing, subset));
  if (length <= EXACT_PARTICIPANTS) return { values: exactly(length, worth), sampled: false };
  return { values: sampled(lots, length, worth), sampled: true };
}

/** A participant whose part would be negative gets zero. */
function byShapley(lots: Lots, coalition: SplitTerms, signing: Signing): number[] {
  const { participants } = signing;
  const { values } = shapleyValues(lots, coalition, signing);
  const positive = values.map((value) => Math.max(0, value));
  const all = positive.reduce((sum, value) => sum + value, 0);
  return all > 0 ? positive.map((value) => value / all) : equally(participants);
}

/** Subsets are bit sets of places in the participants' list. */
type Worth = (subset: number) => number;

function exactly(n: number, worth: Worth): number[] {
  const weightOfSize = Array.from({ length: n }, (_, size) => (factorial(size) * factorial(n - 1 - size)) / factorial(n));
  return Array.from({ length: n }, (_, i) => {
    let value = 0;
    for (let subset = 0; subset < 1 << n; subset++) {
      if (subset & (1 << i)) continue;
      value += (weightOfSize[bits(subset)] ?? 0) * (worth(subset | (1 << i)) - worth(subset));
    }
    return value;
  });
}

/** Orders come from a separate stream for each plan of the match, so that no other draw changes. */
function sampled(lots: Lots, n: number, worth: Worth): number[] {
  const draws = openDraws(lots.config, [STREAMS.shapley, lots.plans + 1]);
  const values = Array.from({ length: n }, () => 0);
  for (let k = 0; k < SAMPLED_ORDERS; k++) {
    let subset = 0;
    let before = 0;
    for (const i of shuffle(draws, n)) {
      subset |= 1 << i;
      const after = worth(subset);
      add(values, i, after - before);
      before = after;
    }
  }
  return values.map((value) => value / SAMPLED_ORDERS);
}

/** The value of the plan with only a subset's jobs and blocks, minus its energy and reserves; a job it cannot complete drops out. */
function worthOf(coalition: SplitTerms, { works, participants }: Signing, subset: number): number {
  const among = (lab: string) => (subset & (1 << participants.indexOf(lab))) !== 0;
  let worth = 0;
  for (const { job, blocks } of works) {
    if (!among(job.lab_id)) continue;
    const own = blocks.filter((block) => among(block.owner));
    const hours = own.reduce((sum, block) => sum + block.hours, 0);
    if (hours < job.gpu_hours_required && !job.partial_credit_allowed) continue;
    worth += valueOfHours(job, hours) - own.reduce((sum, block) => sum + block.energy, 0);
  }
  for (const lab of participants) if (among(lab)) worth -= coalition.pledges[lab]?.reserve_cents ?? 0;
  return Math.max(0, worth);
}

/** The value of that many hours in time to a job; part of them counts only with partial credit. */
export function valueOfHours(job: PlannedJob, hours: number): number {
  if (hours >= job.gpu_hours_required) return job.value_cents;
  return job.partial_credit_allowed ? Math.floor((job.value_cents * hours) / job.gpu_hours_required) : 0;
}

function memoised(worth: Worth): Worth {
  const known = new Map<number, number>();
  return (subset) => {
    const before = known.get(subset);
    if (before !== undefined) return before;
    const value = worth(subset);
    known.set(subset, value);
    return value;
  };
}

function add(numbers: number[], at: number, more: number): void {
  numbers[at] = (numbers[at] ?? 0) + more;
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

function bits(subset: number): number {
  let count = 0;
  for (let rest = subset; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}
