import { actionsOfMove } from '~/contract/actions-of-move';
import type { GamePack, Lessons } from '~/contract/pack';
import type { TakenAction } from '../shared/actions';
import { type MarketBy, openTargetsOf } from '../shared/audit/targets';
import { openEnvOf } from '../shared/env/adapter';
import { farmingOf } from '../shared/players/farmers/farming';
import { trapIn } from '../shared/trap-scene';
import type { openMarket } from '../v1/open';
import { pack as pack1 } from '../v1/pack';
import { readOpenTurn2 } from './actions';
import type { OpenObservation2 } from './observation';
import { openMarket2, openMarket2By } from './open';
import { GRAFTS_2 } from './players/farming';
import { openPrompts2 } from './prompts/formats';
import { menuOf } from './prompts/menu-4';
import { dealsAt2 } from './prompts/options';
import { marketTold2 } from './told';
import { trial2 } from './trial';

/** For code written for version 1 that needs only what both versions show. */
const asVersion1 = openMarket2 as unknown as typeof openMarket;

/** Its moves as replies to any of its prompts: a whole turn where the prompt asks for one. A pupil may err by any menu line. */
const lessons: Lessons<OpenObservation2, TakenAction | TakenAction[]> = {
  usual: 'planner_with_coalitions',
  stray(seen, draws) {
    const picks = [...menuOf(seen).picks];
    const kind = draws.choice([...new Set(picks.map(([said]) => said.charAt(0)))]);
    return draws.choice(picks.filter(([said]) => said.startsWith(kind)))[1];
  },
  say(seen, move, prompt) {
    const decide = openPrompts2.find(({ version }) => version === prompt)?.decide;
    const actions = actionsOfMove(move);
    const taught = actions.length === 0 ? { action_type: 'wait' } : decide?.actions === undefined ? actions[0] : actions;
    const said = decide?.listed?.(seen, taught) ?? null;
    return said === null ? null : (decide?.say(seen, said) ?? null);
  },
};

/** Players, guards, books, ledger, worlds and score are those of version 1. */
export const pack2: GamePack = {
  ...(pack1 as GamePack),
  rules: openMarket2,
  prompts: openPrompts2,
  lessons,
  candidates: (seen) => dealsAt2(seen as Parameters<typeof dealsAt2>[0]),
  env: openEnvOf({ market: openMarket2, readTurn: readOpenTurn2, told: marketTold2 }),
  farming: farmingOf(asVersion1, GRAFTS_2),
  trial: trial2,
  audit: openTargetsOf(openMarket2By as unknown as MarketBy),
  injections: (seed) => trapIn(asVersion1, seed),
  demo: {
    task: 'market_round',
    entrants: ['planner_with_coalitions', 'planner', 'selfish', 'greedy'],
    tableSize: 4,
    nulls: ['random'],
  },
  showcase: [
    { task: 'coalition_market', seed: 3, policy: 'planner_with_coalitions', judgeMode: 'rule' },
    { agent: 'smollm2', task: 'market_round', policy: 'planner', judgeMode: 'off', seats: { lab_0: 'smollm2' } },
  ],
};
