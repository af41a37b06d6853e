/** Events as one viewer sees them: what it may not see is left out or null. Every full event also fits these types. */

import type { OpenConfig } from '../config';
import type {
  BlocksMarked,
  CoalitionFormed,
  JobAllocated,
  JobSettled,
  MatchBranched,
  MatchEnded,
  MatchOpened,
  OfferAccepted,
  OfferMade,
  OpenEvent,
  PlanExecuted,
  RoundClosed,
  RoundStarted,
  TurnTaken,
} from '../events';
import type { WireVerdict } from '../observation';
import type { OpenCoalition, OpenVerdict } from '../types';

/** Some fields are always present, the others only for viewers who may see them. */
type Cut<Event, Kept extends keyof Event> = Pick<Event, Kept> & Partial<Omit<Event, Kept>>;

export type ToldOpening = Pick<MatchOpened, 'type' | 'ruleset' | 'version'> & {
  config: Omit<OpenConfig, 'seed'> & { seed?: number };
  labs: { lab_id: string; public_name: string }[];
};
export type ToldBranch = Cut<MatchBranched, 'type' | 'ruleset' | 'version' | 'lab_id' | 'round_index' | 'labs'>;
export type ToldTurn = Cut<TurnTaken, 'type' | 'lab_id' | 'round_index'>;
export type ToldOffer = Cut<OfferMade, 'type'> & { offer_id?: string };
export type ToldDeal = Cut<OfferAccepted, 'type' | 'offer_id' | 'transfers' | 'condition'>;
export type ToldAllocation = Cut<JobAllocated, 'type' | 'lab_id' | 'block_ids'>;
export type ToldPlan = Cut<PlanExecuted, 'type' | 'coalition_id' | 'lab_id' | 'participants'>;
export type ToldSettlement = Cut<JobSettled, 'type' | 'lab_id' | 'job_id' | 'round_index' | 'payouts'>;
export type ToldFounding = Pick<CoalitionFormed, 'type'> & {
  coalition: Omit<OpenCoalition, 'message' | 'invited' | 'pledges'> & {
    message: OpenCoalition['message'] | null;
    invited: OpenCoalition['invited'] | null;
    pledges: OpenCoalition['pledges'] | null;
  };
};
export type ToldEnd = Cut<MatchEnded, 'type' | 'round_index'>;
export interface ToldJudgement {
  type: 'pitches_judged';
  verdict: OpenVerdict | WireVerdict;
}

export type ToldOpenEvent =
  | Exclude<
      OpenEvent,
      {
        type:
          | 'match_opened'
          | 'match_branched'
          | 'turn_taken'
          | 'round_closed'
          | 'offer_made'
          | 'offer_accepted'
          | 'blocks_marked'
          | 'job_allocated'
          | 'plan_executed'
          | 'job_settled'
          | 'coalition_formed'
          | 'pitches_judged'
          | 'round_started'
          | 'match_ended';
      }
    >
  | ToldOpening
  | ToldBranch
  | ToldTurn
  | Cut<RoundClosed, 'type' | 'round_index' | 'order' | 'silent'>
  | ToldOffer
  | ToldDeal
  | Cut<BlocksMarked, 'type' | 'lab_id' | 'block_ids' | 'status'>
  | ToldAllocation
  | ToldPlan
  | ToldSettlement
  | ToldFounding
  | ToldJudgement
  | Cut<RoundStarted, 'type' | 'round_index' | 'spent_block_ids' | 'arrived'>
  | ToldEnd;
