/** Random trials of version 2. */
import type { Trial } from '~/contract/trial';
import type { Draws } from '~/lib/random/draws';
import type { TakenAction } from '../shared/actions';
import type { OpenEvent } from '../shared/events';
import type { OpenObservation } from '../shared/observation';
import type { OpenState } from '../shared/state';
import { trial } from '../shared/trial';
import type { LegalAction2, OpenObservation2 } from './observation';
import { fillIn2 } from './players/random';

/** Types that lead to deals and joint plans are chosen more often than uniformly, and those that end them less often. */
const WEIGHTS: Partial<Record<LegalAction2['action_type'], number>> = {
  accept_offer: 3,
  join_coalition: 8,
  commit_to_coalition: 3,
  propose_plan: 12,
  fill_want: 4,
  take_promise: 3,
  withdraw_pledge: 0.3,
  veto_plan: 4,
  finish: 0.05,
  leave_coalition: 0.2,
};
const MOST_ACTIONS = 3;

export const trial2: Trial<OpenObservation2, OpenState, OpenEvent> = {
  most: { ...trial.most, complements: 5 },
  /** Besides what version 1 hides: what a plan costs others, and hours of randomly chosen blocks. */
  unseen: [...trial.unseen, 'below_cost', 'smaller_surplus', 'too_few_hours', 'low_reliability', 'bad_window'],
  listed: ({ legal_actions }, draws) => legal_actions.map((legal) => fillIn2(legal, draws)),
  unlisted(seen, draws): TakenAction[] {
    return [
      ...(trial.unlisted(seen as unknown as OpenObservation, draws) as TakenAction[]),
      { action_type: 'fill_want', want_id: 'w_none', block_ids: [] },
      { action_type: 'take_promise', promise_id: '__proto__' },
      { action_type: 'make_promise', target_lab_id: seen.controlled_lab_id, block_ids: [] },
      { action_type: 'propose_plan', coalition_id: 'c_none', plan: [] },
      { action_type: 'veto_plan', coalition_id: 'c_none', plan_id: 'x' },
      { action_type: 'withdraw_pledge', coalition_id: 'c_none' },
    ];
  },
  play({ legal_actions }, draws): TakenAction[] {
    return Array.from({ length: draws.randint(0, MOST_ACTIONS) }, () => fillIn2(weighted(legal_actions, draws), draws));
  },
  held: (state) => ({ shared: trial.held(state), wants: state.wants ?? {}, promises: state.promises ?? {} }),
  twin: (opening, seat, draws) => trial.twin(opening, seat, draws),
  parted: (one, twin, seat) => trial.parted?.(one, twin, seat) === true || JSON.stringify(shownOf(one)) !== JSON.stringify(shownOf(twin)),
};

/** Which labs could pay for a want, and what plans cost. */
function shownOf({ wants, promises, coalitions }: OpenState): unknown {
  return [wants, promises, Object.values(coalitions).map(({ proposals, status, members }) => [proposals, status, members])];
}

function weighted(legal: readonly LegalAction2[], draws: Draws): LegalAction2 {
  const weight = ({ action_type }: LegalAction2): number => WEIGHTS[action_type] ?? 1;
  let at = draws.random() * legal.reduce((sum, one) => sum + weight(one), 0);
  for (const one of legal) {
    at -= weight(one);
    if (at < 0) return one;
  }
  return draws.choice(legal);
}
