/** What labs want, promise and put on the table: version 1 has none of it. Imports nothing. */

/** What a lab asks all others for: hours in a window of rounds, at a price. No job is named. */
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

/** Blocks that a lab holds for another at a price, with a bond that goes to the other if they are not there. */
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

/** A joint plan on a coalition's table. */
export interface Proposal {
  plan_id: string;
  lab_id: string;
  round_created: number;
  until_round: number;
  plan: { job_id: string; block_ids: string[] }[];
  /** Whose things it uses. */
  participants: string[];
  /** As of the round in which it was made; null: not everything was pledged yet. */
  total_cents: number | null;
  surplus_cents: number | null;
  costs: { lab_id: string; amount_cents: number }[] | null;
  shares: { lab_id: string; share: number }[] | null;
  /** It wants what plans use that were on the table when its round began. */
  counters: boolean;
  vetoed_by: string[];
}
