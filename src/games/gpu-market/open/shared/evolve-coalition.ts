/** Applies events of coalitions: members, invitations, bonds and pledges. */
import { unreachable } from '~/contract/game';
import type {
  CoalitionDeclined,
  CoalitionEnded,
  CoalitionFormed,
  CoalitionJoined,
  CoalitionLeft,
  CoalitionPledged,
  PledgeEnded,
  PledgeShrunk,
} from './events';
import { blockOf, coalitionOf, jobOf, labOf, type OpenState, windowEnd } from './state';
import type { OpenCoalition } from './types';

type CoalitionEvent =
  | CoalitionFormed
  | CoalitionJoined
  | CoalitionDeclined
  | CoalitionLeft
  | CoalitionEnded
  | CoalitionPledged
  | PledgeEnded
  | PledgeShrunk;

export function evolveCoalition(state: OpenState, event: CoalitionEvent): OpenState {
  if (event.type === 'coalition_formed') {
    state.coalitions[event.coalition.coalition_id] = { ...event.coalition, members: [...event.coalition.members], pledges: {} };
    labOf(state, event.coalition.founder).budget_cents -= event.coalition.bond_cents;
    return state;
  }
  const coalition = coalitionOf(state, event.coalition_id);
  switch (event.type) {
    case 'coalition_joined':
      coalition.members.push(event.lab_id);
      if (coalition.members.length > 1) coalition.status = 'active';
      labOf(state, event.lab_id).budget_cents -= coalition.bond_cents;
      return state;
    case 'coalition_declined':
      coalition.invited = coalition.invited.filter((lab) => lab !== event.lab_id);
      return state;
    case 'coalition_left':
      return leave(state, coalition, event);
    case 'coalition_ended':
      for (const lab of Object.keys(coalition.pledges)) endPledge(state, coalition, lab);
      for (const { lab_id, amount_cents } of event.refunds) labOf(state, lab_id).budget_cents += amount_cents;
      coalition.status = 'ended';
      return state;
    case 'coalition_pledged':
      coalition.pledges[event.lab_id] = { ...event.pledge };
      for (const id of event.pledge.block_ids) {
        Object.assign(blockOf(state, id), { status: 'committed', reserved_by: null, pledged_to: event.coalition_id });
      }
      for (const id of event.pledge.job_ids) jobOf(state, id).pledged_to = event.coalition_id;
      return state;
    case 'pledge_ended':
      endPledge(state, coalition, event.lab_id);
      return state;
    case 'pledge_shrunk':
      return shrink(state, coalition, event);
    default:
      return unreachable(event);
  }
}

function leave(state: OpenState, coalition: OpenCoalition, event: CoalitionLeft): OpenState {
  endPledge(state, coalition, event.lab_id);
  coalition.members = coalition.members.filter((lab) => lab !== event.lab_id);
  coalition.invited = coalition.invited.filter((lab) => lab !== event.lab_id);
  labOf(state, event.lab_id).budget_cents += event.refund_cents;
  for (const { lab_id, amount_cents } of event.forfeits) labOf(state, lab_id).budget_cents += amount_cents;
  return state;
}

/** Releases what the pledge still holds. */
function endPledge(state: OpenState, coalition: OpenCoalition, labId: string): void {
  const pledge = coalition.pledges[labId];
  if (pledge === undefined) return;
  for (const id of pledge.block_ids) freeBlock(state, coalition, id);
  for (const id of pledge.job_ids) freeJob(state, coalition, id);
  delete coalition.pledges[labId];
}

function shrink(state: OpenState, coalition: OpenCoalition, event: PledgeShrunk): OpenState {
  const pledge = coalition.pledges[event.lab_id];
  if (pledge === undefined) return state;
  for (const id of event.block_ids) freeBlock(state, coalition, id);
  for (const id of event.job_ids) freeJob(state, coalition, id);
  pledge.block_ids = pledge.block_ids.filter((id) => !event.block_ids.includes(id));
  pledge.job_ids = pledge.job_ids.filter((id) => !event.job_ids.includes(id));
  return state;
}

function freeBlock(state: OpenState, coalition: OpenCoalition, blockId: string): void {
  const block = blockOf(state, blockId);
  if (block.pledged_to !== coalition.coalition_id) return;
  block.pledged_to = null;
  if (block.status === 'committed') block.status = windowEnd(block, state.config.rounds) > state.round_index ? 'available' : 'spent';
}

function freeJob(state: OpenState, coalition: OpenCoalition, jobId: string): void {
  const job = jobOf(state, jobId);
  if (job.pledged_to === coalition.coalition_id) job.pledged_to = null;
}
