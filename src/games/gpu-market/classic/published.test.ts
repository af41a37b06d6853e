/** The published tables (mean cumulative reward; judge off, default difficulty), digit for digit as they were printed. */
import { describe, expect, it } from 'vitest';
import { findPolicy } from '../../policies';
import type { Action, Observation } from '../types';
import { parseConfig } from './config';
import { observe } from './observe';
import { startMatch, step } from './play-in-memory';

type Choose = (observation: Observation) => Action;

const TRAIN = range(0, 9);
const HOLDOUT = range(50000, 50007);

/** single_trade / market_round / coalition_market, on seeds 0-9 and on seeds 50000-50007. */
const PUBLISHED: Record<string, { train: string[]; holdout: string[] }> = {
  rule_based_expert: { train: ['.2623', '.4845', '.8149'], holdout: ['.2035', '.5260', '.6238'] },
  always_accept: { train: ['.0587', '.2725', '.3722'], holdout: ['.1711', '.4001', '.2266'] },
  greedy_hoarder: { train: ['.0587', '.0286', '.0995'], holdout: ['.1572', '.1921', '.08255'] },
  random_validish: { train: ['.0747', '.1595', '.1709'], holdout: ['.0805', '.1865', '.1103'] },
  base_instruct_naive: { train: ['.0771', '-.0069', '-.03555'], holdout: ['.0775', '-.0065', '-.0953'] },
};
const TASKS = ['single_trade', 'market_round', 'coalition_market'];

describe.each(Object.entries(PUBLISHED))('%s', (id, { train, holdout }) => {
  it.each(TASKS.map((task, i) => ({ task, train: train[i] ?? '', holdout: holdout[i] ?? '' })))(
    'earns $train on $task, $holdout on its holdout seeds',
    ({ task, train: onTrain, holdout: onHoldout }) => {
      expect(printed(mean(task, TRAIN, policy(id)), onTrain)).toBe(onTrain);
      expect(printed(mean(task, HOLDOUT, policy(id)), onHoldout)).toBe(onHoldout);
    },
  );
});

describe('coalition_market, seed 5', () => {
  it('gives the expert 1.3412, random_validish .1814', () => {
    expect(score('coalition_market', 5, policy('rule_based_expert'))).toBe(1.3412);
    expect(score('coalition_market', 5, policy('random_validish'))).toBe(0.1814);
  });
});

describe('forming a coalition with a different lab every round, and nothing else', () => {
  it('beats the expert, since classic coalitions pay by themselves', () => {
    expect(printed(mean('market_round', HOLDOUT, formCoalitions), '.8535')).toBe('.8535');
    expect(printed(mean('coalition_market', HOLDOUT, formCoalitions), '1.3655')).toBe('1.3655');
  });
});

function formCoalitions(observation: Observation): Action {
  const labs = observation.visible_labs;
  return { action_type: 'form_coalition', target_lab_id: labs[observation.round_index % labs.length]?.lab_id ?? '' };
}

function policy(id: string): Choose {
  const found = findPolicy('gpu-market/classic', id);
  if (found === null) throw new Error(`no policy ${id}`);
  return (observation) => found.choose(observation) as Action;
}

function score(task: string, seed: number, choose: Choose): number {
  const config = parseConfig({ task_type: task, seed });
  if (!config.ok) throw new Error(config.why);
  const state = startMatch(config.value);
  let observation = observe(state);
  while (!observation.done) observation = step(state, choose(observation));
  return observation.cumulative_reward;
}

/** Summed as doubles in the order of the seeds: .09945 lies just above the tie then, and was printed .0995. */
function mean(task: string, seeds: readonly number[], choose: Choose): number {
  return seeds.map((seed) => score(task, seed, choose)).reduce((sum, one) => sum + one, 0) / seeds.length;
}

/** With as many places as the published figure, and without the leading zero, as the tables have it. */
function printed(value: number, like: string): string {
  const places = like.length - like.indexOf('.') - 1;
  return value.toFixed(places).replace(/^(-?)0\./, '$1.');
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
