/**
 * What a screen shows to a viewer. Each seat sees only its own limits. Watchers may see all once the match is over and, in a duel, the
 * other match too.
 */
import type { Clock, SeatId, Viewer } from '~/contract/game';
import type { Stand } from '~/contract/pack';
import { counted } from './config';
import type { BazaarObservation, PastOffer, SeenCue, SeenDeal, SeenMessage, SeenPool, SeenSeat } from './observation';
import { bitsFor, dealsOf, isReader, seatsOf, seenMessage, seenPool, unitsBySeat } from './observe';
import { CUE_LABELS } from './rules/cues';
import { moneyText, unitsOf } from './rules/money';
import { canSee } from './rules/offers';
import { awaited, type BazaarState, worldOf } from './state';
import { RULESET, VERSION } from './types';

export interface ViewedSeat extends SeenSeat {
  /** null: private. */
  limit: number | null;
  delivery: number | null;
  deadline: number | null;
  profit: number | null;
}

export interface ViewedOffer extends PastOffer {
  offer_id: string;
  message: string;
  participants: string[] | null;
}

export interface BazaarView {
  ruleset: string;
  ruleset_version: number;
  difficulty: null;
  judge_mode: string;
  seed: number | null;
  round_index: number;
  max_rounds: number;
  shocks: { round_index: number; kind: string; text: string }[];
  task: string;
  turn: number;
  to_act: SeatId[];
  finished: boolean;
  listing: BazaarObservation['listing'];
  /** null: private. */
  fair_price: number | null;
  seats: ViewedSeat[];
  offers: ViewedOffer[];
  deals: SeenDeal[];
  pools: SeenPool[];
  messages: (SeenMessage & { is_true: boolean | null })[];
  cues: SeenCue[];
  cue_bits: BazaarObservation['cue_bits'];
  walk_in: number | null;
}

export function maySee(viewer: Viewer, seat: SeatId): boolean {
  return viewer.kind === 'all' || (viewer.kind === 'seat' && viewer.seat === seat);
}

export function view(state: BazaarState, viewer: Viewer): BazaarView {
  const { config, finished, world, struck } = state;
  const isAll = viewer.kind === 'all';
  const own = viewer.kind === 'seat' ? viewer.seat : null;
  const { id, kind, title, text, text_hi, facts, fair_cents } = world.listing;
  return {
    ruleset: RULESET,
    ruleset_version: VERSION,
    difficulty: null,
    judge_mode: config.judge_mode,
    seed: viewer.kind === 'all' ? config.seed : null,
    round_index: clockOf(state).round,
    max_rounds: config.rounds,
    shocks: struck.map((shock) => ({ round_index: shock.round, kind: shock.kind, text: shockText(shock) })),
    task: config.task_type,
    turn: state.turn,
    to_act: awaited(state),
    finished,
    listing: { id, kind, title, text, text_hinglish: text_hi, facts },
    fair_price: isAll ? unitsOf(fair_cents) : null,
    seats: seatsOf(state).map((seat) => viewedSeat(state, seat, isAll || own === seat.seat)),
    offers: Object.values(state.offers).flatMap((offer) => {
      if (!isAll && !(own === null ? offer.to === null : canSee(offer, own))) return [];
      const { offer_id, from, to, side, price_cents, quantity, round, status, closed_round, message, participants } = offer;
      return [{ offer_id, from, to, side, price: unitsOf(price_cents), quantity, round, status, closed_round, message, participants }];
    }),
    deals: dealsOf(state),
    pools: Object.values(state.pools).map((pool) =>
      isAll ? { ...seenPool(pool, pool.founder), reserves: unitsBySeat(pool.reserves) } : seenPool(pool, own),
    ),
    messages: state.messages.flatMap((message) => {
      const isHeard = isAll || (own === null ? message.to === null : isReader(message, own));
      return isHeard ? [{ ...seenMessage(message), is_true: isAll ? message.is_true : null }] : [];
    }),
    cues: state.cues.flatMap(({ seat, round, symbol }) => {
      const labels = CUE_LABELS[symbol];
      return labels && (isAll || mayReadCue(state, viewer, seat)) ? [{ seat, round, symbol, labels }] : [];
    }),
    cue_bits: bitsFor(config),
    walk_in: state.walk_in_cents === null ? null : unitsOf(state.walk_in_cents),
  };
}

function viewedSeat(state: BazaarState, seat: SeenSeat, isShown: boolean): ViewedSeat {
  const { limit_cents, profit } = state.seats[seat.seat] ?? { limit_cents: 0, profit: 0 };
  if (!isShown) return { ...seat, limit: null, delivery: null, deadline: null, profit: null };
  const { delivery_cents, deadline } = worldOf(state, seat.seat);
  return { ...seat, limit: unitsOf(limit_cents), delivery: unitsOf(delivery_cents), deadline, profit: unitsOf(profit) };
}

/** Cues are visible to the other side and the seat itself. */
export function mayReadCue({ seats }: Pick<BazaarState, 'seats'>, viewer: Viewer, of: SeatId): boolean {
  if (viewer.kind !== 'seat') return viewer.kind === 'all';
  return viewer.seat === of || seats[viewer.seat]?.side !== seats[of]?.side;
}

export function shockText({ kind, rise, price_cents }: BazaarState['struck'][number]): string {
  const by = `${Math.round(1000 * rise) / 10}%`;
  switch (kind) {
    case 'cost_rise':
      return `The sellers' costs rise by ${by}.`;
    case 'demand_rise':
      return `The buyers' limits rise by ${by}.`;
    case 'rival_seller':
      return `The market itself sells one more at ${moneyText(price_cents)}.`;
    case 'rival_buyer':
      return `The market itself buys one at ${moneyText(price_cents)}.`;
  }
}

export function clockOf({ turn, round, finished, config: { rounds } }: BazaarState): Clock {
  return { turn, round: finished ? rounds : round, rounds };
}

export function stand(raw: unknown): Stand {
  const { deals, offers, seats, finished, round_index, max_rounds } = raw as BazaarView;
  const sold = deals.map(({ seller, buyers, price, quantity }) => `${seller} sold ${quantity} at ${price} to ${buyers.join(', ')}.`);
  const standing = offers.filter(({ status }) => status === 'standing');
  const rows = seats.map(({ seat, limit, profit, left, bought }) => {
    const best = standing.filter(({ from, quantity }) => from === seat && quantity === 1).map(({ price }) => price);
    return [
      seat,
      limit === null ? '' : String(limit),
      best.length === 0 ? '' : String(best.at(-1)),
      bought ? 'bought' : left ? 'left' : '',
      profit === null ? '' : profit.toFixed(2),
    ];
  });
  const columns = ['seat', 'limit', 'last price', '', 'profit'].map((title, at) => ({
    title,
    align: at === 0 || at === 3 ? ('left' as const) : ('right' as const),
  }));
  const summary = finished ? counted(deals.length, 'deal') : `round ${round_index} of ${max_rounds}`;
  return { summary, table: { columns, rows }, lines: sold };
}
