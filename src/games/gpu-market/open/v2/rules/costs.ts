/** The true cost of a joint plan to each lab whose things it uses: its best plan with them, minus its best plan without them. */
import { bestPlan } from '../../shared/plans/plan';
import { pairOf, planJob } from '../../shared/plans/potential';
import { boundTo, byNumber, hoursLeft, type OpenState } from '../../shared/state';
import type { OpenBlock, OpenJob } from '../../shared/types';
import { publicBlock, wireJob } from '../../shared/wire';

export interface Cost {
  lab_id: string;
  amount_cents: number;
}

export interface Used {
  block_ids: readonly string[];
  job_ids: readonly string[];
}

const NOTHING: Used = { block_ids: [], job_ids: [] };

/** In order of lab number. `gone`: what other plans are about to use. */
export function costsOf(state: OpenState, participants: readonly string[], { used, gone = NOTHING }: { used: Used; gone?: Used }): Cost[] {
  return [...participants].sort(byNumber).map((lab_id) => ({ lab_id, amount_cents: costCents(state, lab_id, { used, gone }) }));
}

/** Pledged things count as free, as they would be without the plan. */
function costCents(state: OpenState, labId: string, { used, gone }: { used: Used; gone: Used }): number {
  const blocks = freeBlocks(state, labId).filter((block) => !gone.block_ids.includes(block.block_id));
  const jobs = openJobs(state, labId).filter((job) => !gone.job_ids.includes(job.job_id));
  const before = bestCents(state, blocks, jobs);
  const left = blocks.filter((block) => !used.block_ids.includes(block.block_id));
  const others = jobs.filter((job) => !used.job_ids.includes(job.job_id));
  return Math.max(0, Math.round(before - bestCents(state, left, others)));
}

/** What one more block, usable from the next round on, would add to the lab's own best plan. */
export function needCents(state: OpenState, labId: string, block: OpenBlock): number {
  const blocks = freeBlocks(state, labId);
  const jobs = openJobs(state, labId);
  return Math.max(0, Math.round(bestCents(state, [...blocks, block], jobs) - bestCents(state, blocks, jobs)));
}

/** Not allocated, with hours left, bound to no coalition; a pledge or a promise does not count. */
function freeBlocks(state: OpenState, labId: string): OpenBlock[] {
  return Object.values(state.blocks).filter(
    (block) =>
      block.owner_lab_id === labId &&
      ['available', 'reserved', 'committed'].includes(block.status) &&
      hoursLeft(state, block) > 0 &&
      boundTo(state, block) === null,
  );
}

function openJobs(state: OpenState, labId: string): OpenJob[] {
  return Object.values(state.jobs).filter((job) => job.lab_id === labId && !job.settled && job.arrival_round <= state.round_index);
}

function bestCents(state: OpenState, blocks: readonly OpenBlock[], jobs: readonly OpenJob[]): number {
  const facts = { round_index: state.round_index, max_rounds: state.config.rounds, public_market: { energy_factor: state.energy_factor } };
  const shown = blocks.map((block) => publicBlock(state, block));
  const wired = jobs.map((job) => wireJob(state, job));
  const pairs = wired.map((job) => shown.map((block) => pairOf(facts, block, job)));
  return bestPlan({ jobs: wired.map((job) => planJob(facts, job)), pairs, blocks: blocks.length }).value;
}
