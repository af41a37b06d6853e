/** The sentence for each code that an action can be answered with. */
import type { Result } from './types';

const REFUSALS = {
  malformed_action: 'This is not a valid action.',
  too_many_actions: 'A turn holds four actions; this one was too many.',
  already_submitted: 'This seat has already submitted its turn, and the first one counts. Wait for the next turn.',
  stale_round: 'That round is over. Submit a turn for the current round.',
  early_round: 'That round has not begun. Submit a turn for the current round.',
  episode_done: 'The match is over.',
  not_on_move: 'It is the other side’s turn.',
  seat_left: 'This seat has left the market.',
  unknown_seat: 'That is not another seat of this match.',
  gone_seat: 'That seat has left the market.',
  same_side: 'Sellers deal with buyers, and buyers with sellers. Choose a seat of the other side.',
  pledged: 'A member of a pool cannot bid or buy alone.',
  bad_price: 'A price must be above 0, in whole hundredths, and at most three times the highest list price.',
  bad_quantity: 'This quantity is not possible.',
  not_improving: 'A new price must be better for the other side than the last one.',
  unknown_offer: 'There is no such offer for this seat.',
  inactive_offer: 'The offer is no longer open.',
  not_offer_recipient: 'The offer was made to somebody else.',
  not_party: 'Only its sender and its recipient can end an offer.',
  operator_offer: 'The market’s own offers have a fixed price. Accept it or leave it.',
  not_enough_stock: 'The seller does not have that many units left.',
  pools_off: 'This match is played without pools.',
  not_a_buyer: 'Only buyers can be in a pool.',
  already_pledged: 'A buyer can be in one pool at a time.',
  has_bought: 'This buyer has already bought.',
  pool_size: 'A pool has 2 to 16 buyers, founder included.',
  bad_split: 'The split must be equal, contribution or uniform.',
  bad_round: 'A pool must last two to eight rounds, and end by the last round.',
  unknown_coalition: 'There is no such pool for this seat.',
  ended_coalition: 'The pool has ended.',
  not_invited: 'This buyer is not invited.',
  not_coalition_member: 'This buyer is not a member of the pool.',
  not_pledged: 'Everybody who takes part must be a member of the pool, and at least two must take part.',
  below_reserve: 'The members have not agreed to pay this much. Offer less, or raise a reserve first.',
  no_pitch: 'No customer listens to pitches in this round.',
  not_a_seller: 'Only sellers can pitch.',
  already_pitched: 'A seller can pitch once per round.',
  unknown_fact: 'The listing has no such fact.',
  empty_message: 'The message is empty.',
  message_too_long: 'A message can have at most 500 characters.',
  mixed_scripts: 'A word mixes letters of different scripts that look alike. Write each word in one script.',
} as const;

export type RefusalCode = keyof typeof REFUSALS;

const DONE = {
  offer_created: 'The offer is open.',
  deal_made: 'The deal is done.',
  offer_rejected: 'The offer is rejected.',
  offer_marked: 'The open offer is rejected here and stays open for others.',
  offer_withdrawn: 'The offer is withdrawn.',
  pool_formed: 'The pool is formed; those invited can join.',
  pool_joined: 'The pool is joined.',
  pool_declined: 'The invitation is declined.',
  reserve_raised: 'The reserve is raised.',
  pitch_recorded: 'The customer hears the pitch.',
  message_sent: 'The message is sent.',
  waited: 'Waited.',
  finished: 'This seat has left the market.',
} as const;

export type DoneCode = keyof typeof DONE;

export function refuse(code: RefusalCode, detail?: string): Result {
  return { ok: false, code, message: detail ?? REFUSALS[code] };
}

export function done(code: DoneCode): Result {
  return { ok: true, code, message: DONE[code] };
}
