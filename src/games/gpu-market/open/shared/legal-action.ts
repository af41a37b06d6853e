/** Types of the list of legal moves. */
import type { Split } from './types';

export interface Range {
  min: number;
  max: number;
}

/** An action type and the allowed values of its fields; absent fields are not used. */
export type LegalAction =
  | {
      action_type: 'send_offer';
      target_lab_ids: string[];
      block_ids: string[];
      /** By target. */
      requested_block_ids: Record<string, string[]>;
      payment: Range;
      requested_payment: Range;
      expires_in: Range;
      conditions: { must_use_by_round: Range | null; penalty: Range; coalition_ids: string[] };
    }
  | { action_type: 'counter_offer'; offer_ids: string[]; block_ids: string[]; payment: Range; requested_payment: Range; expires_in: Range }
  | { action_type: 'accept_offer' | 'reject_offer'; offer_ids: string[] }
  | { action_type: 'make_pitch'; block_id: string; job_ids: string[]; claim_fields: string[] }
  | { action_type: 'reserve_capacity' | 'release_capacity'; block_ids: string[] }
  | { action_type: 'form_coalition'; members: string[]; most_members: number; splits: Split[]; owner_share: Range; bond: Range }
  | {
      action_type: 'join_coalition' | 'commit_to_coalition';
      coalition_ids: string[];
      /** Things that may be pledged; optional when joining. */
      block_ids: string[];
      job_ids: string[];
      /** Blocks bound to a coalition can only be pledged to it. */
      bound: Record<string, string>;
      reserve: Range;
      until_round: Range;
    }
  | { action_type: 'decline_coalition' | 'leave_coalition'; coalition_ids: string[] }
  | {
      action_type: 'allocate_to_job';
      /** By own job: the blocks that may be allocated to it. */
      jobs: Record<string, string[]>;
      /** By coalition and pledged job: the pledged blocks that may be allocated to it. */
      plans: Record<string, Record<string, string[]>>;
    }
  /** To one of these labs, to the members of one of these coalitions, or with neither to all. */
  | { action_type: 'send_message'; target_lab_ids: string[]; coalition_ids: string[] }
  | { action_type: 'wait' | 'finish' };
