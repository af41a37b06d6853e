/**
 * What lab_0 may know, in wire format. An observation shares records and lists with the state, so it must not be changed. Optimized for few
 * passes over the market, for programs that play thousands of matches.
 */
import { round } from '~/lib/numbers';
import type { Band, Block, Coalition, Observation, Offer, VisibleLab } from '../types';
import { NO_REWARD } from './rules/rewards';
import { blockIndex, type ClassicState, CONTROLLED, controlled, gpuHours, known, type LabState, labNumber } from './state';

const HISTORY = 20;
/** Shared by all labs without a coalition. */
const NO_COALITIONS: string[] = [];

export function observe(state: ClassicState): Observation {
  const lab = controlled(state);
  const last = state.settlement ?? state.last_step;
  const breakdown = last?.breakdown ?? NO_REWARD;
  const offers = surveyOffers(state);
  const blocks = surveyBlocks(state);
  return {
    task_id: state.task_id,
    difficulty: state.difficulty,
    round_index: state.round_index,
    max_rounds: state.max_rounds,
    controlled_lab_id: CONTROLLED,
    controlled_lab_budget: round(lab.budget, 2),
    controlled_lab_reputation: round(lab.reputation, 3),
    private_jobs: lab.jobs,
    owned_blocks: blocksOf(state, lab),
    public_market: {
      available_blocks: blocks.live,
      market_pressure: pressureBand(state, blocks.liveHours),
      shock_history: shockHistory(state),
    },
    visible_labs: visibleLabs(state, { offers: offers.counts, hours: blocks.hours }),
    active_offers: offers.active,
    active_coalitions: activeCoalitions(state),
    message_history: state.messages.slice(-HISTORY),
    last_action_result: last?.result ?? null,
    reward: breakdown.normalized_reward,
    cumulative_reward: state.cumulative,
    reward_breakdown: breakdown,
    done: state.finished,
  };
}

/** The response to a step after the end: the same observation with a result that is not stored. */
export function observeAfterEnd(state: ClassicState): Observation {
  return { ...observe(state), last_action_result: { ok: false, code: 'episode_done', message: 'Episode is already done.' } };
}

/** low < 60 <= medium < 115 <= high. */
export function budgetBand(budget: number): Band {
  return band(budget, 60, 115);
}

/** By lab, in order: open hours relative to the hours of the lab's blocks that have not failed. */
export function demandBands(state: ClassicState): Band[] {
  const { hours } = surveyBlocks(state);
  return state.labs.map((lab, i) => demandBand(lab, hours[i] ?? 0));
}

/** All open hours relative to all live hours. */
export function marketPressure(state: ClassicState): Band {
  return pressureBand(state, surveyBlocks(state).liveHours);
}

function pressureBand(state: ClassicState, liveHours: number): Band {
  let open = 0;
  for (const lab of state.labs) open += openHours(lab);
  return band(open / Math.max(1, liveHours), 0.8, 1.5);
}

function demandBand(lab: LabState, hours: number): Band {
  return band(openHours(lab) / Math.max(1, hours), 0.7, 1.4);
}

/** The live blocks and their hours; by lab, the hours of all its blocks that have not failed. */
function surveyBlocks(state: ClassicState): { live: Block[]; liveHours: number; hours: number[] } {
  const live: Block[] = [];
  const hours = [0, 0, 0, 0, 0];
  let liveHours = 0;
  for (const block of state.blocks) {
    if (block.status === 'failed') continue;
    const own = gpuHours(block);
    const owner = labNumber(block.owner_lab_id);
    hours[owner] = (hours[owner] ?? 0) + own;
    if (block.status === 'used') continue;
    liveHours += own;
    live.push(block);
  }
  return { live, liveHours, hours };
}

function blocksOf(state: ClassicState, lab: LabState): Block[] {
  const blocks: Block[] = [];
  for (const blockId of lab.block_ids) blocks.push(blockOf(state, blockId));
  return blocks;
}

function blockOf(state: ClassicState, blockId: string): Block {
  return known(state.blocks[blockIndex(state, blockId)], blockId);
}

function shockHistory(state: ClassicState): string[] {
  const texts: string[] = [];
  for (const shock of state.shocks) texts.push(shock.text);
  return texts;
}

/** The active offers, and by lab the number of offers made or received. */
function surveyOffers(state: ClassicState): { active: Offer[]; counts: number[] } {
  const active: Offer[] = [];
  const counts = [0, 0, 0, 0, 0];
  for (const offer of state.offers) {
    if (offer.status !== 'active') continue;
    active.push(offer);
    const from = labNumber(offer.from_lab_id);
    const to = labNumber(offer.to_lab_id);
    counts[from] = (counts[from] ?? 0) + 1;
    counts[to] = (counts[to] ?? 0) + 1;
  }
  return { active, counts };
}

function activeCoalitions(state: ClassicState): Coalition[] {
  const active: Coalition[] = [];
  for (const coalition of state.coalitions) if (coalition.expires_round >= state.round_index) active.push(coalition);
  return active;
}

function visibleLabs(state: ClassicState, of: { offers: readonly number[]; hours: readonly number[] }): VisibleLab[] {
  const others: VisibleLab[] = [];
  for (let i = 1; i < state.labs.length; i++) {
    const lab = known(state.labs[i], `lab_${i}`);
    others.push({
      lab_id: lab.lab_id,
      public_name: lab.public_name,
      reputation: round(lab.reputation, 3),
      public_budget_band: budgetBand(lab.budget),
      public_demand: demandBand(lab, of.hours[i] ?? 0),
      owned_block_ids: lab.block_ids,
      active_offer_count: of.offers[i] ?? 0,
      coalition_ids: state.coalitions.length === 0 ? NO_COALITIONS : coalitionsOf(state, lab.lab_id),
    });
  }
  return others;
}

function coalitionsOf(state: ClassicState, labId: string): string[] {
  const ids: string[] = [];
  for (const coalition of state.coalitions) if (coalition.members.includes(labId)) ids.push(coalition.coalition_id);
  return ids;
}

function openHours(lab: LabState): number {
  let hours = 0;
  for (const job of lab.jobs) if (!job.completed) hours += job.gpu_hours_required;
  return hours;
}

function band(value: number, medium: number, high: number): Band {
  return value < medium ? 'low' : value < high ? 'medium' : 'high';
}
