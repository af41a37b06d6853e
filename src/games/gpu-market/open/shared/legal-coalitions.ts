/** The legal moves in coalitions, from the observation only. */

import { MAX_MONEY } from './actions';
import type { LegalAction } from './legal-action';
import type { OpenFacts, WireCoalition } from './observation';
import { bondOf, isFree } from './observed';
import { SPLITS } from './types';

const MOST_MEMBERS = 16;
const MOST_BOND = 50;
const LONGEST_PLEDGE = 3;

export function legalInCoalitions(facts: OpenFacts): LegalAction[] {
  if (!facts.coalitions_allowed) return [];
  const { controlled_lab_id: me, active_coalitions } = facts;
  const mine = active_coalitions.filter((coalition) => coalition.members.includes(me));
  const asked = active_coalitions.filter((coalition) => coalition.invited?.includes(me) && !coalition.members.includes(me));
  const affordable = asked.filter((coalition) => coalition.bond <= facts.controlled_lab_budget);
  const legal: LegalAction[] = [
    {
      action_type: 'form_coalition',
      members: facts.visible_labs.map((lab) => lab.lab_id),
      most_members: MOST_MEMBERS,
      splits: [...SPLITS],
      owner_share: { min: 0, max: 1 },
      bond: { min: 0, max: Math.min(MOST_BOND, facts.controlled_lab_budget) },
    },
  ];
  const pledgeable = mine.some((coalition) => coalition.pledges?.[me] !== undefined) ? null : pledgeableThings(facts);
  if (affordable.length > 0) legal.push(pledging(facts, 'join_coalition', { coalitions: affordable, things: pledgeable }));
  const open = mine.filter((coalition) => coalition.status === 'active');
  const anything = pledgeable !== null && pledgeable.block_ids.length + pledgeable.job_ids.length > 0;
  if (open.length > 0 && anything) legal.push(pledging(facts, 'commit_to_coalition', { coalitions: open, things: pledgeable }));
  if (asked.length > 0) legal.push({ action_type: 'decline_coalition', coalition_ids: idsOf(asked) });
  if (mine.length > 0) legal.push({ action_type: 'leave_coalition', coalition_ids: idsOf(mine) });
  return legal;
}

interface Things {
  block_ids: string[];
  job_ids: string[];
  bound: Record<string, string>;
}

/** Free blocks, and open jobs without allocations. */
function pledgeableThings(facts: OpenFacts): Things {
  const blocks = facts.owned_blocks.filter((block) => isFree(block));
  const bound = blocks.flatMap((block) => {
    const bond = bondOf(facts, block);
    return bond === null ? [] : [[block.block_id, bond] as const];
  });
  const jobs = facts.private_jobs.filter((job) => !job.settled && job.allocated_block_ids.length === 0);
  return { block_ids: blocks.map((block) => block.block_id), job_ids: jobs.map((job) => job.job_id), bound: Object.fromEntries(bound) };
}

function pledging(
  facts: OpenFacts,
  action_type: 'join_coalition' | 'commit_to_coalition',
  offered: { coalitions: readonly WireCoalition[]; things: Things | null },
): LegalAction {
  const things = offered.things ?? { block_ids: [], job_ids: [], bound: {} };
  return {
    action_type,
    coalition_ids: idsOf(offered.coalitions),
    ...things,
    reserve: { min: 0, max: MAX_MONEY },
    until_round: { min: facts.round_index, max: Math.min(facts.max_rounds - 1, facts.round_index + LONGEST_PLEDGE) },
  };
}

function idsOf(coalitions: readonly WireCoalition[]): string[] {
  return coalitions.map((coalition) => coalition.coalition_id);
}
