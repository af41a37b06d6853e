/**
 * Events of a GPU market. `evolve` only applies them: everything decided by chance or a rule is recorded in the event. Most kinds are used
 * by every ruleset; others say which one uses them.
 */
import type {
  Action,
  ActionResult,
  Archetype,
  Block,
  BlockStatus,
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
} from './types';

export interface LabOpening {
  lab_id: string;
  public_name: string;
  archetype: Archetype | null;
  budget: number;
  reputation: number;
  blocks: Block[];
  jobs: Job[];
}

/** The seed has become a world. `draws` (here and below): number of 32-bit outputs of the match's stream that have been used. */
export interface MatchOpened {
  type: 'match_opened';
  ruleset: string;
  version: number;
  task_type: TaskType;
  difficulty: Difficulty;
  judge_mode: JudgeMode;
  seed: number;
  max_rounds: number;
  labs: LabOpening[];
  shocks: { round_index: number; kind: ShockKind }[];
  draws: number;
}

/** A lab's move as submitted, before the rules' answer. `action` is null if it was invalid. */
export interface ActionTaken {
  type: 'action_taken';
  lab_id: string;
  action: Action | null;
  /** How often in a row it was repeated, ignoring messages; null if it is not remembered (malformed). */
  repeats: number | null;
}

/** The rules' answer; `ok: false` is a refusal, which is part of the record. */
export interface ActionResolved {
  type: 'action_resolved';
  lab_id: string;
  result: ActionResult;
}

export interface OfferMade {
  type: 'offer_made';
  offer: Offer;
}

/** A completed deal: payment and blocks have changed hands. `transfers` are in order. */
export interface OfferAccepted {
  type: 'offer_accepted';
  offer_id: string;
  from_lab_id: string;
  to_lab_id: string;
  payment: number;
  transfers: Transfer[];
}

/** A block's change of owner, with its marks afterwards. */
export interface Transfer {
  block_id: string;
  from_lab_id: string;
  to_lab_id: string;
  status: BlockStatus;
  reserved_by: string | null;
}

/** An offer that ended without a deal. */
export interface OfferClosed {
  type: 'offer_closed';
  offer_id: string;
  from_lab_id: string;
  to_lab_id: string;
  status: 'rejected' | 'expired' | 'invalid';
}

export interface MessagePosted {
  type: 'message_posted';
  message: Message;
}

/** A block's marks after a reserve, release or commit. */
export interface BlockMarked {
  type: 'block_marked';
  block_id: string;
  lab_id: string;
  status: BlockStatus;
  reserved_by: string | null;
}

export interface CoalitionFormed {
  type: 'coalition_formed';
  coalition: Coalition;
}

export interface CoalitionCommitted {
  type: 'coalition_committed';
  coalition_id: string;
  lab_id: string;
  block_ids: string[];
}

export interface CoalitionBroken {
  type: 'coalition_broken';
  coalition_id: string;
  lab_id: string;
  block_id: string;
  status: 'excused' | 'breached';
}

export interface JobAllocated {
  type: 'job_allocated';
  job_id: string;
  lab_id: string;
  block_ids: string[];
  value: number;
  completed: boolean;
}

export interface PitchesJudged {
  type: 'pitches_judged';
  decision: JudgeDecision;
}

/** After the change. `why`: a term of the rules (deal, refusal, breach). */
export interface ReputationChanged {
  type: 'reputation_changed';
  lab_id: string;
  reputation: number;
  why: 'deal' | 'refused' | 'breach';
}

/** The reward of a step, or of the final settlement. */
export interface Rewarded {
  type: 'rewarded';
  lab_id: string;
  result: ActionResult;
  breakdown: RewardBreakdown;
  cumulative: number;
}

/** The opponents have moved and the next round begins. */
export interface RoundStarted {
  type: 'round_started';
  round_index: number;
  draws: number;
}

/** A shock with all its changes: blocks by id with new values, and added jobs. */
export interface ShockStruck {
  type: 'shock_struck';
  kind: ShockKind;
  round_index: number;
  /** The line added to the shock history. */
  history: string;
  failed_block_id: string | null;
  /** The affected blocks and, in the same order, their new energy costs or reliabilities if those changed. */
  block_ids: string[];
  energy_costs: number[];
  reliabilities: number[];
  jobs_added: { lab_id: string; job: Job }[];
  draws: number;
}

export interface MatchEnded {
  type: 'match_ended';
  round_index: number;
  draws: number;
}

export type MarketEvent =
  | MatchOpened
  | ActionTaken
  | ActionResolved
  | OfferMade
  | OfferAccepted
  | OfferClosed
  | MessagePosted
  | BlockMarked
  | CoalitionFormed
  | CoalitionCommitted
  | CoalitionBroken
  | JobAllocated
  | PitchesJudged
  | ReputationChanged
  | Rewarded
  | RoundStarted
  | ShockStruck
  | MatchEnded;
