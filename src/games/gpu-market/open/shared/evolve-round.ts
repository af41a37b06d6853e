/** Applies the clock's events: opening, deliveries, settlements, shocks, the next round. */
import { unreachable } from '~/contract/game';
import type {
  CapacityDelivered,
  DepositSettled,
  GrantGiven,
  GrantOffered,
  JobSettled,
  JudgementHeard,
  MatchEnded,
  MatchOpened,
  PitchesJudged,
  RoundClosed,
  RoundStarted,
  ShockScheduled,
  ShockStruck,
} from './events';
import { blockOf, coalitionOf, jobOf, jobValueCents, labOf, type OpenState } from './state';
import type { BlockOpening, JobOpening, OpenBlock, OpenJob } from './types';

type RoundEvent =
  | MatchOpened
  | RoundClosed
  | CapacityDelivered
  | JobSettled
  | DepositSettled
  | JudgementHeard
  | PitchesJudged
  | GrantOffered
  | GrantGiven
  | ShockStruck
  | ShockScheduled
  | RoundStarted
  | MatchEnded;

export function evolveRound(state: OpenState | null, event: RoundEvent): OpenState {
  if (event.type === 'match_opened') return opening(event);
  if (state === null) throw new Error(`evolve: ${event.type} before the opening`);
  switch (event.type) {
    case 'round_closed':
      state.order_drawn = event.order_drawn;
      state.turns = {};
      for (const lab of Object.values(state.labs)) lab.results = [];
      return state;
    case 'capacity_delivered':
      return deliver(state, event);
    case 'job_settled':
      return settle(state, event);
    case 'deposit_settled':
      state.deposits = state.deposits.filter((deposit) => deposit.offer_id !== event.offer_id);
      labOf(state, event.to_lab_id).budget_cents += event.amount_cents;
      return state;
    case 'pitches_judged':
      state.verdicts.push(event.verdict);
      delete state.judgement;
      return state;
    case 'judgement_heard':
      state.judgement = event.judgement;
      state.judge_drawn = event.judge_drawn;
      return state;
    case 'grant_offered':
      state.blocks[event.block.block_id] = { ...event.block, conditions: [] };
      return state;
    case 'grant_given':
      return grant(state, event);
    case 'shock_struck':
      return strike(state, event);
    case 'shock_scheduled':
      state.shocks = [...state.shocks, event.shock];
      state.live_shocks += 1;
      return state;
    case 'round_started':
      return startRound(state, event);
    case 'match_ended':
      state.finished = true;
      return state;
    default:
      return unreachable(event);
  }
}

function opening(event: MatchOpened): OpenState {
  const state: OpenState = {
    config: event.config,
    round_index: 0,
    finished: false,
    labs: {},
    blocks: {},
    jobs: {},
    offers: {},
    coalitions: {},
    messages: [],
    deposits: [],
    energy_factor: 1,
    shocks: event.shocks,
    shock_history: [],
    grants: event.grants,
    verdicts: [],
    turns: {},
    receipts: {},
    order_drawn: 0,
    plans: 0,
    live_shocks: 0,
    allocations: 0,
    ledger: { settled_cents: 0, energy_cents: 0, operator_cents: 0 },
  };
  for (const lab of event.labs) {
    state.labs[lab.lab_id] = {
      lab_id: lab.lab_id,
      public_name: lab.public_name,
      budget_cents: lab.budget_cents,
      start_cents: lab.budget_cents,
      reputation: 0.5,
      block_ids: lab.blocks.map((block) => block.block_id),
      job_ids: [],
      finished: false,
      results: [],
    };
    for (const block of lab.blocks) state.blocks[block.block_id] = freshBlock(block, { owner: lab.lab_id, origin: 'first', release: 0 });
    for (const job of lab.jobs) addJob(state, lab.lab_id, job);
  }
  return state;
}

/** A new block. */
export function freshBlock(block: BlockOpening, how: { owner: string; origin: OpenBlock['origin']; release: number }): OpenBlock {
  return {
    block_id: block.block_id,
    start_round: block.start_round,
    duration: block.duration,
    gpu_count: block.gpu_count,
    reliability: block.reliability,
    energy_cost: block.energy_cost,
    reliability_drawn: block.reliability,
    owner_lab_id: how.owner,
    origin: how.origin,
    release_round: how.release,
    reserved_by: null,
    allocated_to_job_id: null,
    allocated_round: null,
    allocation_number: null,
    pledged_to: null,
    status: 'available',
    failed_round: null,
    energy_paid_cents: null,
    hours_delivered: 0,
    conditions: [],
  };
}

function addJob(state: OpenState, labId: string, job: JobOpening): void {
  state.jobs[job.job_id] = freshJob(labId, job);
  labOf(state, labId).job_ids.push(job.job_id);
}

/** A new job. */
export function freshJob(labId: string, job: JobOpening): OpenJob {
  return {
    job_id: job.job_id,
    lab_id: labId,
    arrival_round: job.arrival_round,
    gpu_hours_required: job.gpu_hours_required,
    deadline_round: job.deadline_round,
    base_value: job.base_value,
    urgency_multiplier: job.urgency_multiplier,
    min_reliability: job.min_reliability,
    partial_credit_allowed: job.partial_credit_allowed,
    private_notes: job.private_notes,
    value_cents: jobValueCents(job),
    allocated_block_ids: [],
    hours_delivered: 0,
    energy_paid_cents: 0,
    pledged_to: null,
    shares: null,
    settled: false,
    completed: false,
    paid_cents: 0,
  };
}

function deliver(state: OpenState, event: CapacityDelivered): OpenState {
  for (const delivery of event.deliveries) {
    const block = blockOf(state, delivery.block_id);
    const job = jobOf(state, delivery.job_id);
    block.hours_delivered += delivery.hours;
    job.hours_delivered += delivery.hours;
    if (delivery.energy_cents === null) continue;
    block.energy_paid_cents = delivery.energy_cents;
    job.energy_paid_cents += delivery.energy_cents;
    labOf(state, event.lab_id).budget_cents -= delivery.energy_cents;
    state.ledger.energy_cents += delivery.energy_cents;
  }
  return state;
}

function settle(state: OpenState, event: JobSettled): OpenState {
  const job = jobOf(state, event.job_id);
  job.settled = true;
  job.completed = event.completed;
  job.paid_cents = event.value_cents;
  state.ledger.settled_cents += event.value_cents;
  const owner = labOf(state, event.lab_id);
  owner.budget_cents += event.value_cents;
  for (const { lab_id, amount_cents } of event.payouts) {
    owner.budget_cents -= amount_cents;
    labOf(state, lab_id).budget_cents += amount_cents;
  }
  return state;
}

function grant(state: OpenState, event: GrantGiven): OpenState {
  const block = blockOf(state, event.block_id);
  if (event.lab_id === null) {
    block.status = 'spent';
    block.failed_round ??= state.round_index;
    return state;
  }
  block.owner_lab_id = event.lab_id;
  labOf(state, event.lab_id).block_ids.push(event.block_id);
  return state;
}

function strike(state: OpenState, event: ShockStruck): OpenState {
  const { shock } = event;
  state.energy_factor = event.energy_factor;
  for (const [id, reliability] of Object.entries(event.reliabilities)) blockOf(state, id).reliability = reliability;
  if (shock.block_id !== null) {
    const block = blockOf(state, shock.block_id);
    block.failed_round = Math.min(block.failed_round ?? shock.round_index, shock.round_index);
    block.status = 'failed';
    block.reserved_by = null;
  }
  for (const { lab_id, job } of shock.jobs) addJob(state, lab_id, job);
  for (const block of event.spot_blocks) state.blocks[block.block_id] = { ...block, conditions: [] };
  state.shock_history.push({ round_index: shock.round_index, kind: shock.kind, text: event.text, block_id: shock.block_id });
  return state;
}

function startRound(state: OpenState, event: RoundStarted): OpenState {
  state.round_index = event.round_index;
  for (const id of event.spent_block_ids) Object.assign(blockOf(state, id), { status: 'spent', reserved_by: null });
  for (const { coalition_id, lab_ids } of event.uninvited) {
    const coalition = coalitionOf(state, coalition_id);
    coalition.invited = coalition.invited.filter((lab) => !lab_ids.includes(lab));
  }
  return state;
}
