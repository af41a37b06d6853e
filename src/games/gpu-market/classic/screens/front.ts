import type { GameFront } from '~/contract/screens';
import { formatFixed } from '~/kit/format';
import { CLASSIC_LABS } from '../../screens/lab-names';

export const front: GameFront = {
  title: 'GPU market, classic',
  about: 'One lab is played and scored; house labs play the others. This is the published benchmark.',
  rules: { 1: 'rules' },
  names: CLASSIC_LABS,
  scoreText: (score) => `reward ${formatFixed(score, 4)}`,
  benchmark: { pair: { task: 'coalition_market', seed: 5, policies: ['random_validish', 'rule_based_expert'] } },
  evaluation: { policies: 'all', tasks: 'all', seeds: '0-9,50000-50007' },
};
