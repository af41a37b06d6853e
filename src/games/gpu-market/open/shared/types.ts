/**
 * The types of ruleset `open`. Wire names are used inside too. Money in a state or an event is in whole cents, in fields that end in
 * `_cents`; values drawn with two decimals (energy_cost, base_value) stay as drawn. Imports types only.
 */
import type { Judgement } from '~/contract/game';
import type { Signal } from '../../types';
import type { Proposal } from './bargain';

export const OPEN_TASKS = ['single_trade', 'market_round', 'coalition_market', 'grand_market'] as const;
export type OpenTask = (typeof OPEN_TASKS)[number];

export const OPEN_JUDGE_MODES = ['off', 'rule', 'llm'] as const;
export type OpenJudgeMode = (typeof OPEN_JUDGE_MODES)[number];

export const OPEN_BLOCK_STATUSES = ['available', 'reserved', 'committed', 'used', 'failed', 'spent'] as const;
export type OpenBlockStatus = (typeof OPEN_BLOCK_STATUSES)[number];

export const OPEN_OFFER_STATUSES = ['active', 'accepted', 'rejected', 'withdrawn', 'expired', 'invalid'] as const;
export type OpenOfferStatus = (typeof OPEN_OFFER_STATUSES)[number];

export const COALITION_STATUSES = ['forming', 'active', 'ended'] as const;
export type CoalitionStatus = (typeof COALITION_STATUSES)[number];

export const SPLITS = ['equal', 'contribution', 'shapley'] as const;
export type Split = (typeof SPLITS)[number];

export const OPEN_SHOCK_KINDS = ['capacity_failure', 'energy_spike', 'demand_surge', 'reliability_degradation', 'supply_release'] as const;
export type OpenShockKind = (typeof OPEN_SHOCK_KINDS)[number];

export const CLAIM_FIELDS = ['hours', 'deadline', 'value', 'reliability'] as const;
export type ClaimField = (typeof CLAIM_FIELDS)[number];

export const OPEN_ACTION_TYPES = [
  'send_offer',
  'accept_offer',
  'reject_offer',
  'counter_offer',
  'make_pitch',
  'counter_pitch',
  'reserve_capacity',
  'release_capacity',
  'form_coalition',
  'join_coalition',
  'decline_coalition',
  'leave_coalition',
  'commit_to_coalition',
  'allocate_to_job',
  'send_message',
  'wait',
  'finish',
] as const;
export type OpenActionType = (typeof OPEN_ACTION_TYPES)[number];

/** Added in version 2. */
export const NEW_ACTION_TYPES = [
  'post_want',
  'fill_want',
  'withdraw_want',
  'make_promise',
  'take_promise',
  'decline_promise',
  'propose_plan',
  'veto_plan',
  'withdraw_pledge',
] as const;
export type NewActionType = (typeof NEW_ACTION_TYPES)[number];

/** Whether version 1 had the action. */
export function isOldAction<Action extends { action_type: string }>(action: Action): action is Action & { action_type: OpenActionType } {
  return OPEN_ACTION_TYPES.some((type) => type === action.action_type);
}

/** The market itself: owner of spare blocks and sender of their offers; not a seat. */
export const OPERATOR = 'operator';

/** A permanent condition that an accepted offer put on a block. */
export interface BlockCondition {
  offer_id: string;
  must_not_resell: boolean;
  must_use_by_round: number | null;
  coalition_only: string | null;
}

export interface OpenBlock {
  block_id: string;
  start_round: number;
  duration: number;
  gpu_count: number;
  reliability: number;
  /** As drawn, or as reduced by a shock; the energy factor never changes it. */
  reliability_drawn: number;
  energy_cost: number;
  owner_lab_id: string;
  /** `first`: a lab's own from the start; the others belong to the operator until bought or won. */
  origin: 'first' | 'spot' | 'grant';
  /** The round from which it exists. */
  release_round: number;
  reserved_by: string | null;
  allocated_to_job_id: string | null;
  allocated_round: number | null;
  /** Energy is paid in order of allocation. */
  allocation_number: number | null;
  pledged_to: string | null;
  status: OpenBlockStatus;
  /** A shock removed its hours from this round on. */
  failed_round: number | null;
  energy_paid_cents: number | null;
  hours_delivered: number;
  conditions: BlockCondition[];
}

/** One lab's share of what a joint plan's job pays, from 0 to 1. */
export interface Share {
  lab_id: string;
  share: number;
}

export interface OpenJob {
  job_id: string;
  lab_id: string;
  arrival_round: number;
  gpu_hours_required: number;
  deadline_round: number;
  base_value: number;
  urgency_multiplier: number;
  min_reliability: number;
  partial_credit_allowed: boolean;
  private_notes: string;
  /** What it pays when its hours are complete in time. */
  value_cents: number;
  /** In order of allocation. */
  allocated_block_ids: string[];
  hours_delivered: number;
  energy_paid_cents: number;
  pledged_to: string | null;
  /** Set by a joint plan; null: the owner gets everything. */
  shares: Share[] | null;
  settled: boolean;
  completed: boolean;
  paid_cents: number;
}

export interface OpenConditions {
  must_not_resell: boolean;
  must_use_by_round: number | null;
  penalty_cents: number;
  coalition_only: string | null;
}

export interface OpenOffer {
  offer_id: string;
  from_lab_id: string;
  /** null: open to all labs. */
  to_lab_id: string | null;
  round_created: number;
  expires_round: number;
  offered_blocks: string[];
  requested_blocks: string[];
  payment_cents: number;
  requested_payment_cents: number;
  message: string;
  conditions: OpenConditions | null;
  status: OpenOfferStatus;
  linked_offer_id: string | null;
  accepted_by: string | null;
}

/** Money held until the end of a round to ensure that blocks are used. */
export interface Deposit {
  offer_id: string;
  /** The lab that paid it and gets it back. */
  from_lab_id: string;
  /** The lab that gets it when a block is idle. */
  to_lab_id: string;
  amount_cents: number;
  due_round: number;
  block_ids: string[];
}

export interface Pledge {
  block_ids: string[];
  job_ids: string[];
  reserve_cents: number;
  until_round: number;
  /** Plans may use it in the round in which they are proposed. Not in version 1. */
  at_once?: boolean;
}

export interface OpenCoalition {
  coalition_id: string;
  founder: string;
  /** Those who joined and have not left, in order of joining. */
  members: string[];
  /** Those invited who have not declined, including those who joined. */
  invited: string[];
  split: Split;
  owner_share: number;
  bond_cents: number;
  message: string;
  round_created: number;
  /** The last round in which an invitation can be accepted. */
  invited_through: number;
  status: CoalitionStatus;
  /** By lab, at most one each. */
  pledges: Record<string, Pledge>;
  /** The open proposals, and how many there have been; absent: none. */
  proposals?: Proposal[];
  proposed?: number;
}

export interface OpenMessage {
  from_lab_id: string;
  /** null: to all labs, or to a coalition's members. */
  to_lab_id: string | null;
  coalition_id: string | null;
  round_index: number;
  message: string;
  signal: Signal;
  /** The labs that may read it; null: all. */
  readers: string[] | null;
}

export interface Claim {
  job_id: string;
  field: ClaimField;
  value: number;
}

/** A lab's pitch, with the claims it makes besides the text. */
export interface Pitch {
  text: string;
  claims: Claim[];
}

/** A claim, the text the judge read it from, and whether it is true. */
export interface CheckedClaim extends Claim {
  quote: string | null;
  fact: number | null;
  verdict: boolean;
}

export interface PitchVerdict {
  lab_id: string;
  pitch: string;
  score: number;
  reason: string;
  claims: CheckedClaim[];
  /** From a judge other than the rule judge: the words its score is based on, and the score the rule judge would have given. */
  quote?: string | null;
  rule_score?: number;
}

export interface OpenVerdict {
  judge: string;
  round_index: number;
  block_id: string;
  winner_lab_id: string | null;
  pitches: PitchVerdict[];
  /** Judge mode `llm`: why the rule judge was used instead, if it was, and how far apart the model's two readings were. */
  fallback?: Judgement['fallback'];
  disagreement?: number | null;
}

export interface OpenResult {
  ok: boolean;
  code: string;
  message: string;
}

/** An answer before its version of the rules words it: `what` is the id, value or reason that it is about. */
export interface Worded extends OpenResult {
  what?: string;
}

export interface OpenLab {
  lab_id: string;
  public_name: string;
  budget_cents: number;
  start_cents: number;
  reputation: number;
  /** In the lab's own order: purchases come last. */
  block_ids: string[];
  job_ids: string[];
  finished: boolean;
  /** The answers to its last turn's actions, in the order submitted. */
  results: OpenResult[];
}

/** A new job, from a shock or the opening. */
export interface JobOpening {
  job_id: string;
  arrival_round: number;
  gpu_hours_required: number;
  deadline_round: number;
  base_value: number;
  urgency_multiplier: number;
  min_reliability: number;
  partial_credit_allowed: boolean;
  private_notes: string;
}

export interface BlockOpening {
  block_id: string;
  start_round: number;
  duration: number;
  gpu_count: number;
  reliability: number;
  energy_cost: number;
}

/** What a shock will affect, drawn at the opening: blocks and jobs, never states. */
export interface PlannedShock {
  round_index: number;
  kind: OpenShockKind;
  /** capacity_failure; null: no block was left to fail. */
  block_id: string | null;
  /** demand_surge: one per lab, in order of labs. */
  jobs: { lab_id: string; job: JobOpening }[];
  /** supply_release. */
  blocks: { block: BlockOpening; price_cents: number }[];
  /** Triggered by the organizer during the match. */
  live: boolean;
}

/** A spare block for the best pitch of a pitch round. */
export interface PlannedGrant {
  pitch_round: number;
  block: BlockOpening;
}

/** The share of a job's value that it still pays when its hours are complete only after its deadline. */
export const LATE = 0.35;
export const LATE_WORDS = `${Math.round(100 * LATE)}%`;
