/** What is put to a model in one turn under version 2: the options of version 1, and the best wants, promises, plans and pledges. */
import { Appraiser } from '../../shared/plans/appraise';
import { type OpenOption, option } from '../../shared/prompts/option';
import { dealsOf, optionsOf, TELLING, withinMost } from '../../shared/prompts/options';
import { isOldAction } from '../../shared/types';
import type { LegalAction2, NewLegalAction, OpenObservation2 } from '../observation';
import { asShared } from '../players/planner';
import { type Desk2, promises, promisesMade, wantsPosted, wantsToFill } from './options-deals';
import { planProposals, pledges, vetoes, withdrawals } from './options-plans';

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
