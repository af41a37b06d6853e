/** The GPU market under ruleset `open`: every lab is a seat, rounds are simultaneous, coalitions bind and pay. */
import type { Game, Outcome } from '../../game';
import { readTurn } from './actions';
import { OPEN_TASK_CARDS, type OpenConfig, parseOpenConfig, RULESET, RULESET_VERSION } from './config';
import { copyState } from './copy';
import { decide, lapse, open } from './decide';
import type { OpenEvent } from './events';
import { evolve } from './evolve';
import type { OpenObservation } from './observation';
import { observe } from './observe';
import { publish } from './publish';
import { awaited } from './rules/rounds';
import { fromCents, type OpenState } from './state';
import { type OpenMarketView, view } from './view';

export const openMarket: Game<OpenConfig, OpenState, OpenEvent, OpenObservation, OpenMarketView> = {
  game: 'gpu-market',
  ruleset: RULESET,
  version: RULESET_VERSION,
  tasks: OPEN_TASK_CARDS,
  parseConfig: parseOpenConfig,
  open,
  evolve,
  copy: copyState,
  toAct: awaited,
  readMove: readTurn,
  decide,
  lapse,
  observe,
  view,
  publish,
  outcome,
  clock: (state) => ({ round: state.finished ? state.config.rounds : state.round_index, rounds: state.config.rounds }),
};

/** Profits: money now less money at the start. Gains against autarky need the optimum and come after the match. */
function outcome(state: OpenState): Outcome {
  const profits = Object.values(state.labs).map((lab) => [lab.lab_id, fromCents(lab.budget_cents - lab.start_cents)]);
  return { finished: state.finished, scores: Object.fromEntries(profits) as Record<string, number> };
}
