/** Types of an observation of ruleset `open`: what one seat may know, in wire format. Money in units with two decimals. */
import type { Band } from '../../types';
import type { LegalAction } from './legal-action';
import type { CoalitionStatus, OpenBlockStatus, OpenOfferStatus, OpenResult, OpenShockKind, Share, Split } from './types';

export interface WireCondition {
  must_not_resell: boolean;
  must_use_by_round: number | null;
  coalition_only: string | null;
}

/** Public data of a block. */
export interface PublicBlock {
  block_id: string;
  owner_lab_id: string;
  start_round: number;
  duration: number;
  gpu_count: number;
  reliability: number;
  /** As drawn; the current cost is this times the market's energy factor. */
  energy_cost: number;
  status: OpenBlockStatus;
  /** Remaining hours. */
  hours_left: number;
  conditions: WireCondition[];
}

export interface OwnBlock extends PublicBlock {
  reserved_by: string | null;
  allocated_to_job_id: string | null;
  pledged_to: string | null;
  energy_paid: number | null;
  hours_delivered: number;
}

export interface WireJob {
  job_id: string;
  lab_id: string;
  arrival_round: number;
  gpu_hours_required: number;
  deadline_round: number;
  base_value: number;
  urgency_multiplier: number;
  /** Its pay when complete in time. */
  value: number;
  min_reliability: number;
  partial_credit_allowed: boolean;
  private_notes: string;
  allocated_block_ids: string[];
  hours_delivered: number;
  /** Hours in time, and in total, with the current allocations. */
  hours_by_deadline: number;
  hours_in_all: number;
  energy_paid: number;
  /** Remaining energy cost of its blocks at the current factor. */
  energy_due: number;
  pledged_to: string | null;
  shares: Share[] | null;
  settled: boolean;
  completed: boolean;
  paid: number;
}

/** Another lab's job in which a joint plan gave this seat a share. */
export interface JointJob {
  job_id: string;
  lab_id: string;
  share: number;
  gpu_hours_required: number;
  deadline_round: number;
  value: number;
  partial_credit_allowed: boolean;
  allocated_block_ids: string[];
  /** Energy paid and, for blocks that will still deliver, to be paid at the current factor. */
  energy: number;
  hours_by_deadline: number;
  hours_in_all: number;
}

export interface WireConditions extends WireCondition {
  penalty: number;
}

export interface WireOffer {
  offer_id: string;
  from_lab_id: string;
  to_lab_id: string | null;
  round_created: number;
  expires_round: number;
  offered_blocks: string[];
  requested_blocks: string[];
  payment: number;
  requested_payment: number;
  message: string;
  conditions: WireConditions | null;
  status: OpenOfferStatus;
  linked_offer_id: string | null;
}

/** Pledges, visible to members for planning. */
export interface WirePledge {
  block_ids: string[];
  jobs: WireJob[];
  reserve: number;
  until_round: number;
  at_once?: boolean;
}

export interface WireCoalition {
  coalition_id: string;
  founder: string;
  members: string[];
  split: Split;
  owner_share: number;
  bond: number;
  round_created: number;
  status: CoalitionStatus;
  /** For members and invited labs, otherwise null. */
  message: string | null;
  invited: string[] | null;
  invited_through: number;
  /** For members, otherwise null. */
  pledges: Record<string, WirePledge> | null;
  /** Proposed plans, for members and invited labs, otherwise null; absent: the rules have none. */
  proposals?: WireProposal[] | null;
}

export interface WireProposal {
  plan_id: string;
  lab_id: string;
  round_created: number;
  until_round: number;
  plan: { job_id: string; block_ids: string[] }[];
  participants: string[];
  /** null: not everything was pledged yet. */
  total: number | null;
  surplus: number | null;
  /** By lab: its cost, and its share of the plan's surplus, in money. */
  costs: Record<string, number> | null;
  payouts: Record<string, number> | null;
  vetoed_by: string[];
}

export interface WireWant {
  want_id: string;
  lab_id: string;
  round_created: number;
  expires_round: number;
  from_round: number;
  to_round: number;
  hours: number;
  min_reliability: number;
  payment: number;
  message: string;
  status: string;
}

export interface WirePromise {
  promise_id: string;
  from_lab_id: string;
  to_lab_id: string;
  block_ids: string[];
  price: number;
  bond: number;
  round_created: number;
  until_round: number;
  message: string;
  status: string;
}

export interface WireMessage {
  from_lab_id: string;
  to_lab_id: string | null;
  coalition_id: string | null;
  round_index: number;
  message: string;
  signal: string;
}

export interface WireClaim {
  job_id: string;
  field: string;
  value: number;
  /** The words of the pitch it was read from; null: given separately. */
  quote: string | null;
  /** The true value; null for jobs that are not the author's own open ones. */
  fact: number | null;
  verdict: boolean;
}

export interface WireVerdict {
  judge: string;
  round_index: number;
  block_id: string;
  winner_lab_id: string | null;
  pitches: {
    lab_id: string;
    pitch: string;
    score: number;
    /** For its author, otherwise null until the end. */
    reason: string | null;
    claims: WireClaim[] | null;
    /** Judge mode `llm`: the words that the judge quotes (private to the author until the end), and the rule judge's score. */
    quote?: string | null;
    rule_score?: number;
  }[];
  /** Judge mode `llm`: why the rule judge decided instead, or null; the maximum difference between the model's two readings. */
  fallback?: string | null;
  disagreement?: number | null;
}

export interface WireDeposit {
  offer_id: string;
  from_lab_id: string;
  to_lab_id: string;
  amount: number;
  due_round: number;
  block_ids: string[];
}

export interface WireLab {
  lab_id: string;
  public_name: string;
  reputation: number;
  public_budget_band: Band;
  public_demand: Band;
  owned_block_ids: string[];
  active_offer_count: number;
  coalition_ids: string[];
}

export interface PublicMarket {
  blocks: PublicBlock[];
  energy_factor: number;
  market_pressure: Band;
  shock_history: { round_index: number; kind: OpenShockKind; text: string }[];
  /** The spare block that a pitch can win in this round. */
  pitch_for_block_id: string | null;
  verdicts: WireVerdict[];
}

/** Everything except the legal list, which is computed from it. */
export interface OpenFacts {
  task_id: string;
  ruleset: string;
  task_type: string;
  difficulty: null;
  round_index: number;
  max_rounds: number;
  actions_per_round: number;
  coalitions_allowed: boolean;
  controlled_lab_id: string;
  controlled_lab_budget: number;
  controlled_lab_escrow: number;
  controlled_lab_start_budget: number;
  controlled_lab_reputation: number;
  /** This round's turn is submitted, or no turn is awaited. */
  submitted: boolean;
  finished: boolean;
  private_jobs: WireJob[];
  joint_jobs: JointJob[];
  owned_blocks: OwnBlock[];
  deposits: WireDeposit[];
  public_market: PublicMarket;
  visible_labs: WireLab[];
  active_offers: WireOffer[];
  active_coalitions: WireCoalition[];
  message_history: WireMessage[];
  last_action_results: OpenResult[];
  /** For seats that request it, otherwise null. */
  reward: number | null;
  cumulative_reward: number | null;
  reward_breakdown: Record<string, number> | null;
  done: boolean;
}

export interface OpenObservation extends OpenFacts {
  legal_actions: LegalAction[];
}
