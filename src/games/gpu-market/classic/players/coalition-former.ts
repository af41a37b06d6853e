import type { Policy } from '~/contract/policy';
import type { Action, Observation } from '../../types';

/**
 * Demonstrates that classic's coalitions bind nobody and pay by themselves (docs/rules.md): it creates no value and outscores the expert.
 */
export const coalitionFormer: Policy<Observation, Action> = {
  id: 'coalition_former',
  title: 'Coalition former',
  summary:
    'Farms the score: forms a coalition with a different lab every round and does nothing else. Waits where coalitions are disabled.',
  plays: ['gpu-market/classic'],
  control: 'farmer',
  choose: formNext,
};

function formNext(observation: Observation): Action {
  const labs = observation.visible_labs;
  const target = labs[observation.round_index % Math.max(1, labs.length)];
  if (observation.difficulty === 'easy' || target === undefined) return { action_type: 'wait' };
  return { action_type: 'form_coalition', target_lab_id: target.lab_id };
}
