/** Version 1's sentences. They are part of its recorded events, so they keep their bytes. */
import type { OpenResult, Worded } from '../shared/types';

const REFUSALS: Readonly<Record<string, string>> = {
  malformed_action: 'This is no action.',
  too_many_actions: 'A turn holds fewer actions than this.',
  already_submitted: 'This seat has submitted its turn already; the first one counts.',
  stale_round: 'That round is over.',
  early_round: 'That round has not begun.',
  episode_done: 'The match is over.',
  seat_finished: 'This seat has finished; it waits to the end.',
  unknown_seat: 'There is no such seat.',
  unknown_lab: 'There is no such lab.',
  self_trade: 'A lab cannot trade with itself.',
  negative_payment: 'A payment cannot be below zero.',
  budget_overspend: 'There is not enough money for this.',
  unknown_block: 'There is no such block.',
  unowned_block: 'The block belongs to somebody else.',
  pledged_block: 'The block is pledged to a coalition.',
  resale_forbidden: 'The block came with the condition not to be resold.',
  unavailable_block: 'The block is not free: allocated, failed, over or reserved.',
  target_does_not_own_block: 'The other lab does not own the block that is asked for.',
  condition_broken: 'The block may be used in its coalition only.',
  empty_offer: 'An offer needs at least one block or some money.',
  open_request: 'An open offer cannot ask for blocks.',
  bad_condition: 'These conditions cannot be kept.',
  unknown_offer: 'There is no such offer for this lab.',
  inactive_offer: 'The offer no longer stands.',
  not_offer_recipient: 'The offer is its own.',
  not_party: 'Only the two sides of an offer can reject it.',
  invalid_offered_block: 'A block on offer is no longer the giver’s to give; the offer is void.',
  invalid_requested_block: 'A block that was asked for is no longer the giver’s to give; the offer is void.',
  not_pitch_round: 'Nothing can be won by a pitch in this round.',
  empty_pitch: 'A pitch needs at least 12 characters.',
  coalitions_disabled: 'There are no coalitions in this match.',
  invalid_coalition_target: 'A coalition invites other labs of this match.',
  coalition_size: 'A coalition has 2 to 16 members with its founder.',
  bad_split: 'The split is equal, contribution or shapley, and owner_share lies between 0 and 1.',
  unknown_coalition: 'There is no such coalition.',
  not_invited: 'The lab is not invited.',
  already_member: 'The lab is a member already.',
  inactive_coalition: 'The coalition is not active.',
  not_coalition_member: 'The lab is no member of the coalition.',
  already_pledged: 'The lab has a pledge that stands; it can have one at a time.',
  empty_block_list: 'No block is named.',
  unknown_job: 'This is no job of this lab.',
  job_completed: 'The job is settled.',
  job_started: 'The job has blocks already.',
  pledged_job: 'The job is pledged to a coalition.',
  negative_reserve: 'A reserve cannot be below zero.',
  bad_round: 'A pledge lasts from this round to three rounds on at most.',
  failed_block: 'A shock took the block.',
  duplicate_allocation: 'The block or the job is used twice.',
  no_hours_left: 'The block has no hours left.',
  low_reliability: 'The block is less reliable than the job asks.',
  unpledged_job: 'The plan uses a job that is not pledged to this coalition.',
  unpledged_block: 'The plan uses a block that is not pledged to this coalition.',
  insufficient_capacity: 'A job of the plan would not reach its hours in time.',
  idle_block: 'A block of the plan adds nothing to its job.',
  below_reserve: 'The plan does not make what its members asked at least.',
};

const DONE: Readonly<Record<string, string>> = {
  offer_created: 'The offer stands from the next round.',
  counter_offer_created: 'The counter-offer stands from the next round.',
  offer_accepted: 'The deal is done.',
  offer_rejected: 'The offer is rejected.',
  offer_withdrawn: 'The offer is withdrawn.',
  pitch_recorded: 'The pitch is heard; the best wins the block.',
  capacity_reserved: 'The blocks are marked as reserved.',
  capacity_released: 'The blocks are free again.',
  coalition_created: 'The coalition is founded; those invited can join.',
  coalition_joined: 'The lab has joined.',
  coalition_declined: 'The invitation is declined.',
  coalition_left: 'The lab has left.',
  coalition_committed: 'The pledge stands.',
  plan_executed: 'The joint plan is carried out.',
  job_allocated: 'The blocks work for the job.',
  message_sent: 'The message is sent.',
  waited: 'Waited.',
  finished: 'The lab waits from here to the end.',
};

/** The codes whose sentence ends with what it is about, in parentheses. */
const WITH_DETAIL: ReadonlySet<string> = new Set([
  'malformed_action',
  'unknown_lab',
  'unknown_block',
  'unowned_block',
  'pledged_block',
  'resale_forbidden',
  'unavailable_block',
  'target_does_not_own_block',
  'condition_broken',
  'unknown_job',
  'job_completed',
  'job_started',
  'failed_block',
  'duplicate_allocation',
  'no_hours_left',
  'low_reliability',
  'unpledged_job',
  'unpledged_block',
  'insufficient_capacity',
  'idle_block',
  'invalid_offered_block',
  'invalid_requested_block',
]);

export function wordedAsInVersion1({ ok, code, message, what }: Worded): OpenResult {
  if (ok) return { ok, code, message: DONE[code] ?? message };
  const detail = detailOf(code, what);
  const sentence = REFUSALS[code] ?? message;
  return { ok, code, message: detail === undefined ? sentence : `${sentence} (${detail})` };
}

function detailOf(code: string, what: string | undefined): string | undefined {
  if (code === 'invalid_coalition_target') return what?.replace(/^; (.*) is not one$/, '$1');
  if (code === 'budget_overspend') return what?.startsWith(': the sender') ? 'the sender' : undefined;
  return WITH_DETAIL.has(code) ? what : undefined;
}
