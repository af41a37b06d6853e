import type { GamePack } from '~/contract/pack';
import { stand } from '../view';
import type { OpenAction } from './actions';
import { openTargets } from './audit/targets';
import { openBooks } from './books/conservation';
import { openEnv } from './env/adapter';
import type { OpenEvent } from './events';
import { ACCOUNTS } from './explain/accounts';
import { explainMatch } from './explain/explain-match';
import { openGuards, walkBacksOf } from './guards';
import type { OpenObservation } from './observation';
import { openMarket } from './open';
import { SCORE, scoreInWorker } from './optimum/score-in-worker';
import { worlds } from './optimum/world-bounds';
import { farmerPolicies } from './players/farmers/policies';
import { dealsAt, openPrompts } from './prompts/formats';
import { RewardTeller } from './rewards';
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
  worlds,
  gains: async (events, means) => (await scoreInWorker(events, means)).gain,
  dense: (seat) => new RewardTeller(seat),
  explain: explainMatch,
  farmers: farmerPolicies,
  labelled: async () => (await import('../calibration/labelled-pitches')).labelledPitches(),
  stand,
  trial,
  audit: openTargets,
  showcase: [
    { task: 'coalition_market', seed: 3, policy: 'planner_with_coalitions', judgeMode: 'rule' },
    { agent: 'smollm2', task: 'market_round', policy: 'planner', judgeMode: 'off', seats: { lab_0: 'smollm2' } },
  ],
};
