import type { GameArrays } from '~/contract/arrays';
import type { GamePack } from '~/contract/pack';
import { marketTold } from '../../guide';
import { stand } from '../../view';
import { ACCOUNTS } from '../explain/accounts';
import { explainMatch } from '../explain/explain-match';
import { archetypes, greedy, house, planner, plannerWithCoalitions, random } from '../players/policies';
import { type OpenAction, readOpenTurn } from '../shared/actions';
import { openArrays } from '../shared/arrays/arrays';
import { openTargetsOf } from '../shared/audit/targets';
import { openBooks } from '../shared/books/conservation';
import { openEnvOf } from '../shared/env/adapter';
import type { OpenEvent } from '../shared/events';
import { openGuards, walkBacksOf } from '../shared/guards';
import type { OpenObservation } from '../shared/observation';
import { SCORE, scoreInWorker } from '../shared/optimum/score-in-worker';
import { worlds } from '../shared/optimum/world-bounds';
import { farmingOf } from '../shared/players/farmers/farming';
import { farmerPolicies } from '../shared/players/farmers/policies';
import { dealsAt, openPrompts } from '../shared/prompts/formats';
import { RewardTeller } from '../shared/rewards';
import { openLedger } from '../shared/rules/ledger';
import { trapIn } from '../shared/trap-scene';
import { trial } from '../shared/trial';
import { openMarket, openMarketBy } from './open';

export const pack: GamePack<OpenObservation, OpenAction, OpenEvent> = {
  rules: openMarket,
  players: [planner, plannerWithCoalitions, random, greedy, house, ...archetypes],
  prompts: openPrompts,
  guards: openGuards,
  guardMode: 'models',
  walkBacks: walkBacksOf,
  candidates: dealsAt,
  env: openEnvOf({ market: openMarket, readTurn: readOpenTurn, told: marketTold }),
  arrays: openArrays as unknown as GameArrays<OpenObservation, OpenAction>,
  jobs: [SCORE, ACCOUNTS],
  books: openBooks,
  ledger: openLedger,
  worlds,
  gains: async (events, means) => (await scoreInWorker(events, means)).gain,
  dense: (seat) => new RewardTeller(seat),
  explain: explainMatch,
  farmers: farmerPolicies,
  farming: farmingOf(openMarket),
  labelled: async () => (await import('../../calibration/labelled-pitches')).labelledPitches(),
  stand,
  trial,
  audit: openTargetsOf(openMarketBy),
  injections: (seed) => trapIn(openMarket, seed),
};
