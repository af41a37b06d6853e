/**
 * The state of a classic match, and the questions asked of it. The state and its lists belong to whoever folds the events; the
 * records in them (blocks, jobs, labs, offers, …) and a lab's own lists are never changed, only replaced: copies, events and
 * observations share them.
 */
import type {
  Action,
  ActionResult,
  Archetype,
  Block,
  Coalition,
  Difficulty,
  Job,
  JudgeDecision,
  JudgeMode,
  Message,
  Offer,
  RewardBreakdown,
  ShockKind,
  TaskType,
} from '../types';
import type { CurvePoint, ShockView } from '../view';

export const CONTROLLED = 'lab_0';

export interface LabState {
  readonly lab_id: string;
  readonly public_name: string;
  readonly archetype: Archetype | null;
  readonly budget: number;
  readonly reputation: number;
  /** The lab's own order: what it is given comes last. */
  readonly block_ids: readonly string[];
  readonly jobs: readonly Job[];
}

/** A reward given: for an action, or for the final settlement. */
export interface RewardedStep {
  readonly lab_id: string;
  readonly action: Action | null;
  readonly result: ActionResult;
  readonly breakdown: RewardBreakdown;
}

export interface ClassicState {
  ruleset: string;
  version: number;
  task_type: TaskType;
  difficulty: Difficulty;
  judge_mode: JudgeMode;
  seed: number;
  /** How many 32-bit outputs of the seed's stream are used up. */
  draws: number;
  round_index: number;
  max_rounds: number;
  finished: boolean;
  /** Still to come and past, by round. */
  schedule: readonly { round_index: number; kind: ShockKind }[];
  labs: LabState[];
  /** In creation order, dead ones too. */
  blocks: Block[];
  offers: Offer[];
  coalitions: Coalition[];
  messages: Message[];
  shocks: ShockView[];
  verdicts: JudgeDecision[];
  /** The last remembered action and how often running it was asked for. */
  repeated: { fingerprint: string; times: number };
  /** The action under way, or the last one. */
  action: Action | null;
  last_step: RewardedStep | null;
  settlement: RewardedStep | null;
  cumulative: number;
  curve: CurvePoint[];
}

export function copyState(state: ClassicState): ClassicState {
  return {
    ...state,
    labs: state.labs.slice(),
    blocks: state.blocks.slice(),
    offers: state.offers.slice(),
    coalitions: state.coalitions.slice(),
    messages: state.messages.slice(),
    shocks: state.shocks.slice(),
    verdicts: state.verdicts.slice(),
    curve: state.curve.slice(),
  };
}

/** In a match's own order labs are numbered: `lab_3` is the fourth. */
export function findLab(state: ClassicState, labId: string | undefined): LabState | null {
  for (const lab of state.labs) if (lab.lab_id === labId) return lab;
  return null;
}

export function findBlock(state: ClassicState, blockId: string): Block | null {
  for (const block of state.blocks) if (block.block_id === blockId) return block;
  return null;
}

export function findOffer(state: ClassicState, offerId: string | undefined): Offer | null {
  for (const offer of state.offers) if (offer.offer_id === offerId) return offer;
  return null;
}

export function findCoalition(state: ClassicState, coalitionId: string | undefined): Coalition | null {
  for (const coalition of state.coalitions) if (coalition.coalition_id === coalitionId) return coalition;
  return null;
}

/** A lab or block that an event or another record names is there. */
export function known<T>(found: T | null, id: string): T {
  if (found === null) throw new Error(`this match has no ${id}`);
  return found;
}

export function controlled(state: ClassicState): LabState {
  return known(state.labs[0] ?? null, CONTROLLED);
}

/** Available, reserved or committed. */
export function isLive(block: Block): boolean {
  return block.status !== 'used' && block.status !== 'failed';
}

/** Available or reserved: what may still be reserved, and what the other labs trade. */
export function isFree(block: Block): boolean {
  return block.status === 'available' || block.status === 'reserved';
}

export function gpuHours(block: Block): number {
  return block.duration * block.gpu_count;
}

export function taskId(state: { task_type: string; seed: number }): string {
  return `${state.task_type}-${state.seed}`;
}
