/** The bazaar, ruleset `classic`: an exact copy of the published haggling game. */
import { HouseTurn } from '~/contract/actions-of-move';
import type { Game, Outcome, Reading, Receipt, SeatId, SeatSpec } from '~/contract/game';
import { drawsOf } from '~/lib/random/draws';
import { streamOf } from '~/lib/random/mt19937';
import { options, parseConfig, TOGETHER } from './config';
import type { BazaarEvent } from './events';
import { evolve } from './evolve';
import { copyState, decide, inPlace, lapse, openMatch, toAct } from './match';
import { narrate, titleOf, told } from './narrate';
import { observe } from './observe';
import { publish } from './publish';
import { readBuyerMove, readSellerMove } from './read-move';
import { BUYER, SELLER, seatsOf } from './rules/opening';
import type { BazaarState } from './state';
import { TASKS, USUAL_TASK } from './tasks';
import { type BazaarConfig, type BazaarMove, type BazaarObservation, RULESET, VERSION } from './types';
import { type BazaarView, clockOf, scoresOf, view } from './view';

export type ClassicBazaar = Game<BazaarConfig, BazaarState, BazaarEvent, BazaarObservation, BazaarView>;

export const classicBazaar = {
  ref: { key: `bazaar/${RULESET}`, version: VERSION },
  family: 'The bazaar',
  roles: [
    { id: 'buyer', title: 'Buyer', weight: 1 },
    { id: 'seller', title: 'Seller', weight: 1 },
  ],
  tasks: TASKS,
  usualTask: USUAL_TASK,
  judgeModes: ['off'],
  options,
  together: TOGETHER,
  parseConfig,
  seats: (config): SeatSpec[] =>
    seatsOf(config).map((id) => ({
      id,
      role: config.mode === 'sell' ? SELLER : BUYER,
      title: titleOf(id).replace('The ', ''),
      people: true,
    })),
  open: openMatch,
  evolve,
  inPlace,
  copy: copyState,
  replaceable: true,
  toAct,
  readMove,
  decide,
  receive,
  lapse,
  chance: ({ config, reads }, seat) => {
    const own = config.mode === 'arena' ? [config.buyers.indexOf(seat)] : undefined;
    return drawsOf(config.seed, reads[seat] ?? 0, streamOf(config.seed, own));
  },
  houseMove: (move, drawn) => new HouseTurn(move, drawn),
  observe,
  view,
  publish,
  told,
  narrate,
  scored: { title: 'share of the surplus', decimals: 4 },
  outcome: (state): Outcome => ({ finished: state.finished, scores: scoresOf(state) }),
  clock: clockOf,
} satisfies ClassicBazaar;

/** A move of either side; `receive` checks which side is to move. */
function readMove(raw: unknown): Reading<BazaarMove> {
  const isNamed = typeof raw === 'object' && raw !== null && 'action' in raw;
  return isNamed ? readBuyerMove(raw) : readSellerMove(raw);
}

function receive(state: BazaarState, seat: SeatId, raw: unknown): Receipt {
  const { turn, config, counters, finished } = state;
  const no = (code: string, message: string): Receipt => ({ ok: false, code, message, turn });
  if (!seatsOf(config).includes(seat)) return no('unknown_seat', `There is no seat "${seat}".`);
  if (finished) return no('episode_done', 'The match is over.');
  if (!toAct(state).includes(seat)) return no('not_your_turn', 'You have made your bid; the others have not.');
  const move = config.mode === 'sell' ? readSellerMove(raw) : readBuyerMove(raw);
  if (!move.ok) return no('malformed_action', move.why);
  if (config.mode === 'task' && 'action' in move.value && move.value.action === 'accept' && counters.length === 0)
    return no('invalid_accept', 'The seller has not made you an offer yet: name a price first.');
  return { ok: true, code: 'turn_accepted', message: 'The move is taken.', turn };
}
