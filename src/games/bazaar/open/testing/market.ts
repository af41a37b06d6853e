/** A hand-made market for tests: given limits, played turn by turn. */
import { Book } from '../book';
import { PRESETS } from '../config';
import type { BazaarEvent } from '../events';
import { evolve } from '../evolve';
import { decide } from '../match';
import { closeRounds, startRound } from '../rules/rounds';
import { awaited, type BazaarState, copyState } from '../state';
import { type BazaarConfig, RULESET, type SeatWorld, VERSION, type World } from '../types';

interface MadeSeat {
  limit: number;
  stock?: number;
  delivery?: number;
  deadline?: number;
  list?: number;
}

export interface Made extends Partial<Omit<BazaarConfig, 'sellers' | 'buyers'>> {
  sellers: MadeSeat[];
  buyers: MadeSeat[];
  world?: Partial<World>;
}

const LISTING: World['listing'] = {
  id: 'desk-99',
  kind: 'desk',
  title: 'A desk',
  title_hi: 'Ek mez',
  text: 'A desk.',
  text_hi: 'Ek mez.',
  facts: { age_years: 3, condition: 'good', color: 'brown', box: false },
  fair_cents: 10_000,
  held_out: false,
};

/** Limits and prices in units. */
export class TestMarket {
  state: BazaarState;
  readonly events: BazaarEvent[];

  constructor({ sellers, buyers, world = {}, ...more }: Made) {
    const config: BazaarConfig = {
      ...PRESETS.stall,
      task_type: 'stall',
      seed: 7,
      judge_mode: 'off',
      ...more,
      sellers: sellers.length,
      buyers: buyers.length,
    };
    const seats = [
      ...sellers.map((seat, i) => made(`seller_${i}`, seat, config)),
      ...buyers.map((seat, i) => made(`buyer_${i}`, seat, config)),
    ];
    const opened: BazaarEvent = {
      type: 'bazaar_opened',
      ruleset: RULESET,
      version: VERSION,
      config,
      world: { listing: LISTING, seats, shocks: [], walk_ins: [], ...world },
    };
    const book = new Book(evolve(null, structuredClone(opened)));
    startRound(book, 0);
    this.state = book.state;
    this.events = [opened, ...book.events];
  }

  /** Plays a round with these moves; other seats wait. Returns the results by seat. */
  round(moves: Record<string, object | object[]> = {}): Record<string, string[]> {
    for (const [seat, move] of Object.entries(moves)) this.take(decide(this.state, seat, move));
    if (Object.keys(this.state.turns).length > 0 || Object.keys(moves).length === 0) {
      const book = new Book(copyState(this.state));
      closeRounds(book);
      this.take(book.events);
    }
    return Object.fromEntries(Object.keys(moves).map((seat) => [seat, this.codes(seat)]));
  }

  codes(seat: string): string[] {
    return (this.state.seats[seat]?.results ?? []).map(({ code }) => code);
  }

  get awaited(): string[] {
    return awaited(this.state);
  }

  /** Prices of the open offers, by sender. */
  get standing(): [string, number][] {
    return this.state.standing.flatMap((id) => {
      const offer = this.state.offers[id];
      return offer ? [[offer.from, offer.price_cents / 100] as [string, number]] : [];
    });
  }

  profit(seat: string): number {
    return Math.round(1e4 * (this.state.seats[seat]?.profit ?? 0)) / 1e6;
  }

  private take(events: readonly BazaarEvent[]): void {
    for (const event of events) {
      this.events.push(event);
      this.state = evolve(copyState(this.state), structuredClone(event));
    }
  }
}

function made(seat: string, { limit, stock = 1, delivery = 0, deadline, list = 150 }: MadeSeat, { rounds }: BazaarConfig): SeatWorld {
  const isSeller = seat.startsWith('seller');
  return {
    seat,
    own_cents: Math.round(100 * limit),
    outside_cents: null,
    delivery_cents: Math.round(100 * delivery),
    stock: isSeller ? stock : 1,
    deadline: deadline ?? rounds - 1,
    list_cents: isSeller ? Math.round(100 * list) : null,
    hidden_type: 0,
  };
}

export const ask = (price: number, more: object = {}) => ({ action_type: 'send_offer', price, ...more });
export const accept = (offer_id: string, more: object = {}) => ({ action_type: 'accept_offer', offer_id, ...more });
