import type { GamePack, Lessons, ShownMatch } from '~/contract/pack';
import type { MarketEvent } from '../events';
import { guide } from '../guide';
import type { Action, Observation } from '../types';
import { stand } from '../view';
import { classicArrays } from './arrays';
import { classicTargets } from './audit/targets';
import { classic } from './classic';
import { classicEnv } from './env';
import { classicGuards, walkBacksOf } from './guards';
import { classicBooks, classicLedger } from './ledger';
import { classicPlayers } from './players/players';
import { classicPrompts } from './prompts/formats';
import { anyAction } from './prompts/phrases';
import { sayAction } from './prompts/reply';
import { published, samples } from './published-results';
import { stepsOf } from './steps';
import { classicScene } from './trap-scene';
import { trial } from './trial';

const showcase: readonly ShownMatch[] = [
  { task: 'coalition_market', seed: 5, policy: 'pitching_expert', judgeMode: 'rule' },
  { task: 'coalition_market', seed: 5, policy: 'rule_based_expert', judgeMode: 'off' },
  { task: 'market_round', seed: 3, policy: 'rule_based_expert', judgeMode: 'off' },
  { task: 'coalition_market', seed: 5, policy: 'random_validish', judgeMode: 'off' },
  { task: 'coalition_market', seed: 8, policy: 'pitching_expert', judgeMode: 'rule' },
  { task: 'single_trade', seed: 7, policy: 'greedy_hoarder', judgeMode: 'off' },
  { agent: 'smollm2-classic', task: 'coalition_market', policy: 'smollm2-classic', judgeMode: 'off' },
];

/** How its moves become training samples. */
const lessons: Lessons<Observation, Action> = { usual: 'rule_based_expert', stray: anyAction, say: sayAction };

export const pack: GamePack<Observation, Action, MarketEvent> = {
  rules: classic,
  players: classicPlayers,
  prompts: classicPrompts,
  guards: classicGuards,
  guardMode: 'models',
  walkBacks: walkBacksOf,
  env: classicEnv,
  arrays: classicArrays,
  books: classicBooks,
  ledger: classicLedger,
  guide,
  published,
  samples,
  lessons,
  showcase,
  steps: stepsOf,
  labelled: async () => (await import('../calibration/labelled-pitches')).labelledPitches(),
  stand,
  trial,
  audit: classicTargets,
  injections: classicScene,
};
