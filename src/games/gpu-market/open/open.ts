/** The GPU market under ruleset `open`: every lab is a seat, rounds are simultaneous, coalitions bind and pay. */

import { HouseTurn } from '~/contract/actions-of-move';
import type { Clock, Game, Outcome, SeatSpec } from '~/contract/game';
import type { Draws } from '~/lib/random/draws';
import { hearings } from '../hearings';
import { readTurn } from './actions';
import { imbalanceCents, imbalanceWords } from './books/conservation';
import { branch } from './branch';
import { OPEN_TASK_CARDS, OPEN_TOGETHER, type OpenConfig, openOptions, parseOpenConfig, RULESET, RULESET_VERSION } from './config';
import { copyState } from './copy';
import { decide, decideBy, lapse, open, receive } from './decide';
import type { OpenEvent } from './events';
import { evolve } from './evolve';
import { glance } from './glance';
import { hearing, rejudge } from './hearing';
import { narrate, told } from './narrate';
import type { OpenObservation } from './observation';
import { observe } from './observe';
import type { Apply } from './proceedings';
import { publish } from './publish';
import { awaited } from './rules/rounds';
import { readShock } from './rules/shocks';
import { fromCents, type OpenState, profitCents } from './state';
import type { ToldOpenEvent } from './told';
import { OPEN_JUDGE_MODES } from './types';
import { type OpenMarketView, view } from './view';
import { openDraws, STREAMS } from './world';

type OpenMarket = Game<OpenConfig, OpenState, OpenEvent, OpenObservation, OpenMarketView>;

export const openMarket: OpenMarket = {
  ref: { key: `gpu-market/${RULESET}`, version: RULESET_VERSION },
  roles: [{ id: 'lab', title: 'Lab', weight: 1 }],
  can: { hearing: hearings },
  verdictType: 'pitches_judged',
  tasks: OPEN_TASK_CARDS,
  usualTask: 'coalition_market',
  judgeModes: OPEN_JUDGE_MODES,
  options: openOptions,
  together: OPEN_TOGETHER,
  parseConfig: parseOpenConfig,
  seats: ({ labs }) => Array.from({ length: labs }, (_, index) => seatOf(`lab_${index}`)),
  open,
  evolve,
  copy: copyState,
  toAct: awaited,
  readMove: readTurn,
  decide,
  lapse,
  receive,
  interfere: readShock,
  branch,
  hearing,
  rejudge,
  replaceable: true,
  chance: chanceOf,
  houseMove: (move, drawn) => new HouseTurn(move, drawn),
  observe,
  view,
  glance,
  publish,
  told,
  narrate: (event, names) => narrate(event as ToldOpenEvent, names), // published by these rules
  scored: { title: 'Profit in cr', decimals: 2 },
  outcome,
  standing,
  clock,
};

/** The market as another `evolve` has it: a test plants a fault with it. */
export function openMarketBy(apply: Apply): OpenMarket {
  return { ...openMarket, evolve: apply, decide: (state, seat, move) => decideBy(apply, state, { seat, move }) };
}

function seatOf(id: string): SeatSpec {
  return { id, role: 'lab', title: id, people: true };
}

/** All labs move at the same time, once a round. */
function clock({ finished, round_index, config: { rounds } }: OpenState): Clock {
  const round = finished ? rounds : round_index;
  return { turn: round, round, rounds };
}

/** Profits: money now less money at the start. Gains against autarky need the optimum and come after the match. */
function outcome(state: OpenState): Outcome {
  const profits = Object.values(state.labs).map((lab) => [lab.lab_id, fromCents(lab.budget_cents - lab.start_cents)]);
  const fault = state.finished ? imbalanceWords(imbalanceCents(state)) : null;
  return { finished: state.finished, scores: Object.fromEntries(profits) as Record<string, number>, ...(fault !== null && { fault }) };
}

/** Profits so far, as every screen shows them: what is held in bonds and deposits is the lab's own. */
function standing(state: OpenState): Record<string, number> {
  return Object.fromEntries(Object.values(state.labs).map((lab) => [lab.lab_id, fromCents(profitCents(state, lab))]));
}

/** A house policy's own stream, read on through the match: nothing that any seat does moves another's. */
export function chanceOf(state: OpenState, seat: string): Draws {
  return openDraws(state.config.seed, [STREAMS.house, Number(seat.slice('lab_'.length))], state.house_drawn?.[seat] ?? 0);
}
