/**
 * A preview of a joint plan's total and split from one member's observation, before it agrees, including things it has not pledged. The
 * result is the same as the rules would give now.
 */
import { wholeParts } from '~/lib/numbers';
import type { OpenFacts, WireCoalition, WireJob, WirePledge } from '../observation';
import { refuse } from '../refusal';
import { type PlannedWork, type Signing, signShares, valueOfHours } from '../rules/splits';
import { byNumber, toCents } from '../state';
import { type OpenResult, SPLITS, type Split } from '../types';
import { type PlanJob, payFor } from './plan-problem';
import { pairOf, planJob } from './potential';

export interface PlanEntry {
  job_id: string;
  block_ids: string[];
}

/** A member's part of a plan: as a fraction, and of the planned total in units. */
export interface PreviewedShare {
  lab_id: string;
  share: number;
  amount: number;
  reserve: number;
}

export interface PlanPreview {
  /** null: the rules would carry it out now. */
  refusal: OpenResult | null;
  /** Value minus energy, in units. */
  total: number;
  reserves: number;
  /** By splitting rule; empty if there is nothing to divide. */
  shares: Record<Split, PreviewedShare[]>;
}

/** What a seat would pledge. */
export interface PledgeWish {
  block_ids: readonly string[];
  job_ids: readonly string[];
  reserve: number;
}

/** The coalition with this seat's pledge added. */
export function withPledge(facts: OpenFacts, coalition: WireCoalition, wish: PledgeWish): WireCoalition {
  const me = facts.controlled_lab_id;
  const pledge: WirePledge = {
    block_ids: [...wish.block_ids],
    jobs: facts.private_jobs.filter((job) => wish.job_ids.includes(job.job_id)),
    reserve: wish.reserve,
    until_round: facts.round_index,
  };
  const members = coalition.members.includes(me) ? coalition.members : [...coalition.members, me];
  return {
    ...coalition,
    members,
    status: members.length > 1 ? 'active' : coalition.status,
    pledges: { ...coalition.pledges, [me]: pledge },
  };
}

/** The rules' checks in their order, then the shares under each splitting rule. */
export function previewPlan(facts: OpenFacts, coalition: WireCoalition, plan: readonly PlanEntry[]): PlanPreview {
  const table = tableOf(facts, coalition);
  const wrong = wrongEntries(table, plan);
  if (wrong !== null) return { refusal: wrong, total: 0, reserves: 0, shares: NOTHING };
  const works = plan.map((entry) => workOf(table, entry));
  const total = works.reduce((sum, { work }) => sum + netOfWork(work), 0);
  const participants = [...new Set(works.flatMap(({ work }) => [work.job.lab_id, ...work.blocks.map((block) => block.owner)]))].sort(
    byNumber,
  );
  const reserves = participants.reduce((sum, lab) => sum + table.reserve(lab), 0);
  const signing: Signing = { works: works.map(({ work }) => work), participants, total, reserves };
  const weak = works.map((one) => wrongWork(one)).find((answer) => answer !== null) ?? null;
  const poor = total < reserves || total <= 0 ? refuse('below_reserve') : null;
  return {
    refusal: weak ?? poor,
    total: total / 100,
    reserves: reserves / 100,
    shares: total > 0 ? sharesOf(table, signing) : NOTHING,
  };
}

const NOTHING: Record<Split, PreviewedShare[]> = { equal: [], contribution: [], shapley: [] };

interface TableOfPledges {
  facts: OpenFacts;
  coalition: WireCoalition;
  jobs: WireJob[];
  ownerOf: Map<string, string>;
  reserve: (lab: string) => number;
}

function tableOf(facts: OpenFacts, coalition: WireCoalition): TableOfPledges {
  const pledges = Object.entries(coalition.pledges ?? {});
  return {
    facts,
    coalition,
    jobs: pledges.flatMap(([, pledge]) => pledge.jobs),
    ownerOf: new Map(pledges.flatMap(([lab, pledge]) => pledge.block_ids.map((id) => [id, lab] as const))),
    reserve: (lab) => toCents(coalition.pledges?.[lab]?.reserve ?? 0),
  };
}

function sharesOf({ coalition, reserve }: TableOfPledges, signing: Signing): Record<Split, PreviewedShare[]> {
  const pledges = Object.fromEntries(signing.participants.map((lab) => [lab, { reserve_cents: reserve(lab) }]));
  const under = (split: Split) => {
    // With more than ten participants, shares use random orders; the match will draw others, so the preview is approximate.
    const signed = signShares({ config: { seed: 0 }, plans: 0 }, { split, owner_share: coalition.owner_share, pledges }, signing);
    const cents = wholeParts(signed.map(({ share }) => share * signing.total));
    return signed.map(({ lab_id, share }, at) => ({ lab_id, share, amount: (cents[at] ?? 0) / 100, reserve: reserve(lab_id) / 100 }));
  };
  return Object.fromEntries(SPLITS.map((split) => [split, under(split)])) as Record<Split, PreviewedShare[]>;
}

function wrongEntries({ facts, coalition, jobs, ownerOf }: TableOfPledges, plan: readonly PlanEntry[]): OpenResult | null {
  if (!coalition.members.includes(facts.controlled_lab_id)) return refuse('not_coalition_member', coalition.coalition_id);
  if (coalition.status !== 'active') return refuse('inactive_coalition', coalition.coalition_id);
  if (plan.length === 0 || plan.some((entry) => entry.block_ids.length === 0)) return refuse('empty_block_list', ' for each job');
  const stranger = plan.find((entry) => !jobs.some((job) => job.job_id === entry.job_id));
  if (stranger !== undefined) return refuse('unpledged_job', stranger.job_id);
  const ids = plan.flatMap((entry) => entry.block_ids);
  const unpledged = ids.find((id) => !ownerOf.has(id));
  if (unpledged !== undefined) return refuse('unpledged_block', unpledged);
  const twice = [...ids, ...plan.map((entry) => entry.job_id)].find((id, i, all) => all.indexOf(id) !== i);
  if (twice !== undefined) return refuse('duplicate_allocation', twice);
  const blocks = facts.public_market.blocks;
  const over = ids.find((id) => blocks.find((block) => block.block_id === id)?.hours_left === 0);
  if (over !== undefined) return refuse('no_hours_left', over);
  for (const { job_id, block_ids } of plan) {
    const least = jobs.find((job) => job.job_id === job_id)?.min_reliability ?? 0;
    const low = block_ids.find((id) => (blocks.find((block) => block.block_id === id)?.reliability ?? 0) < least);
    if (low !== undefined) return refuse('low_reliability', low);
  }
  return null;
}

interface Work {
  work: PlannedWork;
  job: PlanJob;
  block_ids: readonly string[];
}

function workOf({ facts, jobs, ownerOf }: TableOfPledges, { job_id, block_ids }: PlanEntry): Work {
  const job = jobs.find((one) => one.job_id === job_id);
  if (job === undefined) throw new Error(`split-preview: no job ${job_id}`);
  const blocks = block_ids.map((id) => {
    const block = facts.public_market.blocks.find((one) => one.block_id === id);
    const pair = block === undefined ? null : pairOf(facts, block, job);
    // A block whose hours all come too late for a partial job is not a pair: it contributes nothing but costs energy.
    const energy = pair?.cost ?? toCents((block?.energy_cost ?? 0) * facts.public_market.energy_factor);
    return { owner: ownerOf.get(id) ?? '', hours: pair?.hours ?? 0, energy };
  });
  const { lab_id, gpu_hours_required, partial_credit_allowed } = job;
  return {
    work: { job: { lab_id, gpu_hours_required, partial_credit_allowed, value_cents: toCents(job.value) }, blocks },
    job: planJob(facts, job),
    block_ids,
  };
}

function hoursOf({ blocks }: PlannedWork): number {
  return blocks.reduce((sum, block) => sum + block.hours, 0);
}

function netOfWork(work: PlannedWork): number {
  return valueOfHours(work.job, hoursOf(work)) - work.blocks.reduce((sum, block) => sum + block.energy, 0);
}

/** Every job in time or partly paid, without unnecessary blocks. */
function wrongWork({ work, job, block_ids }: Work): OpenResult | null {
  const hours = hoursOf(work);
  if (hours < job.required && !job.partial) return refuse('insufficient_capacity', job.job_id);
  const value = payFor(job, hours, 0);
  const idle = work.blocks.findIndex((block) => payFor(job, hours - block.hours, 0) >= value);
  return idle < 0 ? null : refuse('idle_block', block_ids[idle]);
}
