import type { GamePack } from '~/contract/pack';
import { stand } from '../view';
import type { OpenAction } from './actions';
import { openBooks } from './books/conservation';
import { openEnv } from './env/adapter';
import type { OpenEvent } from './events';
import { ACCOUNTS } from './explain/accounts';
import { openGuards, walkBacksOf } from './guards';
import type { OpenObservation } from './observation';
import { openMarket } from './open';
import { SCORE } from './optimum/score-in-worker';
import { worldOf } from './pairs';
import { dealsAt, openPrompts } from './prompts/formats';
import { openLedger } from './rules/ledger';
import { trial } from './trial';

export const pack: GamePack<OpenObservation, OpenAction, OpenEvent> = {
  rules: openMarket,
  prompts: openPrompts,
  guards: openGuards,
  guardMode: 'models',
  walkBacks: walkBacksOf,
  candidates: dealsAt,
  env: openEnv,
  jobs: [SCORE, ACCOUNTS],
  books: openBooks,
  ledger: openLedger,
  worldOf,
  stand,
  trial,
};
