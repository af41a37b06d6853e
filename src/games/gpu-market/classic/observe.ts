/** What lab_0 may know, in the wire format. Observations share records with the state: read them, never change them. */
import { round } from '../../numbers';
import type { Band, Block, Observation, VisibleLab } from '../types';
import { NO_REWARD } from './rules/rewards';
import { type ClassicState, CONTROLLED, controlled, findBlock, gpuHours, isLive, known, type LabState, taskId } from './state';

const HISTORY = 20;

export function observe(state: ClassicState): Observation {
  const lab = controlled(state);
  const last = state.settlement ?? state.last_step;
  const breakdown = last?.breakdown ?? NO_REWARD;
  return {
    task_id: taskId(state),
    difficulty: state.difficulty,
    round_index: state.round_index,
    max_rounds: state.max_rounds,
    controlled_lab_id: CONTROLLED,
    controlled_lab_budget: round(lab.budget, 2),
    controlled_lab_reputation: round(lab.reputation, 3),
    private_jobs: lab.jobs.slice(),
    owned_blocks: blocksOf(state, lab),
    public_market: {
      available_blocks: state.blocks.filter(isLive),
      market_pressure: marketPressure(state),
      shock_history: state.shocks.map((shock) => shock.text),
    },
    visible_labs: state.labs.slice(1).map((other) => visibleLab(state, other)),
    active_offers: state.offers.filter((offer) => offer.status === 'active'),
    active_coalitions: state.coalitions.filter((coalition) => coalition.expires_round >= state.round_index),
    message_history: state.messages.slice(-HISTORY),
    last_action_result: last?.result ?? null,
    reward: breakdown.normalized_reward,
    cumulative_reward: state.cumulative,
    reward_breakdown: breakdown,
    done: state.finished,
  };
}

/** The answer to a step after the end: the same observation again, with a result that is not stored. */
export function observeAfterEnd(state: ClassicState): Observation {
  return { ...observe(state), last_action_result: { ok: false, code: 'episode_done', message: 'Episode is already done.' } };
}

/** low < 60 <= medium < 115 <= high. */
export function budgetBand(budget: number): Band {
  return band(budget, 60, 115);
}

/** Open hours against the hours of all blocks that have not failed. */
export function demandBand(state: ClassicState, lab: LabState): Band {
  let hours = 0;
  for (const block of blocksOf(state, lab)) if (block.status !== 'failed') hours += gpuHours(block);
  return band(openHours(lab) / Math.max(1, hours), 0.7, 1.4);
}

/** All open hours against all live hours. */
export function marketPressure(state: ClassicState): Band {
  let open = 0;
  for (const lab of state.labs) open += openHours(lab);
  let live = 0;
  for (const block of state.blocks) if (isLive(block)) live += gpuHours(block);
  return band(open / Math.max(1, live), 0.8, 1.5);
}

function visibleLab(state: ClassicState, lab: LabState): VisibleLab {
  const labId = lab.lab_id;
  let offers = 0;
  for (const offer of state.offers) {
    if (offer.status === 'active' && (offer.from_lab_id === labId || offer.to_lab_id === labId)) offers++;
  }
  return {
    lab_id: labId,
    public_name: lab.public_name,
    reputation: round(lab.reputation, 3),
    public_budget_band: budgetBand(lab.budget),
    public_demand: demandBand(state, lab),
    owned_block_ids: lab.block_ids.slice(),
    active_offer_count: offers,
    coalition_ids: state.coalitions.filter((one) => one.members.includes(labId)).map((one) => one.coalition_id),
  };
}

function blocksOf(state: ClassicState, lab: LabState): Block[] {
  return lab.block_ids.map((blockId) => known(findBlock(state, blockId), blockId));
}

function openHours(lab: LabState): number {
  let hours = 0;
  for (const job of lab.jobs) if (!job.completed) hours += job.gpu_hours_required;
  return hours;
}

function band(value: number, medium: number, high: number): Band {
  return value < medium ? 'low' : value < high ? 'medium' : 'high';
}
