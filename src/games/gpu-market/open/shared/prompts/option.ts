/** One action that a seat can take now, as a model sees it. */
import type { TakenAction } from '../actions';
import type { OpenObservation } from '../observation';
import type { Appraiser } from '../plans/appraise';

export interface Desk {
  observation: OpenObservation;
  appraiser: Appraiser;
}

export interface OpenOption {
  /** Everything but the price and the message. */
  action: TakenAction;
  /** The model names one of these, in whole units of money. */
  price: { field: 'payment' | 'requested_payment'; steps: readonly number[] } | null;
  /** The longest message that the model may write with it, in characters; null: none. */
  words: number | null;
  /** What it gains the seat by its own best plan, in units of money. Options of one type are ranked by it. */
  worth: number;
  /** What the model is told about it; '': nothing. */
  note: string;
}

/** The order of fields in a reply. */
export const FIELDS = [
  'action_type',
  'target_lab_id',
  'offer_id',
  'want_id',
  'promise_id',
  'coalition_id',
  'plan_id',
  'job_id',
  'block_ids',
  'requested_block_ids',
  'job_ids',
  'members',
  'plan',
  'split',
  'bond',
  'reserve',
  'from_round',
  'to_round',
  'hours',
  'min_reliability',
  'until_round',
  'at_once',
  'expires_in',
  'payment',
  'requested_payment',
  'claims',
  'message',
] as const satisfies readonly (keyof TakenAction)[];

export function option(action: TakenAction, rest: Partial<Omit<OpenOption, 'action'>> = {}): OpenOption {
  return { action, price: null, words: null, worth: 0, note: '', ...rest };
}

/** `+6`, `-2`. */
export function signed(amount: number): string {
  const whole = Math.round(amount);
  return whole < 0 ? `${whole}` : `+${whole}`;
}
