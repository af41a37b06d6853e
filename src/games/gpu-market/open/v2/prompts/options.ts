/** What is put to a model in one turn under version 2: the options of version 1, and the best wants, promises, plans and pledges. */

import type { LegalAction } from '../../shared/legal-action';
import type { WireCoalition, WireProposal } from '../../shared/observation';
import { Appraiser } from '../../shared/plans/appraise';
import { type OpenOption, option, signed } from '../../shared/prompts/option';
import { dealsOf, optionsOf, TELLING, withinMost } from '../../shared/prompts/options';
import { dealings } from '../../shared/prompts/options-coalitions';
import { isOldAction } from '../../shared/types';
import type { LegalAction2, NewLegalAction, OpenObservation2 } from '../observation';
import { spareThings } from '../players/member';
import { asShared } from '../players/planner';
import { searchPlan2 } from '../players/search';
import { type Desk2, promises, promisesMade, wantsPosted, wantsToFill } from './options-deals';

/** In the order of the legal list, within a type the best first. */
export function openOptions2(seen: OpenObservation2): OpenOption[] {
  const observation = asShared(seen);
  const desk: Desk2 = { seen, observation, appraiser: new Appraiser(observation) };
  const found = seen.legal_actions.flatMap((legal) => optionsAt(desk, legal));
  return found.length === 0 ? [option({ action_type: 'wait' })] : withinMost(found);
}

/** The best of each type of action, those first that move goods and money. */
export function dealsAt2(seen: OpenObservation2): unknown[] {
  return dealsOf(openOptions2(seen), ['take_promise', 'fill_want', ...TELLING, 'propose_plan']);
}

function optionsAt(desk: Desk2, legal: LegalAction2): OpenOption[] {
  switch (legal.action_type) {
    case 'form_coalition':
    case 'join_coalition':
    case 'commit_to_coalition':
      return pledges(desk, legal);
    default:
      return isOldAction(legal) ? optionsOf(desk, legal) : newOptions(desk, legal);
  }
}

function newOptions(desk: Desk2, legal: NewLegalAction): OpenOption[] {
  switch (legal.action_type) {
    case 'post_want':
      return wantsPosted(desk, legal);
    case 'fill_want':
      return wantsToFill(desk, legal);
    case 'withdraw_want':
      return legal.want_ids.slice(0, 2).map((want_id) => option({ action_type: 'withdraw_want', want_id }));
    case 'make_promise':
      return promisesMade(desk, legal);
    case 'take_promise':
    case 'decline_promise':
      return promises(desk, legal);
    case 'propose_plan':
      return planProposals(desk, legal);
    case 'veto_plan':
      return vetoes(desk, legal);
    case 'withdraw_pledge':
      return withdrawals(legal);
  }
}

// Joint ventures: founding and joining with what it can spare, plans and counter-plans, vetoes, pledges taken back.

type Pledging = Extract<LegalAction, { action_type: 'form_coalition' | 'join_coalition' | 'commit_to_coalition' }>;
type Legal<T extends NewLegalAction['action_type']> = Extract<NewLegalAction, { action_type: T }>;

const MOST_PLANS = 3;
/** What starts now has to be decided, and a later hour costs nothing: the seat sees what is on the table, not the future. */
const NOW = { soon: 0, later_hour: 0 };

/** As in version 1 and, besides, with all that its own plan has no use for, which plans may use in this very round. */
function pledges(desk: Desk2, legal: Pledging): OpenOption[] {
  const mine = desk.seen.active_coalitions.find((one) => one.members.includes(desk.seen.controlled_lab_id));
  const spare = spareThings(desk.seen, mine);
  const has = spare.block_ids.length + spare.job_ids.length > 0;
  const free = { ...spare, at_once: true };
  if (legal.action_type === 'commit_to_coalition') {
    const [coalition_id] = legal.coalition_ids.filter((id) => id === mine?.coalition_id);
    return !has || coalition_id === undefined ? [] : [option({ action_type: 'commit_to_coalition', coalition_id, ...free })];
  }
  const bare = dealings(desk, legal);
  const [first] = bare;
  return has && first !== undefined ? [option({ ...first.action, ...free }, { note: first.note }), ...bare] : bare;
}

/** The best use of what is pledged and in no open plan; and a counter-plan, if the same blocks and jobs can earn more. */
function planProposals({ seen }: Desk2, legal: Legal<'propose_plan'>): OpenOption[] {
  return Object.keys(legal.plans).flatMap((coalition_id) => {
    const coalition = seen.active_coalitions.find((one) => one.coalition_id === coalition_id);
    if (coalition === undefined) return [];
    const table = coalition.proposals ?? [];
    const used = new Set(table.flatMap(namesIn));
    const shared = asShared(seen);
    const beside = searchPlan2(shared, without(coalition, used), NOW).map((found) => ({ ...found, kind: 'plan' }));
    const counter =
      table.length === 0
        ? []
        : searchPlan2(shared, coalition, NOW)
            .filter((found) => isBetter(found, table))
            .map((found) => ({ ...found, kind: 'counter-plan' }));
    return [...counter, ...beside]
      .slice(0, MOST_PLANS)
      .map(({ plan, surplus, kind }) =>
        option(
          { action_type: 'propose_plan', coalition_id, plan },
          { worth: surplus / 100, note: `${kind}, ${signed(surplus / 100)} in all` },
        ),
      );
  });
}

/** Larger than each plan of which it wants something. */
function isBetter(found: { plan: WireProposal['plan']; surplus: number }, table: readonly WireProposal[]): boolean {
  const names = new Set(namesIn(found));
  const rivals = table.filter((one) => namesIn(one).some((id) => names.has(id)));
  return rivals.length > 0 && rivals.every((one) => one.surplus === null || found.surplus > 100 * one.surplus);
}

function namesIn({ plan }: Pick<WireProposal, 'plan'>): string[] {
  return plan.flatMap((entry) => [entry.job_id, ...entry.block_ids]);
}

function without(coalition: WireCoalition, gone: ReadonlySet<string>): WireCoalition {
  const pledges = Object.entries(coalition.pledges ?? {}).map(([lab, pledge]) => {
    const jobs = pledge.jobs.filter((job) => !gone.has(job.job_id));
    return [lab, { ...pledge, jobs, block_ids: pledge.block_ids.filter((id) => !gone.has(id)) }];
  });
  return { ...coalition, pledges: Object.fromEntries(pledges) as NonNullable<WireCoalition['pledges']> };
}

/** What a plan would bring it and cost it. */
function vetoes({ seen }: Desk2, legal: Legal<'veto_plan'>): OpenOption[] {
  const { controlled_lab_id: me, active_coalitions } = seen;
  return Object.entries(legal.plan_ids).flatMap(([coalition_id, ids]) => {
    const table = active_coalitions.find((one) => one.coalition_id === coalition_id)?.proposals ?? [];
    return ids.slice(0, MOST_PLANS).map((plan_id) => {
      const plan = table.find((one) => one.plan_id === plan_id);
      const [gets, costs] = [plan?.payouts?.[me], plan?.costs?.[me]];
      const note = gets === undefined || costs === undefined ? '' : `you get ${Math.round(gets)}, it costs you ${Math.round(costs)}`;
      return option({ action_type: 'veto_plan', coalition_id, plan_id }, { worth: (costs ?? 0) - (gets ?? 0), note });
    });
  });
}

/** All that no plan uses. */
function withdrawals(legal: Legal<'withdraw_pledge'>): OpenOption[] {
  return Object.entries(legal.pledged).map(([coalition_id, { block_ids, job_ids }]) =>
    option({
      action_type: 'withdraw_pledge',
      coalition_id,
      ...(block_ids.length > 0 && { block_ids }),
      ...(job_ids.length > 0 && { job_ids }),
    }),
  );
}
