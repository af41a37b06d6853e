/** One thing that a seat of the open market can do now, as it is put to a model. */
import type { TakenAction } from '../actions';
import type { OpenObservation } from '../observation';
import type { Appraiser } from '../plans/appraise';

/** Where options are weighed. */
export interface Desk {
  observation: OpenObservation;
  appraiser: Appraiser;
}

export interface OpenOption {
  /** All of it but the price and the words. */
  action: TakenAction;
  /** The model names one of these, in whole units of money. */
  price: { field: 'payment' | 'requested_payment'; steps: readonly number[] } | null;
  /** The longest message that the model may write with it, in characters; null: none. */
  words: number | null;
  /** How much better off it makes the seat by its own best plan, in units of money: options of a type are ranked by it. */
  worth: number;
  /** What the model is told of it; '': nothing. */
  note: string;
}

/** In this order fields stand in a reply. */
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

/** `+6`, `-2`: what something is worth to the seat. */
export function signed(amount: number): string {
  const whole = Math.round(amount);
  return whole < 0 ? `${whole}` : `+${whole}`;
}
