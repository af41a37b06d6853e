/** Which rule handles which action under version 1. */

import { unreachable } from '~/contract/game';
import { isJointPlan, type OpenAction } from '../../shared/actions';
import type { Proceedings } from '../../shared/proceedings';
import { done, refuse } from '../../shared/refusal';
import { reserveCapacity } from '../../shared/rules/capacity';
import { breach, declineCoalition, wrongMembership } from '../../shared/rules/coalitions';
import { allocateToJob } from '../../shared/rules/jobs';
import { sendMessage, tellMembers } from '../../shared/rules/messages';
import { acceptOffer, counterOffer, rejectOffer, sendOffer } from '../../shared/rules/offers';
import { makePitch } from '../../shared/rules/pitches';
import { signingOf, wrongPlan } from '../../shared/rules/plans';
import { endPledge } from '../../shared/rules/pledges';
import { signShares } from '../../shared/rules/splits';
import { coalitionOf } from '../../shared/state';
import type { OpenResult } from '../../shared/types';
import { commitToCoalition, formCoalition, joinCoalition, leaveCoalition } from './ventures';

/** One action's result. Its effects are recorded; a refusal has no effect (but an accept can void an offer). */
export function carryOut(book: Proceedings, labId: string, action: OpenAction): OpenResult {
  switch (action.action_type) {
    case 'send_offer':
      return sendOffer(book, labId, action);
    case 'accept_offer':
      return acceptOffer(book, labId, action);
    case 'reject_offer':
      return rejectOffer(book, labId, action);
    case 'counter_offer':
      return counterOffer(book, labId, action);
    case 'make_pitch':
    case 'counter_pitch':
      return makePitch(book, labId, action);
    case 'reserve_capacity':
      return reserveCapacity(book, labId, action);
    case 'release_capacity':
      return releaseCapacity(book, labId, action);
    case 'form_coalition':
      return formCoalition(book, labId, action);
    case 'join_coalition':
      return joinCoalition(book, labId, action);
    case 'decline_coalition':
      return declineCoalition(book, labId, action);
    case 'leave_coalition':
      return leaveCoalition(book, labId, action);
    case 'commit_to_coalition':
      return commitToCoalition(book, labId, action);
    case 'allocate_to_job':
      return isJointPlan(action) ? executePlan(book, labId, action) : allocateToJob(book, labId, action);
    case 'send_message':
      return sendMessage(book, labId, action);
    case 'wait':
      return done('waited');
    case 'finish':
      return done('finished');
    default:
      return unreachable(action.action_type);
  }
}

/** Releasing pledged blocks breaks the pledge. */
function releaseCapacity(book: Proceedings, labId: string, action: OpenAction): OpenResult {
  const ids = [...new Set(action.block_ids ?? [])];
  for (const id of ids) if (book.state.blocks[id]?.owner_lab_id !== labId) return refuse('unowned_block', id);
  const reserved = ids.filter((id) => book.state.blocks[id]?.status === 'reserved');
  const pledged = ids.map((id) => book.state.blocks[id]?.pledged_to ?? null).find((coalition) => coalition !== null);
  if (reserved.length > 0)
    book.record({ type: 'blocks_marked', lab_id: labId, block_ids: reserved, status: 'available', reserved_by: null });
  if (pledged !== undefined && pledged !== null) breach(book, labId, pledged);
  return done('capacity_released');
}

// Joint plans under version 1: any member can carry one out immediately; each lab's stated reserve is paid first.

function executePlan(book: Proceedings, labId: string, action: OpenAction): OpenResult {
  const { state } = book;
  const outside = wrongMembership(state, labId, action.coalition_id);
  if (outside !== null) return outside;
  const coalition = coalitionOf(state, action.coalition_id ?? '');
  const plan = action.plan ?? (action.job_id === undefined ? [] : [{ job_id: action.job_id, block_ids: action.block_ids ?? [] }]);
  const wrong = wrongPlan(state, coalition, plan);
  if (wrong !== null) return wrong;
  const signing = signingOf(state, coalition, plan);
  const { participants, total, reserves } = signing;
  if (total < reserves || total <= 0) return refuse('below_reserve');
  const shares = signShares(state, coalition, signing);
  book.record({
    type: 'plan_executed',
    coalition_id: coalition.coalition_id,
    lab_id: labId,
    plan,
    participants,
    total_cents: total,
    reserves_cents: reserves,
    shares,
  });
  for (const lab_id of participants) endPledge(book, coalition, { lab_id, why: 'used' });
  tellMembers(book, { from: labId, coalition: coalition.coalition_id, text: action.message });
  return done('plan_executed');
}
