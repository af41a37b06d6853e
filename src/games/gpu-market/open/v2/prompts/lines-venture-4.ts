/** Joint ventures in the menu of `open-4`: founding, joining and pledging with what can be spared, plans, vetoes, what is taken back. */
import type { TakenAction } from '../../shared/actions';
import type { WireCoalition } from '../../shared/observation';
import { Appraiser } from '../../shared/plans/appraise';
import { option, signed } from '../../shared/prompts/option';
import type { OpenObservation2 } from '../observation';
import { spareThings } from '../players/member';
import { asShared } from '../players/planner';
import { type FoundPlan, searchPlan2 } from '../players/search';
import { beginAlone, merged, ownUses, plans, pledgeable } from '../players/venture';
import { type Found, ownJob, short, useLine } from './lines-trade-4';

const MOST_JOINED = 2;
const MOST_MEMBERS = 16;
const MOST_PLANS = 4;
const MOST_VETOED = 3;
const BOND = 5;
/** What starts now has to be decided, and a later hour costs nothing: a member sees what is on the table, not the future. */
const NOW = { soon: 0, later_hour: 0 };

export function ventureLines(seen: OpenObservation2): Found[] {
  if (!seen.coalitions_allowed) return [];
  const mine = seen.active_coalitions.find((one) => one.members.includes(seen.controlled_lab_id));
  return mine === undefined ? [...joins(seen), ...foundings(seen)] : memberLines(seen, mine);
}

interface Things {
  block_ids: string[];
  job_ids: string[];
}

function isEmpty({ block_ids, job_ids }: Things): boolean {
  return block_ids.length + job_ids.length === 0;
}

function pledgeText({ block_ids, job_ids }: Things): string {
  return isEmpty({ block_ids, job_ids }) ? 'pledge nothing' : `pledge ${[...job_ids.map(ownJob), ...block_ids.map(short)].join(' ')}`;
}

function joins(seen: OpenObservation2): Found[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'join_coalition');
  if (legal?.action_type !== 'join_coalition') return [];
  const own = ownUses(seen);
  const asked = seen.active_coalitions.filter(({ coalition_id }) => legal.coalition_ids.includes(coalition_id)).slice(0, MOST_JOINED);
  const found = asked.flatMap((one): Found[] =>
    pledgesOf(pledgeable(seen, one, own), spareThings(seen, undefined)).map((things) => ({
      group: 'j',
      option: option({ action_type: 'join_coalition', coalition_id: one.coalition_id, ...things, at_once: true }),
      text: `${one.founder} bond=${one.bond} ${pledgeText(things)}`,
    })),
  );
  const declined = asked.slice(0, 1).map((one): Found => {
    const action: TakenAction = { action_type: 'decline_coalition', coalition_id: one.coalition_id };
    return { weight: 'rare', group: 'd', option: option(action), text: one.founder };
  });
  return [...found, ...declined];
}

/** All that may be pledged, what the own plan leaves over, nothing: each once. */
function pledgesOf(all: Things, spare: Things): Things[] {
  const known = new Set<string>();
  return [all, spare, { block_ids: [], job_ids: [] }].filter((things) => {
    const key = JSON.stringify(things);
    return !known.has(key) && known.add(key);
  });
}

function foundings(seen: OpenObservation2): Found[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'form_coalition');
  if (legal?.action_type !== 'form_coalition' || seen.round_index + 1 >= seen.max_rounds) return [];
  const members = seen.visible_labs.map((lab) => lab.lab_id).slice(0, Math.min(MOST_MEMBERS, legal.most_members) - 1);
  const bond = Math.floor(Math.min(BOND, legal.bond.max));
  return pledgesOf(pledgeable(seen, null, []), spareThings(seen, undefined)).map((things) => ({
    group: 'e',
    option: option({ action_type: 'form_coalition', members, split: 'equal', bond, ...things, at_once: true }),
    text: `bond=${bond} ${pledgeText(things)}`,
  }));
}

function memberLines(seen: OpenObservation2, mine: WireCoalition): Found[] {
  const { coalition_id } = mine;
  const appraiser = new Appraiser(asShared(seen));
  const own = beginAlone(seen, mine);
  const uses = own.map((action) => useLine(seen, appraiser, action));
  return [
    ...uses,
    ...commits(seen, mine, own),
    ...proposals(seen, mine),
    ...vetoes(seen, mine),
    ...withdrawals(seen, mine),
    ...leaving(seen, coalition_id),
  ];
}

function commits(seen: OpenObservation2, mine: WireCoalition, own: readonly TakenAction[]): Found[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'commit_to_coalition');
  if (legal === undefined || mine.status !== 'active') return [];
  return pledgesOf(pledgeable(seen, mine, own), spareThings(seen, mine))
    .filter((things) => !isEmpty(things))
    .map((things) => ({
      group: 'm',
      option: option({ action_type: 'commit_to_coalition', coalition_id: mine.coalition_id, ...things, at_once: true }),
      text: pledgeText(things),
    }));
}

/** Who plans for the venture: each plan by itself, and the last ones in one, for a turn has room for few. Others: what nobody's plan uses. */
function proposals(seen: OpenObservation2, mine: WireCoalition): Found[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'propose_plan');
  if (legal?.action_type !== 'propose_plan') return [];
  const planned = plans(seen, mine);
  const together = [1, 2, 3, 4].filter((most) => most < planned.length).flatMap((most) => merged(planned, most).slice(-1));
  const others =
    planned.length > 0
      ? []
      : searchPlan2(asShared(seen), free(mine), NOW)
          .slice(0, 1)
          .map(({ plan }) => ({ plan }));
  const found = [...together.slice(0, 2), ...planned.slice(0, MOST_PLANS), ...together.slice(2), ...others];
  return found.map(({ plan = [] }) => ({
    group: 'p',
    option: option({ action_type: 'propose_plan', coalition_id: mine.coalition_id, plan }),
    text: planText(plan),
  }));
}

/** `c_1_plan_2` as `plan2`. */
export function planName(id: string): string {
  return `plan${id.split('_').at(-1)}`;
}

/** Jobs alone: which blocks serve them is the line's business. */
function planText(plan: FoundPlan['plan']): string {
  return plan.map(({ job_id, block_ids }) => `${short(job_id)}:${block_ids.length}`).join(' ');
}

function free(mine: WireCoalition): WireCoalition {
  const used = new Set((mine.proposals ?? []).flatMap(({ plan }) => plan.flatMap((entry) => [entry.job_id, ...entry.block_ids])));
  const pledges = Object.entries(mine.pledges ?? {}).map(([lab, pledge]) => {
    const jobs = pledge.jobs.filter((job) => !used.has(job.job_id));
    return [lab, { ...pledge, jobs, block_ids: pledge.block_ids.filter((id) => !used.has(id)) }] as const;
  });
  return { ...mine, pledges: Object.fromEntries(pledges) };
}

function vetoes(seen: OpenObservation2, mine: WireCoalition): Found[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'veto_plan');
  const ids = legal?.action_type === 'veto_plan' ? (legal.plan_ids[mine.coalition_id] ?? []) : [];
  return ids.slice(0, MOST_VETOED).map((plan_id) => {
    const plan = (mine.proposals ?? []).find((one) => one.plan_id === plan_id);
    const [gets, costs] = [plan?.payouts?.[seen.controlled_lab_id], plan?.costs?.[seen.controlled_lab_id]];
    const brings = gets === undefined || costs === undefined ? '' : ` (${signed(gets - costs)})`;
    const action: TakenAction = { action_type: 'veto_plan', coalition_id: mine.coalition_id, plan_id };
    return { weight: 'spare', group: 'v', option: option(action), text: `${planName(plan_id)}${brings}` };
  });
}

function withdrawals(seen: OpenObservation2, mine: WireCoalition): Found[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'withdraw_pledge');
  if (legal?.action_type !== 'withdraw_pledge' || legal.pledged[mine.coalition_id] === undefined) return [];
  const action: TakenAction = { action_type: 'withdraw_pledge', coalition_id: mine.coalition_id };
  return [{ group: 'y', option: option(action), text: 'your pledge' }];
}

function leaving(seen: OpenObservation2, coalition_id: string): Found[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'leave_coalition');
  if (legal?.action_type !== 'leave_coalition' || !legal.coalition_ids.includes(coalition_id)) return [];
  return [{ weight: 'rare', group: 'l', option: option({ action_type: 'leave_coalition', coalition_id }), text: 'the venture' }];
}
