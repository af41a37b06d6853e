/** Joint ventures under version 1: a pledge lasts for a few rounds, and leaving with one breaks it. */
import type { OpenAction } from '../../shared/actions';
import type { Proceedings } from '../../shared/proceedings';
import { done, refuse, refuseOverspend } from '../../shared/refusal';
import { breach, draftCoalition, goOut, wrongInvitation, wrongMembership } from '../../shared/rules/coalitions';
import { tellMembers } from '../../shared/rules/messages';
import { isPledge, wrongBlock, wrongJob } from '../../shared/rules/pledges';
import { coalitionOf, labOf, type OpenState, pledgeOf, toCents } from '../../shared/state';
import type { OpenCoalition, OpenResult } from '../../shared/types';

const LONGEST_PLEDGE = 3;

export function formCoalition(book: Proceedings, labId: string, action: OpenAction): OpenResult {
  const drafted = draftCoalition(book.state, labId, action);
  if (!drafted.ok) return drafted.refusal;
  book.record({ type: 'coalition_formed', coalition: drafted.coalition });
  return done('coalition_created');
}

/** If it names blocks or jobs it is also a pledge: both happen or neither. */
export function joinCoalition(book: Proceedings, labId: string, action: OpenAction): OpenResult {
  const { state } = book;
  const coalition = state.coalitions[action.coalition_id ?? ''];
  const wrong = wrongInvitation(coalition, labId);
  if (coalition === undefined || wrong !== null) return wrong ?? refuse('unknown_coalition', action.coalition_id);
  const { budget_cents } = labOf(state, labId);
  if (coalition.bond_cents > budget_cents) return refuseOverspend(coalition.bond_cents, budget_cents);
  const broken = isPledge(action) ? checkPledge(state, labId, { action, coalition }) : null;
  if (broken !== null) return broken;
  book.record({ type: 'coalition_joined', coalition_id: coalition.coalition_id, lab_id: labId });
  if (isPledge(action)) pledgeThings(book, labId, action);
  tellMembers(book, { from: labId, coalition: coalition.coalition_id, text: action.message });
  return done('coalition_joined');
}

/** Without a pledge the bond is returned; leaving with one breaks the pledge. */
export function leaveCoalition(book: Proceedings, labId: string, action: OpenAction): OpenResult {
  const coalition = book.state.coalitions[action.coalition_id ?? ''];
  if (coalition === undefined) return refuse('unknown_coalition', action.coalition_id);
  if (!coalition.members.includes(labId)) return refuse('not_coalition_member', action.coalition_id);
  if (coalition.status === 'ended') return refuse('inactive_coalition', action.coalition_id);
  tellMembers(book, { from: labId, coalition: coalition.coalition_id, text: action.message });
  if (coalition.pledges[labId] !== undefined) breach(book, labId, coalition.coalition_id);
  else goOut(book, labId, { coalition, breach: false });
  return done('coalition_left');
}

export function commitToCoalition(book: Proceedings, labId: string, action: OpenAction): OpenResult {
  const wrong = wrongMembership(book.state, labId, action.coalition_id);
  if (wrong !== null) return wrong;
  const coalition = coalitionOf(book.state, action.coalition_id ?? '');
  const broken = checkPledge(book.state, labId, { action, coalition });
  if (broken !== null) return broken;
  pledgeThings(book, labId, action);
  tellMembers(book, { from: labId, coalition: coalition.coalition_id, text: action.message });
  return done('coalition_committed');
}

/** All checks except membership, in the order of the rules; null: valid. */
function checkPledge(state: OpenState, labId: string, asked: { action: OpenAction; coalition: OpenCoalition }): OpenResult | null {
  const { action, coalition } = asked;
  const held = pledgeOf(state, labId);
  if (held !== null) return refuse('already_pledged', held.coalition.coalition_id);
  if (!isPledge(action)) return refuse('empty_block_list', ' or job');
  return (
    wrongBlock(state, labId, { ids: action.block_ids ?? [], within: coalition.coalition_id }) ??
    wrongJob(state, labId, action.job_ids ?? []) ??
    wrongTerms(state, action)
  );
}

function pledgeThings(book: Proceedings, labId: string, action: OpenAction): void {
  book.record({
    type: 'coalition_pledged',
    coalition_id: action.coalition_id ?? '',
    lab_id: labId,
    pledge: {
      block_ids: action.block_ids ?? [],
      job_ids: [...new Set(action.job_ids ?? [])],
      reserve_cents: toCents(action.reserve ?? 0),
      until_round: action.until_round ?? defaultUntil(book.state),
    },
  });
}

function wrongTerms(state: OpenState, action: OpenAction): OpenResult | null {
  if ((action.reserve ?? 0) < 0) return refuse('negative_reserve');
  const until = action.until_round ?? defaultUntil(state);
  const last = Math.min(state.config.rounds - 1, state.round_index + LONGEST_PLEDGE);
  return until < state.round_index || until > last ? refuse('bad_round', `from ${state.round_index} to ${last}`) : null;
}

function defaultUntil(state: OpenState): number {
  return Math.min(state.config.rounds - 1, state.round_index + 1);
}
