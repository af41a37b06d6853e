/** A classic match as a screen shows it to a viewer. */
import type { Viewer } from '~/contract/game';
import type { Block, JudgeDecision, Message } from '../types';
import type { LabView, MarketView, StepView } from '../view';
import { budgetBand, demandBands, marketPressure } from './observe';
import { type ClassicState, CONTROLLED, type LabState, type RewardedStep } from './state';

export function view(state: ClassicState, viewer: Viewer): MarketView {
  const sees = mayKnow(viewer);
  const own = sees(CONTROLLED);
  const demand = demandBands(state);
  return {
    game: 'gpu-market',
    ruleset: state.ruleset,
    ruleset_version: state.version,
    task: state.task_type,
    difficulty: state.difficulty,
    judge_mode: state.judge_mode,
    seed: viewer.kind === 'all' ? state.seed : null,
    round_index: state.round_index,
    max_rounds: state.max_rounds,
    finished: state.finished,
    market_pressure: marketPressure(state),
    labs: state.labs.map((lab, i) => ({ ...labView(lab, viewer), demand_band: demand[i] ?? 'low' })),
    blocks: state.blocks.map((block) => blockFor(block, viewer)),
    offers: state.offers.filter((offer) => isParty(offer, viewer)),
    coalitions: state.coalitions.slice(),
    messages: state.messages.filter((message) => hears(message, viewer)),
    shocks: state.shocks.slice(),
    verdicts: state.verdicts.map((verdict) => verdictFor(verdict, viewer, state)),
    curves: own ? { [CONTROLLED]: state.curve.slice() } : {},
    last_step: own ? stepOf(state.last_step) : null,
    settlement: own ? stepOf(state.settlement) : null,
  };
}

/** Whether a viewer may see a lab's private data. */
export function mayKnow(viewer: Viewer): (labId: string) => boolean {
  if (viewer.kind === 'all') return () => true;
  return viewer.kind === 'public' ? () => false : (labId) => labId === viewer.seat;
}

/** Offers are between two labs. */
export function isParty(offer: { from_lab_id: string; to_lab_id: string }, viewer: Viewer): boolean {
  const sees = mayKnow(viewer);
  return sees(offer.from_lab_id) || sees(offer.to_lab_id);
}

/** Messages to all are public. */
export function hears(message: Message, viewer: Viewer): boolean {
  return !message.to_lab_id || isParty({ from_lab_id: message.from_lab_id, to_lab_id: message.to_lab_id }, viewer);
}

/** The job of a block is private to its owner, but that it is in use is public. A seat's view matches its observation. */
export function blockFor(block: Block, viewer: Viewer): Block {
  return viewer.kind === 'public' ? { ...block, reserved_by: null, allocated_to_job_id: null } : block;
}

/** Hides pitches to a single lab and private terms of a score from viewers who may not see them. `state` has the pitch's recipient. */
export function verdictFor(verdict: JudgeDecision, viewer: Viewer, state: ClassicState): JudgeDecision {
  const sees = mayKnow(viewer);
  return {
    ...verdict,
    bonus: sees(CONTROLLED) ? verdict.bonus : null,
    reason: viewer.kind === 'public' && isSecretPitch(state, verdict.round_index, verdict.winner_lab_id) ? '' : verdict.reason,
    pitches: verdict.pitches.map((pitch) => {
      if (sees(pitch.lab_id)) return pitch;
      const kept = { ...pitch, pressure: null, need: null };
      return isSecretPitch(state, verdict.round_index, pitch.lab_id) && viewer.kind === 'public'
        ? { ...kept, pitch: null, evidence: [], vague: false, reason: '' }
        : kept;
    }),
  };
}

function isSecretPitch(state: ClassicState, round: number, labId: string): boolean {
  const said = state.messages.findLast((message) => message.round_index === round && message.from_lab_id === labId);
  return said !== undefined && Boolean(said.to_lab_id);
}

function labView(lab: LabState, viewer: Viewer): Omit<LabView, 'demand_band'> {
  const own = mayKnow(viewer)(lab.lab_id);
  return {
    lab_id: lab.lab_id,
    public_name: lab.public_name,
    reputation: lab.reputation,
    budget_band: budgetBand(lab.budget),
    budget: own ? lab.budget : null,
    archetype: own ? lab.archetype : null,
    jobs: own ? lab.jobs.slice() : null,
    block_ids: lab.block_ids.slice(),
  };
}

function stepOf(step: RewardedStep | null): StepView | null {
  return step === null ? null : { lab_id: step.lab_id, action: step.action, result: step.result, breakdown: step.breakdown };
}
