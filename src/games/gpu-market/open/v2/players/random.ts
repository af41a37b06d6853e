/** A random legal action: first its type, then each of its fields. */
import type { Draws } from '~/lib/random/draws';
import type { TakenAction } from '../../shared/actions';
import type { Range } from '../../shared/legal-action';
import { fillIn } from '../../shared/players/random';
import type { LegalAction2, OpenObservation2 } from '../observation';

const MOST_PAID = 60;
const MOST_HOURS = 6;

export function randomAction2({ legal_actions }: OpenObservation2, draws: Draws): TakenAction {
  return legal_actions.length === 0 ? { action_type: 'wait' } : fillIn2(draws.choice(legal_actions), draws);
}

/** An action of this type with random fields. */
export function fillIn2(legal: LegalAction2, draws: Draws): TakenAction {
  switch (legal.action_type) {
    case 'post_want': {
      const from_round = draws.randint(legal.from_round.min, legal.from_round.max);
      return {
        action_type: 'post_want',
        from_round,
        to_round: draws.randint(from_round, legal.to_round.max),
        hours: draws.randint(1, MOST_HOURS),
        min_reliability: Math.floor(draws.uniform(0, 90)) / 100,
        payment: amount({ min: 0, max: Math.min(MOST_PAID, legal.payment.max) }, draws),
        expires_in: draws.randint(legal.expires_in.min, legal.expires_in.max),
      };
    }
    case 'fill_want':
      return { action_type: 'fill_want', want_id: draws.choice(legal.want_ids), block_ids: some(legal.block_ids, draws) };
    case 'withdraw_want':
      return { action_type: 'withdraw_want', want_id: draws.choice(legal.want_ids) };
    case 'make_promise':
      return {
        action_type: 'make_promise',
        target_lab_id: draws.choice(legal.target_lab_ids),
        block_ids: [draws.choice(legal.block_ids)],
        requested_payment: amount({ min: 0, max: MOST_PAID }, draws),
        bond: amount(legal.bond, draws),
        until_round: draws.randint(legal.until_round.min, legal.until_round.max),
      };
    case 'take_promise':
    case 'decline_promise':
      return { action_type: legal.action_type, promise_id: draws.choice(legal.promise_ids) };
    case 'propose_plan': {
      const [coalition_id, jobs] = draws.choice(Object.entries(legal.plans));
      const [job_id, block_ids] = draws.choice(Object.entries(jobs));
      return { action_type: 'propose_plan', coalition_id, plan: [{ job_id, block_ids: some(block_ids, draws) }] };
    }
    case 'veto_plan': {
      const [coalition_id, plan_ids] = draws.choice(Object.entries(legal.plan_ids));
      return { action_type: 'veto_plan', coalition_id, plan_id: draws.choice(plan_ids) };
    }
    case 'withdraw_pledge': {
      const [coalition_id, { block_ids, job_ids }] = draws.choice(Object.entries(legal.pledged));
      return { action_type: 'withdraw_pledge', coalition_id, block_ids: some(block_ids, draws), job_ids: some(job_ids, draws) };
    }
    case 'join_coalition':
    case 'commit_to_coalition':
      return { ...fillIn(legal, draws), at_once: draws.random() < 0.5 };
    default:
      return fillIn(legal, draws);
  }
}

/** At least one of them, if there are any. */
function some(list: readonly string[], draws: Draws): string[] {
  if (list.length === 0) return [];
  const chosen = list.filter(() => draws.random() < 0.5);
  return chosen.length > 0 ? chosen : [draws.choice(list)];
}

function amount(range: Range, draws: Draws): number {
  return Math.floor(draws.uniform(range.min, range.max) * 100) / 100;
}
