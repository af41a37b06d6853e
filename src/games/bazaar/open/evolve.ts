/** Applies one event. Changes the state in place, so copy a shared state first. */
import { unreachable } from '~/contract/game';
import type { BazaarEvent, DealMade, Opened } from './events';
import { centsOf, unitsOf } from './rules/money';
import { limitOf, sideOf } from './rules/world';
import { type BazaarState, type SeatState, seatOf } from './state';
import { type Offer, OPERATOR, type Pool } from './types';

export function evolve(before: BazaarState | null, event: BazaarEvent): BazaarState {
  if (event.type === 'bazaar_opened') return opened(event);
  if (before === null) throw new Error('a match of the bazaar begins with bazaar_opened');
  apply(before, event);
  return before;
}

function opened({ config, world }: Opened): BazaarState {
  const seats: Record<string, SeatState> = {};
  for (const [index, one] of world.seats.entries()) {
    seats[one.seat] = {
      seat: one.seat,
      side: sideOf(one.seat),
      index,
      limit_cents: limitOf(one),
      stock: one.stock,
      left: false,
      bought: false,
      profit: 0,
      cash_cents: 0,
      cue_drawn: 0,
      house_drawn: 0,
      results: [],
    };
  }
  return {
    config,
    world,
    turn: 0,
    round: 0,
    finished: false,
    seats,
    turns: {},
    receipts: {},
    offers: {},
    standing: [],
    marks: {},
    pools: {},
    deals: [],
    messages: [],
    pitches: [],
    verdicts: [],
    cues: [],
    planned: [...world.shocks],
    struck: [],
    walk_in_cents: null,
    order_drawn: 0,
    operator_cents: 0,
  };
}

function apply(state: BazaarState, event: Exclude<BazaarEvent, Opened>): void {
  switch (event.type) {
    case 'turn_taken': {
      state.turns[event.seat] = event.read;
      if (event.key !== null) state.receipts[event.seat] = { key: event.key, turn: event.turn };
      if (event.house_drawn !== undefined) seatOf(state, event.seat).house_drawn = event.house_drawn;
      return;
    }
    case 'round_closed':
      state.order_drawn = event.order_drawn;
      state.turn = event.turns_over;
      for (const seat of event.order) seatOf(state, seat).results = [];
      return;
    case 'round_started':
      state.turns = {};
      state.round = event.round;
      state.walk_in_cents = event.walk_in_cents;
      return;
    case 'action_resolved': {
      const seat = seatOf(state, event.seat);
      seat.results = [...seat.results, event.result];
      return;
    }
    case 'offer_made':
      offerMade(state, event.offer);
      return;
    case 'offer_closed':
      closeOffer(state, event.offer_id, event.status);
      return;
    case 'offer_refused':
      changeOffer(state, event.offer_id, (offer) => ({ marked_by: [...offer.marked_by, event.by] }));
      return;
    case 'deal_made':
      dealMade(state, event);
      return;
    case 'message_sent':
      state.messages.push(event.message);
      return;
    case 'pool_formed':
      state.pools[event.pool.coalition_id] = event.pool;
      return;
    case 'pool_joined':
      changePool(state, event.coalition_id, ({ members, reserves }) => ({
        members: [...members, event.seat],
        reserves: { ...reserves, [event.seat]: event.reserve_cents },
      }));
      return;
    case 'pool_declined':
      changePool(state, event.coalition_id, ({ invited }) => ({ invited: invited.filter((seat) => seat !== event.seat) }));
      return;
    case 'reserve_raised':
      changePool(state, event.coalition_id, ({ reserves }) => ({ reserves: { ...reserves, [event.seat]: event.reserve_cents } }));
      return;
    case 'pool_ended':
      changePool(state, event.coalition_id, () => ({ ended: event.why }));
      return;
    case 'pitch_made':
      state.pitches.push(event.pitch);
      return;
    case 'pitches_judged':
      state.verdicts.push(event.verdict);
      return;
    case 'cue_sent':
      state.cues.push({ seat: event.seat, round: event.round, symbol: event.symbol });
      seatOf(state, event.seat).cue_drawn = event.drawn;
      return;
    case 'seat_left':
      seatLeft(state, event.seat);
      return;
    case 'shock_planned':
      state.planned.push(event.shock);
      return;
    case 'shock_struck':
      shockStruck(state, event);
      return;
    case 'match_ended':
      state.finished = true;
      state.turns = {};
      return;
    default:
      unreachable(event);
  }
}

function changeOffer(state: BazaarState, id: string, change: (offer: Offer) => Partial<Offer>): void {
  const offer = state.offers[id];
  if (offer) state.offers[id] = { ...offer, ...change(offer) };
}

function changePool(state: BazaarState, id: string, change: (pool: Pool) => Partial<Pool>): void {
  const pool = state.pools[id];
  if (pool) state.pools[id] = { ...pool, ...change(pool) };
}

function offerMade(state: BazaarState, offer: Offer): void {
  state.offers[offer.offer_id] = offer;
  state.standing.push(offer.offer_id);
  if (offer.from === OPERATOR) return;
  const marks = state.marks[offer.from] ?? {};
  marks[markKey(offer)] = offer.price_cents;
  state.marks[offer.from] = marks;
}

/** The key for comparing a seat's own prices: the same target, quantity and pool. */
export function markKey({ to, quantity, coalition_id }: Pick<Offer, 'to' | 'quantity' | 'coalition_id'>): string {
  return `${to ?? '*'} ${quantity}${coalition_id === null ? '' : ` ${coalition_id}`}`;
}

function closeOffer(state: BazaarState, id: string, status: Offer['status']): void {
  changeOffer(state, id, () => ({ status, closed_round: state.round }));
  state.standing = state.standing.filter((one) => one !== id);
}

function dealMade(state: BazaarState, { deal, payments, weight, gains }: DealMade): void {
  state.deals.push(deal);
  closeOffer(state, deal.offer_id, 'accepted');
  for (const { seat, cents } of gains) seatOf(state, seat).profit += weight * cents;
  for (const { seat, cents } of payments) {
    pay(state, seat, -cents);
    pay(state, deal.seller, cents);
  }
  const seller = state.seats[deal.seller];
  if (seller) seller.stock -= deal.quantity;
  for (const buyer of deal.buyers) {
    const own = state.seats[buyer];
    if (!own) continue;
    own.stock = 0;
    own.bought = true;
  }
}

function pay(state: BazaarState, who: string, cents: number): void {
  const seat = state.seats[who];
  if (seat) seat.cash_cents += cents;
  else state.operator_cents += cents;
}

function seatLeft(state: BazaarState, seat: string): void {
  seatOf(state, seat).left = true;
  for (const pool of Object.values(state.pools)) {
    if (pool.ended !== null || !pool.invited.includes(seat)) continue;
    const { [seat]: _, ...reserves } = pool.reserves;
    const out = (list: readonly string[]) => list.filter((one) => one !== seat);
    state.pools[pool.coalition_id] = { ...pool, invited: out(pool.invited), members: out(pool.members), reserves };
  }
}

function shockStruck(state: BazaarState, { shock }: { shock: BazaarState['struck'][number] }): void {
  const at = state.planned.findIndex((one) => JSON.stringify(one) === JSON.stringify(shock));
  if (at >= 0) state.planned.splice(at, 1);
  state.struck.push(shock);
  state.marks = {};
  const side = shock.kind === 'cost_rise' ? 'seller' : shock.kind === 'demand_rise' ? 'buyer' : null;
  for (const seat of Object.values(state.seats)) if (seat.side === side) seat.limit_cents = raised(seat.limit_cents, shock.rise);
}

/** A limit after a shock. */
export function raised(limit_cents: number, rise: number): number {
  return centsOf(unitsOf(limit_cents) * (1 + rise));
}
