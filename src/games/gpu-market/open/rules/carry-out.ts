/** Which rule answers which action. */
import { unreachable } from '~/contract/game';
import { isJointPlan, type OpenAction } from '../actions';
import type { Proceedings } from '../proceedings';
import { done } from '../refusal';
import type { OpenResult } from '../types';
import { releaseCapacity, reserveCapacity } from './capacity';
import { commitToCoalition, declineCoalition, formCoalition, joinCoalition, leaveCoalition } from './coalitions';
import { allocateToJob } from './jobs';
import { sendMessage } from './messages';
import { acceptOffer, counterOffer, rejectOffer, sendOffer } from './offers';
import { makePitch } from './pitches';
import { executePlan } from './plans';

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
