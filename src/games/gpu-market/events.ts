/**
 * What has happened in a GPU market, in the past tense. `evolve` only applies these: whatever chance or a rule chose stands in the
 * event. Most kinds serve every ruleset; what only one ruleset knows says so.
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

/** The seed has become a world. `draws` (here and below): how many 32-bit outputs of the match's stream are used up. */
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

/** A lab has moved: what it asked for as it came in, before the rules answered. `action` is null when it was none. */
export interface ActionTaken {
  type: 'action_taken';
  lab_id: string;
  action: Action | null;
  /** How often running the same was asked for, messages apart; null when it is not remembered (malformed). */
  repeats: number | null;
}

/** The rules' answer; `ok: false` is a refusal, which belongs to the record. */
export interface ActionResolved {
  type: 'action_resolved';
  lab_id: string;
  result: ActionResult;
}

export interface OfferMade {
  type: 'offer_made';
  offer: Offer;
}

/** The deal is done: payment and blocks have changed hands. `transfers` in the order in which they did. */
export interface OfferAccepted {
  type: 'offer_accepted';
  offer_id: string;
  from_lab_id: string;
  to_lab_id: string;
  payment: number;
  transfers: Transfer[];
}

/** A block's change of owner, with the marks it has then. */
export interface Transfer {
  block_id: string;
  from_lab_id: string;
  to_lab_id: string;
  status: BlockStatus;
  reserved_by: string | null;
}

/** An offer's end without a deal. */
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

/** After the change; `why` in a word or two of the rules (deal, refusal, breach). */
export interface ReputationChanged {
  type: 'reputation_changed';
  lab_id: string;
  reputation: number;
  why: 'deal' | 'refused' | 'breach';
}

/** Reward of one step, or of the final settlement. */
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

/** One shock, with all that it changed: blocks by id with their new values, jobs added. */
export interface ShockStruck {
  type: 'shock_struck';
  kind: ShockKind;
  round_index: number;
  /** The line that the shock history gains. */
  history: string;
  failed_block_id: string | null;
  /** The blocks that it hit, and in the same order their new energy costs or reliabilities, where it changed those. */
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
