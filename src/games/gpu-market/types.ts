/** The types of the GPU market. Wire names (snake_case) are used inside too, so that one thing has one name. Imports nothing. */

export const TASK_TYPES = ['single_trade', 'market_round', 'coalition_market'] as const;
export type TaskType = (typeof TASK_TYPES)[number];

export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export const JUDGE_MODES = ['off', 'rule'] as const;
export type JudgeMode = (typeof JUDGE_MODES)[number];

export const ARCHETYPES = ['cooperative', 'selfish', 'deadline_panicked', 'deceptive', 'retaliatory'] as const;
export type Archetype = (typeof ARCHETYPES)[number];

export const BLOCK_STATUSES = ['available', 'reserved', 'committed', 'used', 'failed'] as const;
export type BlockStatus = (typeof BLOCK_STATUSES)[number];

export const OFFER_STATUSES = ['active', 'accepted', 'rejected', 'expired', 'invalid'] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

export const BREACH_STATUSES = ['none', 'excused', 'breached'] as const;
export type BreachStatus = (typeof BREACH_STATUSES)[number];

export const SIGNALS = ['urgency', 'fairness', 'coalition', 'threat', 'neutral'] as const;
export type Signal = (typeof SIGNALS)[number];

export const SHOCK_KINDS = ['capacity_failure', 'energy_spike', 'demand_surge', 'reliability_degradation'] as const;
export type ShockKind = (typeof SHOCK_KINDS)[number];

export const BANDS = ['low', 'medium', 'high'] as const;
export type Band = (typeof BANDS)[number];

export const ACTION_TYPES = [
  'send_offer',
  'accept_offer',
  'reject_offer',
  'counter_offer',
  'make_pitch',
  'counter_pitch',
  'reserve_capacity',
  'release_capacity',
  'form_coalition',
  'commit_to_coalition',
  'allocate_to_job',
  'send_message',
  'wait',
  'finish',
] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

export interface Block {
  block_id: string;
  start_round: number;
  duration: number;
  gpu_count: number;
  reliability: number;
  energy_cost: number;
  owner_lab_id: string;
  reserved_by: string | null;
  allocated_to_job_id: string | null;
  status: BlockStatus;
}

export interface Job {
  job_id: string;
  gpu_hours_required: number;
  deadline_round: number;
  base_value: number;
  urgency_multiplier: number;
  min_reliability: number;
  partial_credit_allowed: boolean;
  private_notes: string;
  completed: boolean;
  allocated_block_ids: string[];
}

export interface Offer {
  offer_id: string;
  from_lab_id: string;
  to_lab_id: string;
  round_created: number;
  expires_round: number;
  offered_blocks: string[];
  requested_blocks: string[];
  payment: number;
  /** As sent; null when there was none. */
  message: string | null;
  conditions: Record<string, unknown>;
  status: OfferStatus;
  linked_offer_id: string | null;
}

export interface Coalition {
  coalition_id: string;
  members: string[];
  purpose: string;
  commitments: Record<string, string[]>;
  trust_score: number;
  round_created: number;
  expires_round: number;
  breach_status: BreachStatus;
}

export interface Message {
  from_lab_id: string;
  /** null: to all labs. */
  to_lab_id: string | null;
  round_index: number;
  message: string;
  signal: Signal;
}

export interface ActionResult {
  ok: boolean;
  code: string;
  message: string;
}

/** The eleven reward columns, each rounded to 4 decimals. */
export interface RewardBreakdown {
  job_utility_score: number;
  deal_quality_score: number;
  coalition_reliability_score: number;
  judge_argument_score: number;
  budget_efficiency_score: number;
  negotiation_efficiency_score: number;
  market_adaptation_score: number;
  spam_penalty: number;
  breach_penalty: number;
  invalid_action_penalty: number;
  normalized_reward: number;
}

export interface VisibleLab {
  lab_id: string;
  public_name: string;
  reputation: number;
  public_budget_band: Band;
  public_demand: Band;
  owned_block_ids: string[];
  active_offer_count: number;
  coalition_ids: string[];
}

/** What one lab may see; the wire format of every endpoint (spec section 8). */
export interface Observation {
  task_id: string;
  difficulty: Difficulty;
  round_index: number;
  max_rounds: number;
  controlled_lab_id: string;
  controlled_lab_budget: number;
  controlled_lab_reputation: number;
  private_jobs: Job[];
  owned_blocks: Block[];
  public_market: { available_blocks: Block[]; market_pressure: Band; shock_history: string[] };
  visible_labs: VisibleLab[];
  active_offers: Offer[];
  active_coalitions: Coalition[];
  message_history: Message[];
  last_action_result: ActionResult | null;
  reward: number;
  cumulative_reward: number;
  reward_breakdown: RewardBreakdown;
  done: boolean;
}

/** An action as a policy writes it, with only the fields it uses. */
export interface Action {
  action_type: ActionType;
  target_lab_id?: string;
  offer_id?: string;
  coalition_id?: string;
  job_id?: string;
  message?: string;
  block_ids?: string[];
  requested_block_ids?: string[];
  payment?: number;
  conditions?: Record<string, unknown>;
}

/**
 * One pitch as the judge saw it. The public sees null for `pressure` and `need`, which come from private jobs, and for a pitch made to one
 * lab only.
 */
export interface PitchScore {
  lab_id: string;
  pitch: string | null;
  score: number;
  pressure: number | null;
  reputation: number;
  need: number | null;
  /** The evidence terms found, in the judge's order. */
  evidence: string[];
  vague: boolean;
  reason: string;
}

/** The judge's decision on one round's pitches. */
export interface JudgeDecision {
  judge: string;
  round_index: number;
  winner_lab_id: string;
  /** By lab, lab_0 first. */
  pitches: PitchScore[];
  /** For lab_0; part of its reward, so null for viewers who may not see rewards. */
  bonus: number | null;
  reason: string;
}
