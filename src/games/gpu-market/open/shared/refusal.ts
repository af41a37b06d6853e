/** The sentence for each code that an action can be answered with. */
import type { OpenResult, Worded } from './types';

/** The part in braces is replaced by what was wrong, where a rule says it. */
const REFUSALS = {
  malformed_action: 'This is not a valid action: {it needs a known action_type and fields of the right kind}.',
  too_many_actions: 'The turn already holds as many actions as a turn may, so this one was left out.',
  already_submitted: 'This seat has already submitted its turn, and the first one counts. Wait for the next round.',
  stale_round: 'That round is over. Submit a turn for the current round.',
  early_round: 'That round has not begun. Submit a turn for the current round.',
  episode_done: 'The match is over.',
  seat_finished: 'This seat has finished, so it waits until the match ends.',
  unknown_seat: 'There is no such seat in this match.',
  unknown_lab: 'There is no lab {of that name} in this match.',
  self_trade: 'A lab cannot trade with itself. Name another lab.',
  negative_payment: 'A payment cannot be negative. Use 0 or more.',
  budget_overspend: 'There is not enough money for this{}.',
  unknown_block: 'There is no block {with that id}.',
  unowned_block: '{The block} belongs to another lab.',
  pledged_block: '{The block} is pledged or promised. It is free again when that ends.',
  resale_forbidden: '{The block} was sold on the condition that it is not resold.',
  unavailable_block: '{The block} is not free: it is reserved, in use, failed or over.',
  target_does_not_own_block: '{The block} does not belong to the lab that would give it. Ask its owner.',
  condition_broken: '{A block} is bound to a coalition, so only its members can have it and only its plans can use it.',
  empty_offer: 'The offer is empty. Add at least one block or some money.',
  open_request: 'An open offer cannot ask for blocks. Send it to their owner instead.',
  bad_condition: 'The offer’s conditions cannot be met: {they name something unknown}.',
  unknown_offer: 'There is no offer {with that id} for this lab.',
  inactive_offer: '{The offer} is no longer open.',
  not_offer_recipient: '{The offer} comes from this lab. Only another lab can accept or counter it.',
  not_party: '{The offer} can be ended only by its sender and by the lab it was sent to.',
  invalid_offered_block: '{A block} can no longer be given by the offer’s sender, so the offer is void.',
  invalid_requested_block: '{A block} can no longer be given by this lab, so the offer is void.',
  not_pitch_round: 'The operator gives no block away in this round. Pitch when one is announced.',
  empty_pitch: 'A pitch needs a text of at least 12 characters.',
  coalitions_disabled: 'This match is played without coalitions.',
  invalid_coalition_target: 'A coalition must invite other labs of this match{}.',
  coalition_size: 'A coalition has 2 to 16 members, founder included{}.',
  bad_split: 'The split must be equal, contribution or shapley, and owner_share between 0 and 1.',
  unknown_coalition: 'There is no coalition {with that id}.',
  not_invited: 'This lab is not invited to {the coalition}.',
  already_member: 'This lab is already a member of {the coalition}.',
  inactive_coalition: '{The coalition} is not active.',
  not_coalition_member: 'This lab is not a member of {the coalition}.',
  already_pledged: 'This lab has already pledged to {a coalition}. It can have one pledge at a time.',
  empty_block_list: 'Name at least one block{}.',
  unknown_job: 'This lab has no job {with that id}.',
  job_completed: '{The job} is already settled.',
  job_started: '{The job} already has blocks, so it cannot be pledged.',
  pledged_job: '{The job} is pledged to a coalition.',
  negative_reserve: 'A reserve cannot be negative. Use 0 or more.',
  bad_round: 'until_round must be {from this round to three rounds later}.',
  failed_block: '{The block} has failed: a shock took it.',
  duplicate_allocation: '{A block or a job} is already in use, or named twice.',
  no_hours_left: '{The block} has no hours left.',
  low_reliability: '{The block} is less reliable than required.',
  unpledged_job: '{A job} is not pledged to this coalition.',
  unpledged_block: '{A block} is not pledged to this coalition.',
  insufficient_capacity: '{A job} would not get all its hours in time. Add blocks to the plan.',
  idle_block: '{A block} adds nothing to its job. Leave it out of the plan.',
  below_reserve: 'The plan pays {a member} less than the reserve of its pledge.',
  below_cost: 'The plan brings less than it costs its participants.',
  propose_first: 'Propose a joint plan first, with propose_plan. It is carried out when its round is over.',
  smaller_surplus: 'An open plan that uses the same blocks or jobs has at least this surplus.',
  unknown_plan: 'There is no open plan {with that id} in this coalition.',
  not_participant: '{The plan} uses nothing of this lab, so this lab has no veto.',
  already_vetoed: 'This lab has already vetoed {the plan}.',
  no_pledge: 'This lab has no pledge in {the coalition}.',
  plan_open: 'An open plan uses {a part of this}. After a veto it is free from the next round on.',
  bad_window: '{The rounds or hours are not possible}.',
  unknown_want: 'There is no want {with that id}.',
  inactive_want: '{The want} is no longer open.',
  own_want: '{The want} is this lab’s own. Only another lab can fill it.',
  too_few_hours: 'The blocks have {fewer hours than wanted} in those rounds.',
  unknown_promise: 'There is no promise {with that id} to this lab.',
  inactive_promise: '{The promise} is no longer open.',
} as const;

export type RefusalCode = keyof typeof REFUSALS;

const DONE = {
  offer_created: 'The offer opens next round.',
  counter_offer_created: 'The counter-offer opens next round.',
  offer_accepted: 'The deal is done.',
  offer_rejected: 'The offer is rejected.',
  offer_withdrawn: 'The offer is withdrawn.',
  pitch_recorded: 'The operator has the pitch; the best one wins the block.',
  capacity_reserved: 'The blocks are marked as reserved.',
  capacity_released: 'The blocks are free again.',
  coalition_created: 'The coalition is founded; the invited labs can join.',
  coalition_joined: 'The lab has joined.',
  coalition_declined: 'The invitation is declined.',
  coalition_left: 'The lab has left.',
  coalition_committed: 'The pledge is recorded.',
  plan_executed: 'The joint plan is carried out.',
  plan_proposed: 'The plan is open to its members.',
  plan_vetoed: 'The plan is vetoed.',
  pledge_withdrawn: 'The blocks and jobs are free again.',
  want_posted: 'The want opens next round.',
  want_filled: 'The blocks are sold at the want’s price.',
  want_withdrawn: 'The want is withdrawn.',
  promise_made: 'The blocks are held; the promise can be taken from next round on.',
  promise_taken: 'The blocks are bought at the promised price.',
  promise_declined: 'The promise is declined.',
  job_allocated: 'The blocks are allocated to the job.',
  message_sent: 'The message is sent.',
  waited: 'The lab waited.',
  finished: 'The lab has finished and waits until the match ends.',
} as const;

export type DoneCode = keyof typeof DONE;

/** `what`: the id, value or reason that goes into the sentence. */
export function refuse(code: RefusalCode, what?: string): Worded {
  const message = REFUSALS[code].replace(/\{(.*)\}/, (_, unnamed: string) => what?.replace(/\.$/, '') ?? unnamed);
  return { ok: false, code, message, ...(what === undefined ? {} : { what }) };
}

/** A payment, bond or price beyond the money that is left. */
export function refuseOverspend(cents: number, leftCents: number): OpenResult {
  return refuse('budget_overspend', `: it takes ${money(cents)} and ${money(leftCents)} is left`);
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

export function done(code: DoneCode): OpenResult {
  return { ok: true, code, message: DONE[code] };
}
