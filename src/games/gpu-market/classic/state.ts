/**
 * The state of a classic match, and functions on it. Whoever folds the events owns the state and its lists. The records in them (blocks,
 * jobs, labs, offers, …) and a lab's own lists are never changed, only replaced, because copies, events and observations share them.
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
  /** In the lab's own order: acquired blocks come last. Replaced, never changed. */
  readonly block_ids: string[];
  /** Replaced, never changed. */
  readonly jobs: Job[];
}

/** A reward for an action, or for the final settlement. */
export interface RewardedStep {
  readonly lab_id: string;
  readonly action: Action | null;
  readonly result: ActionResult;
  readonly breakdown: RewardBreakdown;
}

export interface ClassicState {
  ruleset: string;
  version: number;
  task_id: string;
  task_type: TaskType;
  difficulty: Difficulty;
  judge_mode: JudgeMode;
  seed: number;
  /** Number of 32-bit outputs of the seed's stream that have been used. */
  draws: number;
  round_index: number;
  max_rounds: number;
  finished: boolean;
  /** Past and future shocks, by round. */
  schedule: readonly { round_index: number; kind: ShockKind }[];
  labs: LabState[];
  /** In creation order, including dead ones: the same number per lab, lab by lab. */
  blocks: Block[];
  blocks_per_lab: number;
  offers: Offer[];
  coalitions: Coalition[];
  messages: Message[];
  shocks: ShockView[];
  verdicts: JudgeDecision[];
  /** The last remembered action, and how often in a row it was repeated. */
  repeated: { action: Action | null; times: number };
  /** The current or last action. */
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

export function findLab(state: ClassicState, labId: string | undefined): LabState | null {
  return labId === undefined ? null : (state.labs[labIndex(state, labId)] ?? null);
}

export function findBlock(state: ClassicState, blockId: string): Block | null {
  return state.blocks[blockIndex(state, blockId)] ?? null;
}

export function findOffer(state: ClassicState, offerId: string | undefined): Offer | null {
  return offerId === undefined ? null : (state.offers[offerIndex(state, offerId)] ?? null);
}

export function findCoalition(state: ClassicState, coalitionId: string | undefined): Coalition | null {
  return state.coalitions.find((coalition) => coalition.coalition_id === coalitionId) ?? null;
}

const ZERO = 48;

/** The number in a lab's id, unchecked; only for ids from the state itself. */
export function labNumber(labId: string): number {
  return labId.charCodeAt(4) - ZERO;
}

/** Index of a lab, or -1: `lab_3` is the fourth. A classic market has at most ten labs. */
export function labIndex(state: ClassicState, labId: string): number {
  const at = labId.length === 5 ? labId.charCodeAt(4) - ZERO : -1;
  return at >= 0 && state.labs[at]?.lab_id === labId ? at : -1;
}

/** Index of a block, or -1: `b_3_1` is the fourth lab's second. */
export function blockIndex(state: ClassicState, blockId: string): number {
  if (blockId.length !== 5) return -1;
  const at = (blockId.charCodeAt(2) - ZERO) * state.blocks_per_lab + blockId.charCodeAt(4) - ZERO;
  return at >= 0 && state.blocks[at]?.block_id === blockId ? at : -1;
}

/** Index of an offer, or -1: `o_1` is the first. */
export function offerIndex(state: ClassicState, offerId: string): number {
  let number = 0;
  for (let i = 2; i < offerId.length; i++) number = number * 10 + offerId.charCodeAt(i) - ZERO;
  return number > 0 && state.offers[number - 1]?.offer_id === offerId ? number - 1 : -1;
}

/** Asserts that a lab or block named by an event or another record exists. */
export function known<T>(found: T | null | undefined, id: string): T {
  if (found === null || found === undefined) throw new Error(`this match has no ${id}`);
  return found;
}

export function controlled(state: ClassicState): LabState {
  return known(state.labs[0], CONTROLLED);
}

/** Available, reserved or committed. */
export function isLive(block: Block): boolean {
  return block.status !== 'used' && block.status !== 'failed';
}

/** Available or reserved: what can still be reserved, and what other labs trade. */
export function isFree(block: Block): boolean {
  return block.status === 'available' || block.status === 'reserved';
}

export function gpuHours(block: Block): number {
  return block.duration * block.gpu_count;
}
