import type { GamePack } from '~/contract/pack';
import { ACTION_CARDS } from './actions';
import { bazaarArrays } from './arrays';
import { auditWords } from './audit';
import { bazaarEnv } from './env';
import type { BazaarEvent } from './events';
import { analyzeMatch, EXPLAIN } from './explain';
import { bazaarGuards } from './guards';
import { books, ledger } from './ledger';
import type { BazaarObservation } from './observation';
import { openBazaar } from './open';
import { allPolicies } from './players/all';
import { farming } from './players/farmers';
import type { WireAction } from './players/fill-in';
import { bazaarOpenPrompts, trapScene } from './prompts/formats';
import { lessons } from './prompts/lessons';
import { redraw } from './redraw';
import { DenseTeller, REWARD_COLUMNS } from './score/dense';
import { BOUNDS, gainsOf, worlds } from './score/worlds';
import { duel } from './series';
import type { BazaarState } from './state';
import { trial } from './trial';
import { stand } from './view';

const ABOUT_COLUMNS: Record<(typeof REWARD_COLUMNS)[number], string> = {
  deals: 'gains of deals made alone',
  standing_offers: 'how the best offer that can be taken has changed',
  pool_saving: 'gains of deals made in a pool',
  delay: 'what waiting has taken of the best offer',
  shocks: 'how shocks have changed what the best offer is worth',
};

export const pack: GamePack<BazaarObservation, WireAction, BazaarEvent> = {
  rules: openBazaar,
  players: allPolicies(),
  prompts: bazaarOpenPrompts,
  guards: bazaarGuards,
  guardMode: 'models',
  series: [duel],
  env: bazaarEnv,
  arrays: bazaarArrays,
  jobs: [BOUNDS, EXPLAIN],
  explain: async (events, means) => ({ ok: true, value: await analyzeMatch(events, means) }),
  books,
  ledger,
  worlds,
  gains: gainsOf,
  dense: (seat) => new DenseTeller(seat),
  guide: {
    actions: ACTION_CARDS,
    rewardColumns: REWARD_COLUMNS.map((name) => ({ name, weight: 1, summary: ABOUT_COLUMNS[name] })),
  },
  stand,
  trial,
  audit: auditWords,
  farming,
  injections: trapScene,
  lessons,
  redraw: (state, seat, freshSeed) => redraw(state as BazaarState, seat, freshSeed),
  demo: {
    task: 'haggle',
    entrants: ['planner', 'boulware', 'linear', 'house', 'conceder', 'greedy'],
    tableSize: 2,
    nulls: ['random'],
  },
};
