import type { GamePack } from '~/contract/pack';
import type { MarketEvent } from '../events';
import { guide } from '../guide';
import type { Action, Observation } from '../types';
import { stand } from '../view';
import { classic } from './classic';
import { classicEnv } from './env';
import { classicGuards, walkBacksOf } from './guards';
import { classicBooks, classicLedger } from './ledger';
import { classicPrompts } from './prompts/formats';
import { published, samples } from './published-results';
import { stepsOf } from './steps';
import { trial } from './trial';

export const pack: GamePack<Observation, Action, MarketEvent> = {
  rules: classic,
  prompts: classicPrompts,
  guards: classicGuards,
  guardMode: 'models',
  walkBacks: walkBacksOf,
  env: classicEnv,
  books: classicBooks,
  ledger: classicLedger,
  guide,
  published,
  samples,
  steps: stepsOf,
  labelled: async () => (await import('../calibration/labelled-pitches')).labelledPitches(),
  stand,
  trial,
};
