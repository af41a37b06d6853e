/** The books of a match, in cents: a sold item enters at its value to the buyer and leaves at its cost. */
import type { GameEvent } from '~/contract/game';
import type { Books, Ledger, Transfer } from '~/contract/ledger';
import type { DealMade } from './events';
import { evolve } from './evolve';
import { type BazaarState, seatOf, worldOf } from './state';
import { OPERATOR } from './types';

/** After the cost of waiting. */
export function books(events: readonly GameEvent[]): Books {
  return booksOf(salesOf(events));
}

export function ledger(events: readonly GameEvent[]): Ledger {
  const told = salesOf(events);
  const lists = told.state.world.seats.flatMap(({ list_cents }) => list_cents ?? []);
  const stake = lists.reduce((sum, cents) => sum + cents, 0) / Math.max(1, lists.length) / 2;
  return { ...booksOf(told), transfers: told.sales.flatMap(transfersOf), stake };
}

interface Sale {
  seq: number;
  event: DealMade;
  /** The unit's value to each buyer, in the order of `payments`. */
  values: number[];
  /** The seller's cost of all units and their delivery. */
  cost: number;
}

interface Told {
  state: BazaarState;
  sales: Sale[];
}

function salesOf(events: readonly GameEvent[]): Told {
  const sales: Sale[] = [];
  let state: BazaarState | null = null;
  for (const [at, event] of (events as readonly (DealMade & GameEvent)[]).entries()) {
    if (event.type === 'deal_made' && state !== null) sales.push(saleOf(state, structuredClone(event), at + 1));
    state = evolve(state, structuredClone(event));
  }
  if (state === null) throw new Error('a match of the bazaar begins with bazaar_opened');
  return { state, sales };
}

function saleOf(state: BazaarState, event: DealMade, seq: number): Sale {
  const { deal, payments } = event;
  const values = payments.map(({ seat, cents }) => (seat === OPERATOR ? cents : seatOf(state, seat).limit_cents));
  const { seller, quantity, price_cents } = deal;
  const isMarket = seller === OPERATOR;
  const cost = isMarket ? quantity * price_cents : quantity * seatOf(state, seller).limit_cents + worldOf(state, seller).delivery_cents;
  return { seq, event, values, cost };
}

function booksOf({ state, sales }: Told): Books {
  const profits = Object.fromEntries(Object.values(state.seats).map(({ seat, profit }) => [seat, profit]));
  let [entered, left] = [0, 0];
  for (const { event, values, cost } of sales) {
    entered += event.weight * values.reduce((sum, value) => sum + value, 0);
    left += event.weight * cost;
  }
  return { profits, entered, left };
}

/** Below the seller's cost the buyer receives a gift; above the value the seller does. */
function transfersOf({ seq, event, values, cost }: Sale): Transfer[] {
  const { seller, quantity } = event.deal;
  if (seller === OPERATOR || event.payments.some(({ seat }) => seat === OPERATOR)) return []; // the market itself makes no gifts
  const share = cost / quantity;
  return event.payments.map(({ seat, cents }, at) => {
    const value = values[at] ?? cents;
    const [low, high] = [Math.min(share, value), Math.max(share, value)];
    if (cents < low) return { seq, from: seller, to: seat, worth: low, paid: cents };
    if (cents > high) return { seq, from: seat, to: seller, worth: cents, paid: high };
    return { seq, from: seller, to: seat, worth: cents, paid: cents };
  });
}

/** Money in equals money out, to the cent. */
export function imbalanceOf({ seats, operator_cents }: BazaarState): number {
  return Object.values(seats).reduce((sum, { cash_cents }) => sum + cash_cents, operator_cents);
}
