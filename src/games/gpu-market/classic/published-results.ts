/**
 * The published figures of the GPU Budget Negotiation Arena (repository abhinavgautam01/GPU_Budget_Negotiation_Arena, commit 128c8c2), as
 * printed: mean of the cumulative reward, judge off, default difficulty. Two are exact ties and have five decimals.
 */
import type { PublishedMeans, PublishedSamples } from '~/contract/pack';
import type { TaskType } from '../types';

export const SPLITS = ['train', 'holdout'] as const;
export type Split = (typeof SPLITS)[number];

type Columns = Record<TaskType, string>;

const PUBLISHED: Record<string, Record<Split, Columns>> = {
  rule_based_expert: {
    train: { single_trade: '0.2623', market_round: '0.4845', coalition_market: '0.8149' },
    holdout: { single_trade: '0.2035', market_round: '0.5260', coalition_market: '0.6238' },
  },
  always_accept: {
    train: { single_trade: '0.0587', market_round: '0.2725', coalition_market: '0.3722' },
    holdout: { single_trade: '0.1711', market_round: '0.4001', coalition_market: '0.2266' },
  },
  greedy_hoarder: {
    train: { single_trade: '0.0587', market_round: '0.0286', coalition_market: '0.0995' },
    holdout: { single_trade: '0.1572', market_round: '0.1921', coalition_market: '0.08255' },
  },
  random_validish: {
    train: { single_trade: '0.0747', market_round: '0.1595', coalition_market: '0.1709' },
    holdout: { single_trade: '0.0805', market_round: '0.1865', coalition_market: '0.1103' },
  },
  base_instruct_naive: {
    train: { single_trade: '0.0771', market_round: '-0.0069', coalition_market: '-0.03555' },
    holdout: { single_trade: '0.0775', market_round: '-0.0065', coalition_market: '-0.0953' },
  },
};

export interface PublishedModel {
  name: string;
  means: Columns;
  overall: string;
}

/** Language models, as printed; measured on seeds 0-4, which their training data also used. */
export const PUBLISHED_MODELS: readonly PublishedModel[] = [
  {
    name: 'Llama-3.2-3B, untrained',
    means: { single_trade: '0.0495', market_round: '-0.0505', coalition_market: '-0.2805' },
    overall: '-0.0938',
  },
  {
    name: 'Llama-3.2-3B, fine-tuned (SFT)',
    means: { single_trade: '0.1642', market_round: '0.1890', coalition_market: '0.4162' },
    overall: '0.2565',
  },
];

/** The published mean as printed; null if there is none. */
export function publishedMean(policy: string, task: string, range: string): string | null {
  const ranges: Partial<Record<string, Partial<Record<string, string>>>> | undefined = PUBLISHED[policy];
  return ranges?.[range]?.[task] ?? null;
}

export const published: PublishedMeans = {
  ranges: { train: { name: 'train', seeds: '0-9' }, test: { name: 'holdout', seeds: '50000-50007' } },
  beside: ['wait', 'coalition_former'],
  mean: publishedMean,
};

/** The published format of supervised samples. */
export const samples: PublishedSamples = {
  version: 'arena-1',
  system: 'You negotiate for scarce GPU capacity as one of several AI labs. Answer with one valid JSON action object and nothing else.',
  fields: [
    'task_id',
    'difficulty',
    'round_index',
    'controlled_lab_budget',
    'controlled_lab_reputation',
    'private_jobs',
    'owned_blocks',
    'visible_labs',
    'active_offers',
    'active_coalitions',
    'last_action_result',
  ],
};
