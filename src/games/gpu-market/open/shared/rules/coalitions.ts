/** Joint ventures: founded, joined, pledged to, left, broken, ended. */
import type { ActionFields } from '../actions';
import type { Proceedings } from '../proceedings';
import { done, refuse, refuseOverspend } from '../refusal';
import { byNumber, coalitionOf, isSeat, labOf, type OpenState, toCents } from '../state';
import { type OpenCoalition, type OpenResult, SPLITS, type Split } from '../types';
import { tellMembers } from './messages';
import { changeReputation } from './offers';

const DEFAULT_BOND = 10;
const DEFAULT_OWNER_SHARE = 0.5;
const MAX_MEMBERS = 16;
const INVITED_FOR = 2;
const BREACH_REPUTATION = -0.12;

export function declineCoalition(book: Proceedings, labId: string, action: ActionFields): OpenResult {
  const coalition = book.state.coalitions[action.coalition_id ?? ''];
  const wrong = wrongInvitation(coalition, labId);
  if (coalition === undefined || wrong !== null) return wrong ?? refuse('unknown_coalition', action.coalition_id);
  book.record({ type: 'coalition_declined', coalition_id: coalition.coalition_id, lab_id: labId });
  tellMembers(book, { from: labId, coalition: coalition.coalition_id, text: action.message });
  endIfEmpty(book, coalition.coalition_id);
  return done('coalition_declined');
}

/** A coalition as its founder asks for it, before anyone has joined; or why it is refused. */
export function draftCoalition(
  state: OpenState,
  labId: string,
  action: ActionFields,
): { ok: true; coalition: OpenCoalition } | { ok: false; refusal: OpenResult } {
  const no = (refusal: OpenResult) => ({ ok: false as const, refusal });
  if (!state.config.coalitions) return no(refuse('coalitions_disabled'));
  const others = [...new Set(action.members ?? (action.target_lab_id === undefined ? [] : [action.target_lab_id]))];
  if (others.length === 0) return no(refuse('invalid_coalition_target'));
  const stranger = others.find((lab) => lab === labId || !isSeat(state, lab));
  if (stranger !== undefined) return no(refuse('invalid_coalition_target', `; ${stranger} is not one`));
  if (others.length + 1 > MAX_MEMBERS) return no(refuse('coalition_size', `; this one would have ${others.length + 1}`));
  const split = action.split ?? 'equal';
  const owner_share = action.owner_share ?? DEFAULT_OWNER_SHARE;
  if (!isSplit(split) || owner_share < 0 || owner_share > 1) return no(refuse('bad_split'));
  const bond_cents = toCents(action.bond ?? DEFAULT_BOND);
  const { budget_cents } = labOf(state, labId);
  if (bond_cents > budget_cents) return no(refuseOverspend(bond_cents, budget_cents));
  const coalition: OpenCoalition = {
    coalition_id: `c_${Object.keys(state.coalitions).length + 1}`,
    founder: labId,
    members: [labId],
    invited: others,
    split,
    owner_share,
    bond_cents,
    message: action.message ?? '',
    round_created: state.round_index,
    invited_through: state.round_index + INVITED_FOR,
    status: 'forming',
    pledges: {},
  };
  return { ok: true, coalition };
}

/** Why a lab may not use the coalition: the membership that a commit and a joint plan require. */
export function wrongMembership(state: OpenState, labId: string, coalitionId: string | undefined): OpenResult | null {
  const coalition = state.coalitions[coalitionId ?? ''];
  if (coalition === undefined) return refuse('unknown_coalition', coalitionId);
  if (!coalition.members.includes(labId)) return refuse('not_coalition_member', coalitionId);
  return coalition.status === 'active' ? null : refuse('inactive_coalition', coalitionId);
}

/** A pledge is broken: the bond goes to the other members, if any, and the seat leaves the coalition. */
export function breach(book: Proceedings, labId: string, coalitionId: string): void {
  changeReputation(book, labId, { by: BREACH_REPUTATION, why: 'breach' });
  goOut(book, labId, { coalition: coalitionOf(book.state, coalitionId), breach: true });
}

export function goOut(book: Proceedings, labId: string, how: { coalition: OpenCoalition; breach: boolean }): void {
  const { coalition_id, bond_cents, members } = how.coalition;
  const others = members.filter((lab) => lab !== labId).sort(byNumber);
  const isLost = how.breach && others.length > 0;
  book.record({
    type: 'coalition_left',
    coalition_id,
    lab_id: labId,
    breach: how.breach,
    refund_cents: isLost ? 0 : bond_cents,
    forfeits: isLost ? inEqualParts(bond_cents, others) : [],
  });
  endIfEmpty(book, coalition_id);
}

/** Each part is rounded down; the remainder goes to the first. */
export function inEqualParts(cents: number, receivers: readonly string[]): { lab_id: string; amount_cents: number }[] {
  const part = Math.floor(cents / receivers.length);
  const rest = cents - part * receivers.length;
  return receivers.map((lab_id, i) => ({ lab_id, amount_cents: i === 0 ? part + rest : part }));
}

/** An active coalition needs two members; a forming one lasts while someone may still join. */
export function endIfEmpty(book: Proceedings, coalitionId: string): void {
  const coalition = coalitionOf(book.state, coalitionId);
  if (coalition.status === 'ended') return;
  if (coalition.members.length < 2 && (coalition.status === 'active' || coalition.members.length === 0)) {
    endCoalition(book, coalition, 'too_few_members');
  } else if (coalition.status === 'forming' && coalition.invited.length === 0) endCoalition(book, coalition, 'nobody_joined');
}

export function endCoalition(book: Proceedings, coalition: OpenCoalition, why: 'match_over' | 'too_few_members' | 'nobody_joined'): void {
  const refunds = coalition.members.map((lab_id) => ({ lab_id, amount_cents: coalition.bond_cents }));
  book.record({ type: 'coalition_ended', coalition_id: coalition.coalition_id, why, refunds });
}

export function wrongInvitation(coalition: OpenCoalition | undefined, labId: string): OpenResult | null {
  if (coalition === undefined) return refuse('unknown_coalition');
  const member = coalition.members.includes(labId);
  if (!member && !coalition.invited.includes(labId)) return refuse('not_invited', coalition.coalition_id);
  if (member) return refuse('already_member', coalition.coalition_id);
  return coalition.status === 'ended' ? refuse('inactive_coalition', coalition.coalition_id) : null;
}

function isSplit(split: string): split is Split {
  return SPLITS.some((known) => known === split);
}
