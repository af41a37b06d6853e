/** Which rule handles which action under version 2. */
import { isJointPlan, type TakenAction } from '../../shared/actions';
import type { Proceedings } from '../../shared/proceedings';
import { done, refuse } from '../../shared/refusal';
import { reserveCapacity } from '../../shared/rules/capacity';
import { declineCoalition } from '../../shared/rules/coalitions';
import { sendMessage } from '../../shared/rules/messages';
import { acceptOffer, counterOffer, rejectOffer, sendOffer } from '../../shared/rules/offers';
import { makePitch } from '../../shared/rules/pitches';
import type { OpenResult } from '../../shared/types';
import { breakPromise, declinePromise, makePromise, takePromise } from './promises';
import { proposePlan, vetoPlan } from './proposals';
import {
  allocateAlone,
  commitToCoalition2,
  formCoalition2,
  joinCoalition2,
  leaveCoalition2,
  releasePledged,
  withdrawPledge,
} from './ventures';
import { fillWant, postWant, withdrawWant } from './wants';

type Rule = (book: Proceedings, labId: string, action: TakenAction) => OpenResult;

const RULES: Record<TakenAction['action_type'], Rule> = {
  send_offer: sendOffer,
  accept_offer: acceptOffer,
  reject_offer: rejectOffer,
  counter_offer: counterOffer,
  make_pitch: makePitch,
  counter_pitch: makePitch,
  reserve_capacity: reserveCapacity,
  release_capacity: releaseCapacity2,
  form_coalition: formCoalition2,
  join_coalition: joinCoalition2,
  decline_coalition: declineCoalition,
  leave_coalition: leaveCoalition2,
  commit_to_coalition: commitToCoalition2,
  allocate_to_job: (book, labId, action) => (isJointPlan(action) ? refuse('propose_first') : allocateAlone(book, labId, action)),
  send_message: sendMessage,
  wait: () => done('waited'),
  finish: () => done('finished'),
  post_want: postWant,
  fill_want: fillWant,
  withdraw_want: withdrawWant,
  make_promise: makePromise,
  take_promise: takePromise,
  decline_promise: declinePromise,
  propose_plan: proposePlan,
  veto_plan: vetoPlan,
  withdraw_pledge: withdrawPledge,
};

/** One action's result. Its effects are recorded; a refusal has no effect (but an accept can void an offer). */
export function carryOut2(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  return RULES[action.action_type](book, labId, action);
}

/** Reserved blocks lose their mark, pledged ones leave their pledge, and releasing a promised block breaks the promise. */
function releaseCapacity2(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const ids = [...new Set(action.block_ids ?? [])];
  for (const id of ids) if (book.state.blocks[id]?.owner_lab_id !== labId) return refuse('unowned_block', id);
  const reserved = ids.filter((id) => book.state.blocks[id]?.status === 'reserved');
  if (reserved.length > 0)
    book.record({ type: 'blocks_marked', lab_id: labId, block_ids: reserved, status: 'available', reserved_by: null });
  const holders = new Set(ids.flatMap((id) => book.state.blocks[id]?.pledged_to ?? []));
  for (const holder of holders) {
    const promise = book.state.promises?.[holder];
    const block_ids = ids.filter((id) => book.state.blocks[id]?.pledged_to === holder);
    if (promise !== undefined) breakPromise(book, promise);
    else releasePledged(book, labId, { coalitionId: holder, block_ids });
  }
  return done('capacity_released');
}
