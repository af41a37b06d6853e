/** Types of wants, promises and proposed plans, which version 1 does not have. Imports nothing. */

/** A lab's request to all others: hours in a window of rounds, at a price. Names no job. */
export interface OpenWant {
  want_id: string;
  lab_id: string;
  round_created: number;
  expires_round: number;
  from_round: number;
  to_round: number;
  hours: number;
  min_reliability: number;
  /** What the lab pays for them. */
  payment_cents: number;
  message: string;
  status: 'standing' | 'filled' | 'withdrawn' | 'expired';
}

/** Blocks that a lab holds for another at a price, with a bond that the other gets if they are missing. */
export interface OpenPromise {
  promise_id: string;
  from_lab_id: string;
  to_lab_id: string;
  block_ids: string[];
  price_cents: number;
  bond_cents: number;
  round_created: number;
  until_round: number;
  message: string;
  status: 'standing' | 'taken' | 'declined' | 'lapsed' | 'broken' | 'lost';
}

/** A joint plan proposed to a coalition. */
export interface Proposal {
  plan_id: string;
  lab_id: string;
  round_created: number;
  until_round: number;
  plan: { job_id: string; block_ids: string[] }[];
  /** Owners of the things it uses. */
  participants: string[];
  /** As of the round it was proposed; null: not everything was pledged yet. */
  total_cents: number | null;
  surplus_cents: number | null;
  costs: { lab_id: string; amount_cents: number }[] | null;
  shares: { lab_id: string; share: number }[] | null;
  /** It conflicts with plans that were proposed before its round. */
  counters: boolean;
  vetoed_by: string[];
}
