/** Joint plans: pledged blocks allocated to pledged jobs in one step, all or nothing, and what they earn. */
import { refuse } from '../refusal';
import { blockOf, byNumber, energyCents, hoursLeft, hoursWithin, jobOf, type OpenState } from '../state';
import type { OpenBlock, OpenCoalition, OpenJob, OpenResult } from '../types';
import { type PlannedWork, type Signing, valueOfHours } from './splits';

/** Why a plan cannot be carried out now; null: its entries are valid. How its value is divided is checked elsewhere. */
export function wrongPlan(state: OpenState, coalition: OpenCoalition, plan: readonly Entry[]): OpenResult | null {
  const wrong = wrongEntries(state, coalition, plan);
  if (wrong !== null) return wrong;
  const weak = plan.map((entry) => wrongWork(state, workOf(state, entry))).find((answer) => answer !== null);
  return weak ?? null;
}

/** What a plan of this coalition would earn now, and who takes part in it. */
export function signingOf(state: OpenState, coalition: OpenCoalition, plan: readonly Entry[]): Signing {
  const works = plan.map((entry) => workOf(state, entry));
  const total = works.reduce((sum, work) => sum + plannedValue(state, work) - energyOf(state, work), 0);
  const participants = participantsOf(works);
  const reserves = participants.reduce((sum, lab) => sum + (coalition.pledges[lab]?.reserve_cents ?? 0), 0);
  return { works: works.map((work) => priced(state, work)), participants, total, reserves };
}

export interface Entry {
  job_id: string;
  block_ids: string[];
}

interface Work {
  job: OpenJob;
  blocks: OpenBlock[];
}

function workOf(state: OpenState, entry: Entry): Work {
  return { job: jobOf(state, entry.job_id), blocks: entry.block_ids.map((id) => blockOf(state, id)) };
}

function wrongEntries(state: OpenState, coalition: OpenCoalition, plan: readonly Entry[]): OpenResult | null {
  if (plan.length === 0 || plan.some((entry) => entry.block_ids.length === 0)) return refuse('empty_block_list', ' for each job');
  const { coalition_id } = coalition;
  for (const { job_id } of plan) if (state.jobs[job_id]?.pledged_to !== coalition_id) return refuse('unpledged_job', job_id);
  const ids = plan.flatMap((entry) => entry.block_ids);
  for (const id of ids) if (state.blocks[id]?.pledged_to !== coalition_id) return refuse('unpledged_block', id);
  const twice = [...ids, ...plan.map((entry) => entry.job_id)].find((id, i, all) => all.indexOf(id) !== i);
  if (twice !== undefined) return refuse('duplicate_allocation', twice);
  const over = ids.find((id) => hoursLeft(state, blockOf(state, id)) === 0);
  if (over !== undefined) return refuse('no_hours_left', over);
  for (const { job_id, block_ids } of plan) {
    const low = block_ids.find((id) => blockOf(state, id).reliability < jobOf(state, job_id).min_reliability);
    if (low !== undefined) return refuse('low_reliability', low);
  }
  return null;
}

/** Every job must be completed in time or pay for a part, and every block must be needed. */
function wrongWork(state: OpenState, work: Work): OpenResult | null {
  const { job, blocks } = work;
  const hours = hoursInTime(state, job, blocks);
  if (hours < job.gpu_hours_required && !job.partial_credit_allowed) return refuse('insufficient_capacity', job.job_id);
  const value = plannedValue(state, work);
  const idle = blocks.find((block) => plannedValue(state, { job, blocks: blocks.filter((other) => other !== block) }) >= value);
  return idle === undefined ? null : refuse('idle_block', idle.block_id);
}

function hoursInTime(state: OpenState, job: OpenJob, blocks: readonly OpenBlock[]): number {
  const span = { from: state.round_index, to: job.deadline_round };
  return blocks.reduce((sum, block) => sum + hoursWithin(block, state.config.rounds, span), 0);
}

function plannedValue(state: OpenState, { job, blocks }: Work): number {
  return valueOfHours(job, hoursInTime(state, job, blocks));
}

function energyOf(state: OpenState, work: Work): number {
  return work.blocks.reduce((sum, block) => sum + energyCents(state, block), 0);
}

function participantsOf(works: readonly Work[]): string[] {
  const owners = works.flatMap(({ job, blocks }) => [job.lab_id, ...blocks.map((block) => block.owner_lab_id)]);
  return [...new Set(owners)].sort(byNumber);
}

function priced(state: OpenState, { job, blocks }: Work): PlannedWork {
  const span = { from: state.round_index, to: job.deadline_round };
  return {
    job,
    blocks: blocks.map((block) => ({
      owner: block.owner_lab_id,
      hours: hoursWithin(block, state.config.rounds, span),
      energy: energyCents(state, block),
    })),
  };
}
