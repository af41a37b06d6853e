/** The books of a match, in cents: a sold item enters at its value to the buyer and leaves at its cost. */
import type { Books, Ledger, Transfer } from '~/contract/ledger';
import type { BazaarEvent, EpisodeOpened } from './events';
import { SELLER } from './rules/opening';

/** The player of the side without a seat. No seat can have this name. */
const HOUSE_SELLER = 'house seller';
const HOUSE_BUYER = 'house buyer';
const CENTS = 100;

interface Sale {
  seq: number;
  buyer: string;
  seller: string;
  price: number;
  cost: number;
  value: number;
}

export function books(events: readonly BazaarEvent[]): Books {
  const sales = salesOf(events);
  const profits = new Map(partiesOf(events).map((party) => [party, 0]));
  const add = (party: string, amount: number): void => void profits.set(party, (profits.get(party) ?? 0) + amount);
  for (const { buyer, seller, price, cost, value } of sales) {
    add(buyer, value - price);
    add(seller, price - cost);
  }
  const sum = (of: (sale: Sale) => number): number => sales.reduce((all, sale) => all + of(sale), 0);
  return { profits: Object.fromEntries(profits), entered: sum(({ value }) => value), left: sum(({ cost }) => cost) };
}

export function ledger(events: readonly BazaarEvent[]): Ledger {
  const opened = events.find((event) => event.type === 'episode_opened');
  return { ...books(events), transfers: salesOf(events).map(transferOf), stake: opened ? stakeOf(opened) : 1 };
}

function stakeOf(opened: EpisodeOpened): number {
  return Math.max(1, (costOf(opened) + valueTo(opened, Object.keys(opened.budgets)[0] ?? '')) / 2);
}

/** Below cost the seller makes a gift; above the value the buyer does. */
function transferOf({ seq, buyer, seller, price, cost, value }: Sale): Transfer {
  const [low, high] = [Math.min(cost, value), Math.max(cost, value)];
  if (price < low) return { seq, from: seller, to: buyer, worth: low, paid: Math.max(0, price) };
  if (price > high) return { seq, from: buyer, to: seller, worth: price, paid: high };
  return { seq, from: seller, to: buyer, worth: price, paid: price };
}

function partiesOf([opening]: readonly BazaarEvent[]): string[] {
  if (opening?.type !== 'bazaar_opened') throw new Error('bazaar: a match begins with bazaar_opened');
  const { mode, buyers } = opening.config;
  if (mode === 'sell') return [SELLER, HOUSE_BUYER];
  return [...(mode === 'arena' ? buyers : ['buyer']), HOUSE_SELLER];
}

function salesOf(events: readonly BazaarEvent[]): Sale[] {
  const sales: Sale[] = [];
  let opened: EpisodeOpened | null = null;
  for (const [at, event] of events.entries()) {
    if (event.type === 'episode_opened') opened = event;
    const sold = opened && saleIn(event, opened);
    if (sold) sales.push({ seq: at + 1, ...sold });
  }
  return sales;
}

function saleIn(event: BazaarEvent, opened: EpisodeOpened): Omit<Sale, 'seq'> | null {
  const between = (buyer: string, price: number) => ({
    buyer,
    seller: HOUSE_SELLER,
    price: cents(price),
    cost: costOf(opened),
    value: valueTo(opened, buyer),
  });
  if (event.type === 'turn_closed' && event.record?.agreed_price != null) return between('buyer', event.record.agreed_price);
  if (event.type === 'arena_closed' && event.outcome === 'deal' && event.holder !== null) return between(event.holder, event.best);
  if (event.type !== 'buyer_answered' || event.agreed === null) return null;
  return { ...between('buyer', event.agreed), buyer: HOUSE_BUYER, seller: SELLER };
}

function costOf({ seller }: EpisodeOpened): number {
  return cents(seller.cost);
}

function valueTo({ budgets }: EpisodeOpened, buyer: string): number {
  return cents(budgets[buyer] ?? 0);
}

function cents(amount: number): number {
  return Math.round(amount * CENTS);
}
