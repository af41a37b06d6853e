/**
 * Joint ventures under version 2: what is pledged stays pledged until it is used or withdrawn, and founding one may include a pledge and a
 * plan.
 */
import type { TakenAction } from '../../shared/actions';
import type { Proceedings } from '../../shared/proceedings';
import { done, refuse, refuseOverspend } from '../../shared/refusal';
import { breach, draftCoalition, goOut, wrongInvitation, wrongMembership } from '../../shared/rules/coalitions';
import { allocateToJob, wrongAllocation } from '../../shared/rules/jobs';
import { tellMembers } from '../../shared/rules/messages';
import { endPledge, isPledge, wrongBlock, wrongJob } from '../../shared/rules/pledges';
import { coalitionOf, labOf, type OpenState, pledgeOf, toCents } from '../../shared/state';
import type { OpenCoalition, OpenResult } from '../../shared/types';
import { isOnTable, layFirstPlan, wrongFirstPlan } from './proposals';

export function formCoalition2(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const drafted = draftCoalition(book.state, labId, action);
  if (!drafted.ok) return drafted.refusal;
  const { coalition } = drafted;
  const broken = isPledge(action) ? wrongPledge(book.state, labId, { action, coalition }) : null;
  if (broken !== null) return broken;
  const plan = action.plan ?? [];
  const wrong = action.plan === undefined ? null : wrongFirstPlan(book.state, labId, { plan, members: coalition.invited });
  if (wrong !== null) return wrong;
  book.record({ type: 'coalition_formed', coalition });
  if (isPledge(action)) pledge(book, labId, { action, coalitionId: coalition.coalition_id });
  if (plan.length > 0) layFirstPlan(book, coalition, plan);
  return done('coalition_created');
}

/** If it names blocks or jobs it is also a pledge: both happen or neither. */
export function joinCoalition2(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const { state } = book;
  const coalition = state.coalitions[action.coalition_id ?? ''];
  const wrong = wrongInvitation(coalition, labId);
  if (coalition === undefined || wrong !== null) return wrong ?? refuse('unknown_coalition', action.coalition_id);
  const { budget_cents } = labOf(state, labId);
  if (coalition.bond_cents > budget_cents) return refuseOverspend(coalition.bond_cents, budget_cents);
  const broken = isPledge(action) ? wrongPledge(state, labId, { action, coalition }) : null;
  if (broken !== null) return broken;
  book.record({ type: 'coalition_joined', coalition_id: coalition.coalition_id, lab_id: labId });
  if (isPledge(action)) pledge(book, labId, { action, coalitionId: coalition.coalition_id });
  tellMembers(book, { from: labId, coalition: coalition.coalition_id, text: action.message });
  return done('coalition_joined');
}

/** Adds to what the lab has already pledged; stated terms replace the old ones. */
export function commitToCoalition2(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const outside = wrongMembership(book.state, labId, action.coalition_id);
  if (outside !== null) return outside;
  const coalition = coalitionOf(book.state, action.coalition_id ?? '');
  const broken = wrongPledge(book.state, labId, { action, coalition });
  if (broken !== null) return broken;
  pledge(book, labId, { action, coalitionId: coalition.coalition_id });
  tellMembers(book, { from: labId, coalition: coalition.coalition_id, text: action.message });
  return done('coalition_committed');
}

/** Withdraws all of the pledge, or the named parts, except what a plan uses that was open when the round began. */
export function withdrawPledge(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const coalition = book.state.coalitions[action.coalition_id ?? ''];
  if (coalition === undefined) return refuse('unknown_coalition', action.coalition_id);
  if (!coalition.members.includes(labId)) return refuse('not_coalition_member', action.coalition_id);
  const pledged = coalition.pledges[labId];
  if (pledged === undefined) return refuse('no_pledge', action.coalition_id);
  const named = isPledge(action);
  const block_ids = named ? [...new Set(action.block_ids ?? [])] : pledged.block_ids;
  const job_ids = named ? [...new Set(action.job_ids ?? [])] : pledged.job_ids;
  const strange = block_ids.find((id) => !pledged.block_ids.includes(id));
  if (strange !== undefined) return refuse('unpledged_block', strange);
  const unknown = job_ids.find((id) => !pledged.job_ids.includes(id));
  if (unknown !== undefined) return refuse('unpledged_job', unknown);
  if (isOnTable(book.state, coalition, { block_ids, job_ids })) return refuse('plan_open');
  takeBack(book, labId, { coalition, block_ids, job_ids });
  tellMembers(book, { from: labId, coalition: coalition.coalition_id, text: action.message });
  return done('pledge_withdrawn');
}

/** After the round's joint plans: a seat may allocate what it pledged, unless an older open plan uses it, to its own job. */
export function allocateAlone(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const held = pledgeOf(book.state, labId);
  if (held === null) return allocateToJob(book, labId, action);
  const { coalition, pledge: pledged } = held;
  const wrong = wrongAllocation(book.state, labId, { action, despite: coalition.coalition_id });
  if (wrong !== null) return wrong;
  const block_ids = pledged.block_ids.filter((id) => action.block_ids?.includes(id));
  const job_ids = pledged.job_ids.filter((id) => id === action.job_id);
  if (isOnTable(book.state, coalition, { block_ids, job_ids })) return refuse('plan_open');
  if (block_ids.length + job_ids.length > 0) takeBack(book, labId, { coalition, block_ids, job_ids });
  return allocateToJob(book, labId, action);
}

/** A lab that leaves a plan that was open when the round began breaches its commitment; otherwise the bond is returned. */
export function leaveCoalition2(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const coalition = book.state.coalitions[action.coalition_id ?? ''];
  if (coalition === undefined) return refuse('unknown_coalition', action.coalition_id);
  if (!coalition.members.includes(labId)) return refuse('not_coalition_member', action.coalition_id);
  if (coalition.status === 'ended') return refuse('inactive_coalition', action.coalition_id);
  tellMembers(book, { from: labId, coalition: coalition.coalition_id, text: action.message });
  const pledged = coalition.pledges[labId];
  if (pledged !== undefined && isOnTable(book.state, coalition, pledged)) breach(book, labId, coalition.coalition_id);
  else goOut(book, labId, { coalition, breach: false });
  return done('coalition_left');
}

/** Released blocks leave their pledge; if an open plan needs them, that is a breach. */
export function releasePledged(
  book: Proceedings,
  labId: string,
  { coalitionId, block_ids }: { coalitionId: string; block_ids: string[] },
): void {
  const coalition = coalitionOf(book.state, coalitionId);
  if (isOnTable(book.state, coalition, { block_ids, job_ids: [] })) breach(book, labId, coalitionId);
  else takeBack(book, labId, { coalition, block_ids, job_ids: [] });
}

function takeBack(
  book: Proceedings,
  lab_id: string,
  { coalition, block_ids, job_ids }: { coalition: OpenCoalition; block_ids: string[]; job_ids: string[] },
): void {
  const { coalition_id } = coalition;
  const pledged = coalition.pledges[lab_id];
  const all = pledged !== undefined && pledged.block_ids.length + pledged.job_ids.length === block_ids.length + job_ids.length;
  if (all) endPledge(book, coalition, { lab_id, why: 'withdrawn' });
  else book.record({ type: 'pledge_shrunk', coalition_id, lab_id, block_ids, job_ids });
}

/** All checks except membership, in the order of the rules; null: valid. */
function wrongPledge(
  state: OpenState,
  labId: string,
  { action, coalition }: { action: TakenAction; coalition: OpenCoalition },
): OpenResult | null {
  const other = pledgeOf(state, labId);
  if (other !== null && other.coalition.coalition_id !== coalition.coalition_id)
    return refuse('already_pledged', other.coalition.coalition_id);
  if (!isPledge(action)) return refuse('empty_block_list', ' or job');
  const wrong =
    wrongBlock(state, labId, { ids: action.block_ids ?? [], within: coalition.coalition_id }) ??
    wrongJob(state, labId, action.job_ids ?? []) ??
    pledgedJob(state, action.job_ids ?? []);
  if (wrong !== null) return wrong;
  if ((action.reserve ?? 0) < 0) return refuse('negative_reserve');
  const until = action.until_round ?? lastRound(state);
  return until < state.round_index || until > lastRound(state)
    ? refuse('bad_window', `until_round must be from ${state.round_index} to ${lastRound(state)}`)
    : null;
}

function pledgedJob(state: OpenState, ids: readonly string[]): OpenResult | null {
  const pledged = ids.find((id) => (state.jobs[id]?.pledged_to ?? null) !== null);
  return pledged === undefined ? null : refuse('pledged_job', pledged);
}

function pledge(book: Proceedings, labId: string, { action, coalitionId }: { action: TakenAction; coalitionId: string }): void {
  const before = coalitionOf(book.state, coalitionId).pledges[labId];
  book.record({
    type: 'coalition_pledged',
    coalition_id: coalitionId,
    lab_id: labId,
    pledge: {
      block_ids: [...(before?.block_ids ?? []), ...(action.block_ids ?? [])],
      job_ids: [...(before?.job_ids ?? []), ...new Set(action.job_ids ?? [])],
      reserve_cents: action.reserve === undefined ? (before?.reserve_cents ?? 0) : toCents(action.reserve),
      until_round: action.until_round ?? before?.until_round ?? lastRound(book.state),
      at_once: action.at_once ?? before?.at_once ?? false,
    },
  });
}

function lastRound({ config }: OpenState): number {
  return config.rounds - 1;
}
