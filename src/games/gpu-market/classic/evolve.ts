/** (state, event) -> state: applies an event without deciding anything. Changes the state in place, but never its records. */
import { unreachable } from '~/contract/game';
import type {
  BlockMarked,
  CoalitionBroken,
  CoalitionCommitted,
  JobAllocated,
  LabOpening,
  MarketEvent,
  MatchOpened,
  OfferAccepted,
  Rewarded,
  ShockStruck,
} from '../events';
import type { Block, Coalition, Job, OfferStatus } from '../types';
import { type BlockChange, changedBlock, changedLab, changedOffer } from './records';
import { blockIndex, type ClassicState, findLab, known, type LabState, labIndex, offerIndex } from './state';

export function evolve(state: ClassicState | null, event: MarketEvent): ClassicState {
  if (event.type === 'match_opened') return opened(event);
  if (state === null) throw new Error(`a match begins with match_opened, not ${event.type}`);
  apply(state, event);
  return state;
}

/** Any event except the opening. */
export function apply(state: ClassicState, event: Exclude<MarketEvent, MatchOpened>): void {
  switch (event.type) {
    case 'action_taken':
      state.action = event.action;
      if (event.repeats !== null) state.repeated = { action: event.action, times: event.repeats };
      return;
    case 'action_resolved':
      return;
    case 'offer_made':
      state.offers.push(event.offer);
      return;
    case 'offer_accepted':
      execute(state, event);
      return;
    case 'offer_closed':
      setOfferStatus(state, event.offer_id, event.status);
      return;
    case 'message_posted':
      state.messages.push(event.message);
      return;
    case 'block_marked':
      markBlock(state, event);
      return;
    case 'coalition_formed':
      state.coalitions.push(event.coalition);
      return;
    case 'coalition_committed':
      commit(state, event);
      return;
    case 'coalition_broken':
      breakCoalition(state, event);
      return;
    case 'job_allocated':
      allocate(state, event);
      return;
    case 'pitches_judged':
      state.verdicts.push(event.decision);
      return;
    case 'reputation_changed':
      changeLab(state, event.lab_id, { reputation: event.reputation });
      return;
    case 'rewarded':
      reward(state, event);
      return;
    case 'round_started':
      state.round_index = event.round_index;
      state.draws = event.draws;
      return;
    case 'shock_struck':
      strike(state, event);
      return;
    case 'match_ended':
      state.finished = true;
      return;
    default:
      unreachable(event);
  }
}

function opened(event: MatchOpened): ClassicState {
  const labs: LabState[] = [];
  const blocks: Block[] = [];
  for (const lab of event.labs) {
    labs.push(labOf(lab));
    for (const block of lab.blocks) blocks.push(block);
  }
  return {
    ruleset: event.ruleset,
    version: event.version,
    task_id: `${event.task_type}-${event.seed}`,
    task_type: event.task_type,
    difficulty: event.difficulty,
    judge_mode: event.judge_mode,
    seed: event.seed,
    draws: event.draws,
    round_index: 0,
    max_rounds: event.max_rounds,
    finished: false,
    schedule: event.shocks,
    labs,
    blocks,
    blocks_per_lab: event.labs[0]?.blocks.length ?? 0,
    offers: [],
    coalitions: [],
    messages: [],
    shocks: [],
    verdicts: [],
    repeated: { action: null, times: 0 },
    action: null,
    last_step: null,
    settlement: null,
    cumulative: 0,
    curve: [],
  };
}

function labOf(opening: LabOpening): LabState {
  const block_ids: string[] = [];
  for (const block of opening.blocks) block_ids.push(block.block_id);
  return {
    lab_id: opening.lab_id,
    public_name: opening.public_name,
    archetype: opening.archetype,
    budget: opening.budget,
    reputation: opening.reputation,
    block_ids,
    jobs: opening.jobs,
  };
}

function changeLab(state: ClassicState, labId: string, change: Parameters<typeof changedLab>[1]): void {
  const at = labIndex(state, labId);
  state.labs[at] = changedLab(known(state.labs[at], labId), change);
}

function changeBlock(state: ClassicState, blockId: string, change: BlockChange): void {
  const at = blockIndex(state, blockId);
  state.blocks[at] = changedBlock(known(state.blocks[at], blockId), change);
}

function changeCoalition(state: ClassicState, coalitionId: string, change: (coalition: Coalition) => Coalition): void {
  const at = state.coalitions.findIndex((coalition) => coalition.coalition_id === coalitionId);
  state.coalitions[at] = change(known(state.coalitions[at] ?? null, coalitionId));
}

function setOfferStatus(state: ClassicState, offerId: string, status: OfferStatus): void {
  const at = offerIndex(state, offerId);
  state.offers[at] = changedOffer(known(state.offers[at], offerId), status);
}

function execute(state: ClassicState, event: OfferAccepted): void {
  setOfferStatus(state, event.offer_id, 'accepted');
  const from = labAt(state, event.from_lab_id);
  const to = labAt(state, event.to_lab_id);
  const fromBlocks = from.block_ids.slice();
  const toBlocks = to.block_ids.slice();
  for (const transfer of event.transfers) {
    const given = transfer.from_lab_id === from.lab_id;
    move(transfer.block_id, given ? fromBlocks : toBlocks, given ? toBlocks : fromBlocks);
    changeBlock(state, transfer.block_id, { owner_lab_id: transfer.to_lab_id, status: transfer.status, reserved_by: transfer.reserved_by });
  }
  changeLab(state, from.lab_id, { budget: from.budget - event.payment, block_ids: fromBlocks });
  changeLab(state, to.lab_id, { budget: to.budget + event.payment, block_ids: toBlocks });
}

function move(blockId: string, from: string[], to: string[]): void {
  let kept = 0;
  for (const id of from) if (id !== blockId) from[kept++] = id;
  from.length = kept;
  to.push(blockId);
}

function labAt(state: ClassicState, labId: string): LabState {
  return known(findLab(state, labId), labId);
}

function markBlock(state: ClassicState, event: BlockMarked): void {
  changeBlock(state, event.block_id, { status: event.status, reserved_by: event.reserved_by });
}

function commit(state: ClassicState, event: CoalitionCommitted): void {
  changeCoalition(state, event.coalition_id, (coalition) => ({
    ...coalition,
    commitments: { ...coalition.commitments, [event.lab_id]: event.block_ids },
  }));
}

function breakCoalition(state: ClassicState, event: CoalitionBroken): void {
  changeCoalition(state, event.coalition_id, (coalition) => ({ ...coalition, breach_status: event.status }));
}

function allocate(state: ClassicState, event: JobAllocated): void {
  for (const blockId of event.block_ids) changeBlock(state, blockId, { status: 'used', allocated_to_job_id: event.job_id });
  const lab = labAt(state, event.lab_id);
  const jobs = lab.jobs.map(
    (job): Job =>
      job.job_id === event.job_id
        ? { ...job, completed: event.completed, allocated_block_ids: [...job.allocated_block_ids, ...event.block_ids] }
        : job,
  );
  changeLab(state, lab.lab_id, { jobs });
}

function reward(state: ClassicState, event: Rewarded): void {
  const settled = event.result.code === 'final_settlement';
  const step = { lab_id: event.lab_id, action: settled ? null : state.action, result: event.result, breakdown: event.breakdown };
  if (settled) state.settlement = step;
  else state.last_step = step;
  state.cumulative = event.cumulative;
  state.curve.push({ round_index: state.round_index, reward: event.breakdown.normalized_reward, cumulative: event.cumulative });
}

function strike(state: ClassicState, event: ShockStruck): void {
  const { block_ids, energy_costs, reliabilities } = event;
  if (event.failed_block_id !== null) changeBlock(state, event.failed_block_id, { status: 'failed', reserved_by: null });
  for (let i = 0; i < block_ids.length; i++) {
    const energy_cost = energy_costs[i];
    const reliability = reliabilities[i];
    if (energy_cost !== undefined || reliability !== undefined) changeBlock(state, block_ids[i] ?? '', { energy_cost, reliability });
  }
  for (const { lab_id, job } of event.jobs_added) changeLab(state, lab_id, { jobs: [...labAt(state, lab_id).jobs, job] });
  state.shocks.push({
    round_index: event.round_index,
    kind: event.kind,
    text: event.history,
    block_id: event.failed_block_id,
    block_ids,
    jobs_added: event.jobs_added.length,
  });
  state.draws = event.draws;
}
