/** The GPU market under ruleset `open`: every lab is a seat, rounds are simultaneous, coalitions bind and pay. */

import { HouseTurn } from '~/contract/actions-of-move';
import type { Clock, Game, Outcome, SeatSpec } from '~/contract/game';
import type { Draws } from '~/lib/random/draws';
import { hearings } from '../../hearings';
import { readTurn } from '../shared/actions';
import { imbalanceCents, imbalanceWords } from '../shared/books/conservation';
import { OPEN_TASK_CARDS, OPEN_TOGETHER, type OpenConfig, openOptions, parseOpenConfig, RULESET, RULESET_VERSION } from '../shared/config';
import { copyState } from '../shared/copy';
import { receive } from '../shared/decide';
import type { OpenEvent } from '../shared/events';
import { evolve } from '../shared/evolve';
import { hearing } from '../shared/hearing';
import type { OpenObservation } from '../shared/observation';
import { observe, observeAll } from '../shared/observe';
import type { Apply } from '../shared/proceedings';
import { awaited } from '../shared/rules/rounds';
import { readShock } from '../shared/rules/shocks';
import { fromCents, type OpenState, profitCents } from '../shared/state';
import { narrate, told } from '../shared/told/narrate';
import { publish } from '../shared/told/publish';
import type { ToldOpenEvent } from '../shared/told/told';
import type { OpenLabView, OpenMarketView } from '../shared/told/view';
import { OPEN_JUDGE_MODES } from '../shared/types';
import { openDraws, STREAMS } from '../shared/world';
import { branch, decide, decideWith, inPlace, lapse, open, rejudge, view } from './decide';

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
  inPlace,
  receive,
  interfere: readShock,
  branch,
  hearing,
  rejudge,
  replaceable: true,
  chance: chanceOf,
  houseMove: (move, drawn) => new HouseTurn(move, drawn),
  observe,
  observeAll,
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

/** The market with another `evolve`, so that a test can plant a fault. */
export function openMarketBy(apply: Apply): OpenMarket {
  const { inPlace: _, ...market } = openMarket; // which uses the original `evolve`
  return { ...market, evolve: apply, decide: (state, seat, move) => decideWith(apply, state, { seat, move }) };
}

function seatOf(id: string): SeatSpec {
  return { id, role: 'lab', title: id, people: true };
}

/** All labs move at the same time, once per round. */
function clock({ finished, round_index, config: { rounds } }: OpenState): Clock {
  const round = finished ? rounds : round_index;
  return { turn: round, round, rounds };
}

/** Profits: money now minus money at the start. Gains over autarky need the optimum and are computed after the match. */
function outcome(state: OpenState): Outcome {
  const profits = Object.values(state.labs).map((lab) => [lab.lab_id, fromCents(lab.budget_cents - lab.start_cents)]);
  const fault = state.finished ? imbalanceWords(imbalanceCents(state)) : null;
  return { finished: state.finished, scores: Object.fromEntries(profits) as Record<string, number>, ...(fault !== null && { fault }) };
}

/** Profits so far, as every screen shows them: money held in bonds and deposits counts as the lab's own. */
function standing(state: OpenState): Record<string, number> {
  return Object.fromEntries(Object.values(state.labs).map((lab) => [lab.lab_id, fromCents(profitCents(state, lab))]));
}

/** A house policy's own stream, continued through the match, so that no seat's moves affect another's draws. */
export function chanceOf(state: OpenState, seat: string): Draws {
  return openDraws(state.config, [STREAMS.house, Number(seat.slice('lab_'.length))], state.house_drawn?.[seat] ?? 0);
}

// The view after the two events that come by the dozen in a round and change hardly anything of it.

/**
 * The view after a submitted turn or an answered action, which come by the dozen in a round and change little of it; null for every other
 * event.
 */
function glance(state: OpenState, view: OpenMarketView, event: OpenEvent): OpenMarketView | null {
  if (event.type === 'turn_taken') return { ...withLab(view, event.lab_id, { submitted: true }), awaited: awaited(state) };
  if (event.type !== 'action_resolved' || event.result.code === 'finished') return null;
  const lab = view.labs.find((one) => one.lab_id === event.lab_id);
  if (lab === undefined || lab.results === null) return view; // another seat's answers are not shown
  const results = [...lab.results];
  results[event.index] = { ...event.result };
  return withLab(view, event.lab_id, { results: Array.from(results, (result) => result ?? null) });
}

function withLab(view: OpenMarketView, labId: string, change: Partial<OpenLabView>): OpenMarketView {
  return { ...view, labs: view.labs.map((lab) => (lab.lab_id === labId ? { ...lab, ...change } : lab)) };
}
