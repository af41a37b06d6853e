/** Which rule answers which action under version 1. */
import { unreachable } from '~/contract/game';
import { isJointPlan, type OpenAction } from '../../shared/actions';
import type { Proceedings } from '../../shared/proceedings';
import { done, refuse } from '../../shared/refusal';
import { reserveCapacity } from '../../shared/rules/capacity';
import { breach, declineCoalition } from '../../shared/rules/coalitions';
import { allocateToJob } from '../../shared/rules/jobs';
import { sendMessage } from '../../shared/rules/messages';
import { acceptOffer, counterOffer, rejectOffer, sendOffer } from '../../shared/rules/offers';
import { makePitch } from '../../shared/rules/pitches';
import type { OpenResult } from '../../shared/types';
import { executePlan } from './execute-plan';
import { commitToCoalition, formCoalition, joinCoalition, leaveCoalition } from './ventures';

/** One action's answer; what it did is recorded, and a refusal has done nothing (but an accept can void an offer). */
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

/** Releasing what is pledged breaks the pledge. */
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
