import type { GameFront } from '~/contract/screens';
import { formatNumber } from '~/kit/format';
import { OPEN_LABS } from '../../screens/lab-names';

/** What a gain is. */
export const GAINS = '0 means no better than playing alone, 1 means an equal share of the gains from trade';

export const front: GameFront = {
  title: 'GPU market, open',
  about:
    'Any lab can be a person, a model or a script. All labs act at the same time, coalitions are binding, and your score is what you gain over playing alone.',
  versions: {
    1: 'Offers, and coalitions whose members say what they want to be paid.',
    2: 'Adds open wants, promises with a bond, and joint plans that members can veto or improve. The game computes what a plan costs.',
  },
  rules: { 1: 'rules-open-1', 2: 'rules-open' },
  names: OPEN_LABS,
  people: true,
  unit: 'cr',
  scoreText: (score) => `profit ${formatNumber(score)} cr`,
  gains: GAINS,
  shocks: [
    { kind: 'capacity_failure', title: 'Capacity failure' },
    { kind: 'energy_spike', title: 'Energy spike' },
    { kind: 'demand_surge', title: 'Demand surge' },
    { kind: 'reliability_degradation', title: 'Reliability degradation' },
    { kind: 'supply_release', title: 'Supply release' },
  ],
  evaluation: { policies: 'planner,house,greedy', tasks: 'single_trade', seeds: '40000-40007', tables: true },
  entry: {
    title: 'The GPU market',
    sentence:
      'Run an AI lab: trade GPU time with a rival and finish your jobs before they are due. Two labs, six rounds: a good first game.',
    start: { task: 'single_trade' },
    stakes: [
      'A job pays if it gets its GPU-hours before its deadline.',
      'Nobody owns the right hours, so labs trade blocks or pool them.',
      'In bigger markets a judge gives spare blocks to the best true pitch, and shocks break plans.',
    ],
  },
};
