/**
 * Events of an open market. `evolve` only applies them: everything decided by chance, order or a rule is recorded in the event. `publish`
 * decides who sees which.
 */
import type { Judgement } from '~/contract/game';
import type { ReadTurn } from './actions';
import type { PlanDropped, PlanProposed, PlanVetoed, PromiseEnded, PromiseMade, WantClosed, WantPosted } from './bargain-events';
import type { OpenConfig } from './config';
import type { OpenState } from './state';
import type {
  BlockCondition,
  Deposit,
  OpenBlock,
  OpenCoalition,
  OpenMessage,
  OpenOffer,
  OpenResult,
  OpenVerdict,
  PlannedGrant,
  PlannedShock,
  Pledge,
  Share,
} from './types';
import type { LabWorld } from './world';

/** The seed has become a world. */
export interface MatchOpened {
  type: 'match_opened';
  ruleset: string;
  version: number;
  config: OpenConfig;
  labs: LabWorld[];
  shocks: PlannedShock[];
  grants: PlannedGrant[];
}

/** A seat has submitted its turn, which stays private. */
export interface TurnTaken {
  type: 'turn_taken';
  lab_id: string;
  round_index: number;
  key: string | null;
  turn: ReadTurn;
  /** Position in a house policy's random stream; hidden until the end. */
  house_drawn?: number;
}

/** All awaited turns are in, or the clock ran out for the missing ones. */
export interface RoundClosed {
  type: 'round_closed';
  round_index: number;
  /** The labs in this round's order. */
  order: string[];
  silent: string[];
  order_drawn: number;
}

export interface ActionResolved {
  type: 'action_resolved';
  lab_id: string;
  index: number;
  action_type: string | null;
  result: OpenResult;
}

export interface OfferMade {
  type: 'offer_made';
  offer: OpenOffer;
}

/** A completed deal; `transfers` are in order. */
export interface OfferAccepted {
  type: 'offer_accepted';
  offer_id: string;
  from_lab_id: string;
  to_lab_id: string;
  /** Whether the offer was public; then the deal is public too. */
  open: boolean;
  payment_cents: number;
  requested_payment_cents: number;
  transfers: { block_id: string; from_lab_id: string; to_lab_id: string }[];
  condition: BlockCondition | null;
  deposit: Deposit | null;
}

export interface OfferClosed {
  type: 'offer_closed';
  offer_id: string;
  from_lab_id: string;
  to_lab_id: string | null;
  status: 'rejected' | 'withdrawn' | 'expired' | 'invalid';
}

export interface MessagePosted {
  type: 'message_posted';
  message: OpenMessage;
}

/** Reserved, or released. */
export interface BlocksMarked {
  type: 'blocks_marked';
  lab_id: string;
  block_ids: string[];
  status: 'reserved' | 'available';
  reserved_by: string | null;
}

export interface CoalitionFormed {
  type: 'coalition_formed';
  coalition: OpenCoalition;
}

export interface CoalitionJoined {
  type: 'coalition_joined';
  coalition_id: string;
  lab_id: string;
}

export interface CoalitionDeclined {
  type: 'coalition_declined';
  coalition_id: string;
  lab_id: string;
}

/** A member has left or broken its pledge; then `forfeits` says who got its bond. */
export interface CoalitionLeft {
  type: 'coalition_left';
  coalition_id: string;
  lab_id: string;
  breach: boolean;
  refund_cents: number;
  forfeits: { lab_id: string; amount_cents: number }[];
}

export interface CoalitionEnded {
  type: 'coalition_ended';
  coalition_id: string;
  why: 'match_over' | 'too_few_members' | 'nobody_joined';
  refunds: { lab_id: string; amount_cents: number }[];
}

export interface CoalitionPledged {
  type: 'coalition_pledged';
  coalition_id: string;
  lab_id: string;
  pledge: Pledge;
}

export interface PledgeEnded {
  type: 'pledge_ended';
  coalition_id: string;
  lab_id: string;
  why: 'lapsed' | 'used' | 'empty' | 'withdrawn';
}

/** Part of a pledge is gone without fault: failed, over, or settled. */
export interface PledgeShrunk {
  type: 'pledge_shrunk';
  coalition_id: string;
  lab_id: string;
  block_ids: string[];
  job_ids: string[];
}

/** A joint plan is carried out: allocations of several labs' blocks to several labs' jobs, with agreed shares. */
export interface PlanExecuted {
  type: 'plan_executed';
  coalition_id: string;
  lab_id: string;
  plan: { job_id: string; block_ids: string[] }[];
  participants: string[];
  total_cents: number;
  /** Version 2: the sum of the participants' costs. */
  reserves_cents: number;
  shares: Share[];
  /** Version 2: the proposed plan, and each participant's cost. */
  plan_id?: string;
  costs?: { lab_id: string; amount_cents: number }[];
}

export interface JobAllocated {
  type: 'job_allocated';
  lab_id: string;
  job_id: string;
  block_ids: string[];
}

export interface Delivery {
  block_id: string;
  job_id: string;
  hours: number;
  /** Paid in this round; null: paid earlier, or not affordable (a brownout, so no hours). */
  energy_cents: number | null;
  brownout: boolean;
}

/** What the blocks of one lab's jobs delivered in a round. */
export interface CapacityDelivered {
  type: 'capacity_delivered';
  lab_id: string;
  round_index: number;
  deliveries: Delivery[];
}

export interface JobSettled {
  type: 'job_settled';
  lab_id: string;
  job_id: string;
  round_index: number;
  value_cents: number;
  completed: boolean;
  late: boolean;
  /** Others' shares from a joint plan. */
  payouts: { lab_id: string; amount_cents: number }[];
}

export interface DepositSettled {
  type: 'deposit_settled';
  offer_id: string;
  from_lab_id: string;
  to_lab_id: string;
  amount_cents: number;
  /** Every block was used, so the money was returned. */
  kept_word: boolean;
}

/** A judge other than the rule judge has answered or failed to. */
export interface JudgementHeard {
  type: 'judgement_heard';
  round_index: number;
  /** Position in the judge's random stream after drawing the order of pitches. */
  judge_drawn: number;
  judgement: Judgement;
}

export interface PitchesJudged {
  type: 'pitches_judged';
  verdict: OpenVerdict;
}

/** A spare block can be won by a pitch in this round. */
export interface GrantOffered {
  type: 'grant_offered';
  block: OpenBlock;
}

/** It goes to the winner; without one it is lost. */
export interface GrantGiven {
  type: 'grant_given';
  block_id: string;
  lab_id: string | null;
}

export interface ReputationChanged {
  type: 'reputation_changed';
  lab_id: string;
  reputation: number;
  why: 'deal' | 'breach';
}

/** A shock with all its changes. */
export interface ShockStruck {
  type: 'shock_struck';
  shock: PlannedShock;
  text: string;
  energy_factor: number;
  reliabilities: Record<string, number>;
  spot_blocks: OpenBlock[];
}

/** The organizer has scheduled a shock for the start of the next round. */
export interface ShockScheduled {
  type: 'shock_scheduled';
  shock: PlannedShock;
}

/** A new round has begun: expired windows, jobs now known to their owners, expired invitations. */
export interface RoundStarted {
  type: 'round_started';
  round_index: number;
  spent_block_ids: string[];
  arrived: { lab_id: string; job_id: string }[];
  uninvited: { coalition_id: string; lab_ids: string[] }[];
}

export interface MatchEnded {
  type: 'match_ended';
  round_index: number;
  profits_cents: Record<string, number>;
}

/** A branch of a running match: keeps what one seat knew; everything else is drawn again. */
export interface MatchBranched {
  type: 'match_branched';
  ruleset: string;
  version: number;
  /** The seat whose knowledge was kept. */
  lab_id: string;
  round_index: number;
  labs: { lab_id: string; public_name: string }[];
  state: OpenState;
}

export type OpenEvent =
  | MatchOpened
  | MatchBranched
  | TurnTaken
  | RoundClosed
  | ActionResolved
  | OfferMade
  | OfferAccepted
  | OfferClosed
  | MessagePosted
  | BlocksMarked
  | CoalitionFormed
  | CoalitionJoined
  | CoalitionDeclined
  | CoalitionLeft
  | CoalitionEnded
  | CoalitionPledged
  | PledgeEnded
  | PledgeShrunk
  | PlanExecuted
  | PlanProposed
  | PlanVetoed
  | PlanDropped
  | WantPosted
  | WantClosed
  | PromiseMade
  | PromiseEnded
  | JobAllocated
  | CapacityDelivered
  | JobSettled
  | DepositSettled
  | JudgementHeard
  | PitchesJudged
  | GrantOffered
  | GrantGiven
  | ReputationChanged
  | ShockStruck
  | ShockScheduled
  | RoundStarted
  | MatchEnded;
