/** Why an action is refused, by code; also messages for accepted ones. */
import type { Result } from './types';

const REFUSALS = {
  malformed_action: 'This is not an action.',
  too_many_actions: 'A turn holds four actions; this one was too many.',
  already_submitted: 'This seat has submitted its turn; the first one counts.',
  stale_round: 'That round is over.',
  early_round: 'That round has not begun.',
  episode_done: 'The match is over.',
  not_on_move: 'It is the other side’s turn.',
  seat_left: 'This seat has left the market.',
  unknown_seat: 'There is no such seat.',
  gone_seat: 'That seat has left the market.',
  same_side: 'Sellers deal with buyers, and buyers with sellers.',
  pledged: 'While you are in a pool you neither bid nor buy alone.',
  bad_price: 'A price is a number above 0 in whole hundredths, and at most three times the highest list price.',
  bad_quantity: 'The quantity does not fit.',
  not_improving: 'A new price may only be better for the other side than your last one.',
  unknown_offer: 'There is no such offer for this seat.',
  inactive_offer: 'The offer can no longer be taken.',
  not_offer_recipient: 'The offer was made to somebody else.',
  not_party: 'Only the two sides of an offer can end it.',
  operator_offer: 'The market’s own offers have a fixed price.',
  not_enough_stock: 'The seller does not have that many left.',
  pools_off: 'Buyers cannot order together in this match.',
  not_a_buyer: 'Only buyers form pools.',
  already_pledged: 'A buyer is in one pool at a time.',
  has_bought: 'This buyer has bought already.',
  pool_size: 'A pool has 2 to 16 buyers, the founder included.',
  bad_split: 'A split is equal, contribution or uniform.',
  bad_round: 'A pool lasts from two to eight rounds, and not beyond the last round.',
  unknown_coalition: 'There is no such pool for this seat.',
  ended_coalition: 'The pool has ended.',
  not_invited: 'This buyer is not invited.',
  not_coalition_member: 'This buyer is not a member of the pool.',
  not_pledged: 'Everybody who takes part has to be a member of the pool, and at least two do.',
  below_reserve: 'The price is above what those who take part have agreed to pay.',
  no_pitch: 'No customer is listening to pitches in this round.',
  not_a_seller: 'Only sellers pitch.',
  already_pitched: 'A seller pitches once in a round.',
  unknown_fact: 'The listing has no such fact.',
  empty_message: 'A message needs words.',
  message_too_long: 'A message has at most 500 characters.',
  mixed_scripts: 'A word mixes letters of different scripts that look alike. Write each word in one script.',
} as const;

export type RefusalCode = keyof typeof REFUSALS;

const DONE = {
  offer_created: 'The offer is on the table.',
  deal_made: 'The deal is done.',
  offer_rejected: 'The offer is rejected.',
  offer_marked: 'You said no to the open offer. It stays open for others.',
  offer_withdrawn: 'The offer is withdrawn.',
  pool_formed: 'The pool is formed; those invited can join.',
  pool_joined: 'You joined the pool.',
  pool_declined: 'The invitation is declined.',
  reserve_raised: 'The reserve is raised.',
  pitch_recorded: 'The customer hears the pitch.',
  message_sent: 'The message is sent.',
  waited: 'Waited.',
  finished: 'You left the market.',
} as const;

export type DoneCode = keyof typeof DONE;

export function refuse(code: RefusalCode, detail?: string): Result {
  return { ok: false, code, message: detail ?? REFUSALS[code] };
}

export function done(code: DoneCode): Result {
  return { ok: true, code, message: DONE[code] };
}
