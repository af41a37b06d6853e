/** Is an action on this turn's legal list under version 2? The sentence goes back to whoever wrote it, so it says what may be. */
import type { TakenAction } from '../../shared/actions';
import { allOf, oneOf, someOf, whyNoPlan, whyNotLegal, within } from '../../shared/prompts/legality';
import { isOldAction } from '../../shared/types';
import type { LegalAction2, NewLegalAction } from '../observation';

type Legal<T extends NewLegalAction['action_type']> = Extract<NewLegalAction, { action_type: T }>;

/** null: it is legal, as far as the list tells. */
export function whyNotLegal2(action: TakenAction, list: readonly LegalAction2[]): string | null {
  const type = action.action_type === 'counter_pitch' ? 'make_pitch' : action.action_type;
  const legal = list.find((one) => one.action_type === type);
  if (legal === undefined) return `${type} is not legal now; legal are ${list.map((one) => one.action_type).join(', ')}.`;
  if (isOldAction(action)) return whyNotLegal(action, list.filter(isOldAction));
  return whyNotNew(action, legal as NewLegalAction);
}

function whyNotNew(action: TakenAction, legal: NewLegalAction): string | null {
  switch (legal.action_type) {
    case 'post_want':
      return whyNoWant(action, legal);
    case 'fill_want':
      return oneOf('want_id', action.want_id, legal.want_ids) ?? someOf('block_ids', action.block_ids, legal.block_ids);
    case 'withdraw_want':
      return oneOf('want_id', action.want_id, legal.want_ids);
    case 'make_promise':
      return (
        oneOf('target_lab_id', action.target_lab_id, legal.target_lab_ids) ??
        someOf('block_ids', action.block_ids, legal.block_ids) ??
        within('requested_payment', action.requested_payment, legal.requested_payment) ??
        within('bond', action.bond, legal.bond) ??
        within('until_round', action.until_round, legal.until_round)
      );
    case 'take_promise':
    case 'decline_promise':
      return oneOf('promise_id', action.promise_id, legal.promise_ids);
    case 'propose_plan':
      return whyNoPlan(action, legal);
    case 'veto_plan':
      return (
        oneOf('coalition_id', action.coalition_id, Object.keys(legal.plan_ids)) ??
        oneOf('plan_id', action.plan_id, legal.plan_ids[action.coalition_id ?? ''] ?? [])
      );
    case 'withdraw_pledge': {
      const pledged = legal.pledged[action.coalition_id ?? ''];
      return (
        oneOf('coalition_id', action.coalition_id, Object.keys(legal.pledged)) ??
        allOf('block_ids', action.block_ids, pledged?.block_ids ?? []) ??
        allOf('job_ids', action.job_ids, pledged?.job_ids ?? [])
      );
    }
  }
}

function whyNoWant(action: TakenAction, legal: Legal<'post_want'>): string | null {
  const { from_round, to_round, hours } = action;
  if (hours === undefined) return 'hours is missing: a want says how many hours are wanted.';
  if (from_round !== undefined && to_round !== undefined && to_round < from_round)
    return `to_round ${to_round} is before from_round ${from_round}.`;
  return (
    within('from_round', from_round, legal.from_round) ??
    within('to_round', to_round, legal.to_round) ??
    within('hours', hours, legal.hours) ??
    within('min_reliability', action.min_reliability, legal.min_reliability) ??
    within('expires_in', action.expires_in, legal.expires_in) ??
    ((action.payment ?? 0) < 0 ? 'payment cannot be below 0.' : null)
  );
}
