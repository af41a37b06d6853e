/** One thing that a seat of the open market can do now, as it is put to a model. */
import type { OpenAction } from '../actions';
import type { Appraiser } from '../appraise';
import type { OpenObservation } from '../observation';

/** Where options are weighed. */
export interface Desk {
  observation: OpenObservation;
  appraiser: Appraiser;
}

export interface OpenOption {
  /** All of it but the price and the words. */
  action: OpenAction;
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
  'coalition_id',
  'job_id',
  'block_ids',
  'requested_block_ids',
  'job_ids',
  'members',
  'plan',
  'split',
  'bond',
  'reserve',
  'until_round',
  'expires_in',
  'payment',
  'requested_payment',
  'claims',
  'message',
] as const satisfies readonly (keyof OpenAction)[];

export function option(action: OpenAction, rest: Partial<Omit<OpenOption, 'action'>> = {}): OpenOption {
  return { action, price: null, words: null, worth: 0, note: '', ...rest };
}

/** `+6`, `-2`: what something is worth to the seat. */
export function signed(amount: number): string {
  const whole = Math.round(amount);
  return whole < 0 ? `${whole}` : `+${whole}`;
}
