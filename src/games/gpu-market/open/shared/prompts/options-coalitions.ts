/** Options to found, join and leave coalitions, and to pledge. */
import type { LegalAction } from '../legal-action';
import { type Desk, type OpenOption, option } from './option';

type Legal = Extract<
  LegalAction,
  { action_type: 'form_coalition' | 'join_coalition' | 'commit_to_coalition' | 'decline_coalition' | 'leave_coalition' }
>;

const MOST_COALITIONS = 2;
const BOND = 5;

export function dealings(desk: Desk, legal: Legal): OpenOption[] {
  switch (legal.action_type) {
    case 'form_coalition':
      return foundings(desk, legal);
    case 'commit_to_coalition':
      return legal.coalition_ids.slice(0, MOST_COALITIONS).flatMap((id) => pledge(desk, legal, id));
    case 'join_coalition':
    case 'decline_coalition':
    case 'leave_coalition':
      return legal.coalition_ids
        .slice(0, MOST_COALITIONS)
        .map((coalition_id) => option({ action_type: legal.action_type, coalition_id }, { note: termsOf(desk, coalition_id) }));
  }
}

/** A coalition of everybody, and one with the lab of the best reputation. */
function foundings({ observation }: Desk, legal: Extract<Legal, { action_type: 'form_coalition' }>): OpenOption[] {
  const all = legal.members.slice(0, legal.most_members - 1);
  const [trusted] = observation.visible_labs.filter((lab) => all.includes(lab.lab_id)).sort((a, b) => b.reputation - a.reputation);
  const sets = [all, ...(trusted !== undefined && all.length > 1 ? [[trusted.lab_id]] : [])].filter((members) => members.length > 0);
  const bond = Math.floor(Math.min(BOND, legal.bond.max));
  return sets.map((members) => option({ action_type: 'form_coalition', members, split: 'equal', bond }));
}

/** Pledges everything free, with a reserve of what it is worth alone. */
function pledge(
  { appraiser }: Desk,
  legal: Extract<Legal, { action_type: 'commit_to_coalition' | 'join_coalition' }>,
  coalition_id: string,
) {
  const block_ids = legal.block_ids.filter((id) => (legal.bound[id] ?? coalition_id) === coalition_id);
  const { job_ids, until_round } = legal;
  if (block_ids.length + job_ids.length === 0) return [];
  const reserve = Math.min(legal.reserve.max, Math.floor(appraiser.pledge(block_ids, job_ids)));
  const until = Math.min(until_round.max, until_round.min + 1);
  return [option({ action_type: 'commit_to_coalition', coalition_id, block_ids, job_ids, reserve, until_round: until })];
}

function termsOf({ observation }: Desk, coalitionId: string): string {
  const coalition = observation.active_coalitions.find((one) => one.coalition_id === coalitionId);
  return coalition === undefined ? '' : `of ${coalition.founder}, bond ${coalition.bond}`;
}
