/** What one seat may see under version 2: all of version 1, plus wants, promises, and proposed plans. */
import type { LegalAction, Range } from '../shared/legal-action';
import type { OpenFacts, WirePromise, WireWant } from '../shared/observation';

export type NewLegalAction =
  | {
      action_type: 'post_want';
      from_round: Range;
      to_round: Range;
      hours: Range;
      min_reliability: Range;
      payment: Range;
      expires_in: Range;
    }
  /** `block_ids`: own free blocks; those chosen must bring the hours wanted. */
  | { action_type: 'fill_want'; want_ids: string[]; block_ids: string[] }
  | { action_type: 'withdraw_want'; want_ids: string[] }
  | {
      action_type: 'make_promise';
      target_lab_ids: string[];
      block_ids: string[];
      requested_payment: Range;
      bond: Range;
      until_round: Range;
    }
  | { action_type: 'take_promise' | 'decline_promise'; promise_ids: string[] }
  /** By coalition, by pledged job: the pledged blocks that may be allocated to it. */
  | { action_type: 'propose_plan'; plans: Record<string, Record<string, string[]>> }
  /** By coalition: plans that use something of this seat's. */
  | { action_type: 'veto_plan'; plan_ids: Record<string, string[]> }
  /** By coalition: pledged blocks and jobs that no open plan uses. */
  | { action_type: 'withdraw_pledge'; pledged: Record<string, { block_ids: string[]; job_ids: string[] }> };

export type LegalAction2 = LegalAction | NewLegalAction;

export interface OpenFacts2 extends OpenFacts {
  /** All standing wants. */
  wants: WireWant[];
  /** Standing promises made by this seat and to it. */
  promises: WirePromise[];
}

export interface OpenObservation2 extends OpenFacts2 {
  legal_actions: LegalAction2[];
}
