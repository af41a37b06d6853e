/**
 * The bazaar, ruleset `open`: sellers and buyers with private limits and deadlines take turns to make offers, order together, and read each
 * other.
 */
import { HouseTurn } from '~/contract/actions-of-move';
import type { Game, Outcome, SeatSpec } from '~/contract/game';
import type { Apply } from './book';
import { options, parseConfig, TASKS } from './config';
import type { BazaarEvent } from './events';
import { evolve } from './evolve';
import { imbalanceOf } from './ledger';
import { decide, decideBy, inPlace, lapse, openMatch, receive } from './match';
import { narrate, titleOf, told } from './narrate';
import type { BazaarObservation } from './observation';
import { observe } from './observe';
import { publish } from './publish';
import { readMove } from './read-move';
import { unitsOf } from './rules/money';
import { interfere } from './rules/shocks';
import { drawsFor, STREAMS } from './rules/world';
import { awaited, type BazaarState, copyState, seatOf } from './state';
import { type BazaarConfig, JUDGE_MODES, RULESET, SIDES, VERSION } from './types';
import { type BazaarView, clockOf, view } from './view';

export type OpenBazaar = Game<BazaarConfig, BazaarState, BazaarEvent, BazaarObservation, BazaarView>;

export const openBazaar: OpenBazaar = {
  ref: { key: `bazaar/${RULESET}`, version: VERSION },
  roles: [
    { id: 'seller', title: 'Seller', weight: 1 },
    { id: 'buyer', title: 'Buyer', weight: 1 },
  ],
  tasks: TASKS,
  usualTask: 'haggle',
  judgeModes: JUDGE_MODES,
  options,
  parseConfig,
  seats,
  open: openMatch,
  evolve,
  inPlace,
  copy: copyState,
  toAct: awaited,
  readMove,
  decide,
  receive,
  lapse,
  interfere,
  replaceable: true,
  chance: (state, seat) => {
    const { index, house_drawn } = seatOf(state, seat);
    return drawsFor(state.config.seed, [STREAMS.house, index], house_drawn);
  },
  houseMove: (move, drawn) => new HouseTurn(move, drawn),
  observe,
  view,
  publish,
  told,
  narrate,
  scored: { title: 'Profit', decimals: 2 },
  outcome,
  clock: clockOf,
};

/** The market with another `evolve`; tests plant faults with it. */
export function openBazaarBy(apply: Apply): OpenBazaar {
  return { ...openBazaar, evolve: apply, decide: (state, seat, move) => decideBy(apply, state, { seat, move }) };
}

/** The person's seat comes first, because whoever starts such a match gets the first seat. */
function seats({ sellers, buyers, person }: BazaarConfig): SeatSpec[] {
  const all = SIDES.flatMap((role) =>
    Array.from({ length: role === 'seller' ? sellers : buyers }, (_, i): SeatSpec => {
      const id = `${role}_${i}`;
      return { id, role, title: titleOf(id), people: true };
    }),
  );
  return person === null ? all : [...all.filter(({ role }) => role === person), ...all.filter(({ role }) => role !== person)];
}

function outcome(state: BazaarState): Outcome {
  const scores = Object.fromEntries(Object.values(state.seats).map(({ seat, profit }) => [seat, unitsOf(profit)]));
  const wrong = state.finished ? imbalanceOf(state) : 0;
  return { finished: state.finished, scores, ...(wrong !== 0 && { fault: `${wrong / 100} of money came from nowhere.` }) };
}
