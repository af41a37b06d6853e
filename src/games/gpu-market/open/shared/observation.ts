/** The words of an observation of ruleset `open`: what one seat may know, in wire form. Money is in units with two decimals. */
import type { Band } from '../../types';
import type { LegalAction } from './legal-action';
import type { CoalitionStatus, OpenBlockStatus, OpenOfferStatus, OpenResult, OpenShockKind, Share, Split } from './types';

export interface WireCondition {
  must_not_resell: boolean;
  must_use_by_round: number | null;
  coalition_only: string | null;
}

/** What everybody may know of a block. */
export interface PublicBlock {
  block_id: string;
  owner_lab_id: string;
  start_round: number;
  duration: number;
  gpu_count: number;
  reliability: number;
  /** As drawn; what is paid now is this times the market's energy factor. */
  energy_cost: number;
  status: OpenBlockStatus;
  /** Hours that have not passed. */
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
  /** What it pays when its hours are complete in time. */
  value: number;
  min_reliability: number;
  partial_credit_allowed: boolean;
  private_notes: string;
  allocated_block_ids: string[];
  hours_delivered: number;
  /** Hours it has and will have in time, and in all, as things stand. */
  hours_by_deadline: number;
  hours_in_all: number;
  energy_paid: number;
  /** What its blocks still cost at today's factor. */
  energy_due: number;
  pledged_to: string | null;
  shares: Share[] | null;
  settled: boolean;
  completed: boolean;
  paid: number;
}

/** A job of another lab of which a joint plan gave this seat a part. */
export interface JointJob {
  job_id: string;
  lab_id: string;
  share: number;
  gpu_hours_required: number;
  deadline_round: number;
  value: number;
  partial_credit_allowed: boolean;
  allocated_block_ids: string[];
  /** Energy paid and, for the blocks that will still deliver, to be paid at today's factor. */
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

/** What is pledged, for members: with it they can plan. */
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
  /** For members and those invited, else null. */
  message: string | null;
  invited: string[] | null;
  invited_through: number;
  /** For members, else null. */
  pledges: Record<string, WirePledge> | null;
  /** Plans on the table, for members and those invited, else null; absent: the rules have none. */
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
  /** By lab: what it costs, and what it gets of what the plan makes, in money. */
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
  /** The pitch's words it was read from; null when it was given beside them. */
  quote: string | null;
  /** What is true; null of a job that is not the author's own and open. */
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
    /** For its author, else null until the end. */
    reason: string | null;
    claims: WireClaim[] | null;
    /** Judge mode `llm`: the words that the judge quotes (its author's until the end), and the rule judge's score. */
    quote?: string | null;
    rule_score?: number;
  }[];
  /** Judge mode `llm`: why the rule judge decided instead, or null; how far the model's two readings lay apart at most. */
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
  /** The spare block that a pitch of this round can win. */
  pitch_for_block_id: string | null;
  verdicts: WireVerdict[];
}

/** Everything but the legal list, which is made from this alone. */
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
  /** This round's turn is handed in, or none is awaited any more. */
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
  /** For seats that ask, else null. */
  reward: number | null;
  cumulative_reward: number | null;
  reward_breakdown: Record<string, number> | null;
  done: boolean;
}

export interface OpenObservation extends OpenFacts {
  legal_actions: LegalAction[];
}
