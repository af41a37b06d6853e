/** How to test the market with random play. */
import type { Trial } from '~/contract/trial';
import type { Draws } from '~/lib/random/draws';
import type { BazaarEvent } from './events';
import type { BazaarObservation, LegalAction } from './observation';
import { fillIn, poolOrder, type WireAction } from './players/fill-in';
import { limitOf } from './rules/world';
import type { BazaarState } from './state';
import { type Listing, LONGEST_MESSAGE, type SeatWorld } from './types';

const WEIGHTS: Partial<Record<LegalAction['action_type'], number>> = {
  send_offer: 4,
  accept_offer: 2,
  join_coalition: 6,
  form_coalition: 2,
  finish: 0.04,
  decline_coalition: 0.2,
  reject_offer: 0.3,
};
const MOST_ACTIONS = 3;

export const trial: Trial<BazaarObservation, BazaarState, BazaarEvent> = {
  most: { sellers: 3, buyers: 5, rounds: 14, stock: 4, shocks: 3 },
  unseen: [],
  listed: (seen, draws) => seen.legal_actions.map((legal) => fillIn(legal, seen, draws)),
  unlisted(seen): unknown[] {
    const { seat, side, seats } = seen;
    const mate = seats.find((one) => one.side === side && one.seat !== seat)?.seat ?? seat;
    const offer = (more: object) => ({ action_type: 'send_offer', price: 10, ...more });
    return [
      offer({ price: 'dear' }),
      offer({ price: -5 }),
      offer({ price: 0 }),
      offer({ price: 10.005 }),
      offer({ price: Number.NaN }),
      offer({ price: 1e9 }),
      offer({ price: undefined }),
      offer({ target_id: 'nobody_7' }),
      offer({ target_id: '__proto__' }),
      offer({ target_id: mate }),
      offer({ quantity: 0 }),
      offer({ quantity: 99 }),
      offer({ coalition_id: 'c_none', participants: [seat, mate] }),
      { action_type: 'accept_offer', offer_id: 'o_none' },
      { action_type: 'accept_offer', offer_id: 'toString' },
      { action_type: 'counter_offer', offer_id: 'o_none', price: 3 },
      { action_type: 'reject_offer', offer_id: 'o_none' },
      { action_type: 'join_coalition', coalition_id: 'c_none', reserve: 5 },
      { action_type: 'leave_coalition', coalition_id: 'c_none' },
      { action_type: 'form_coalition', members: [], reserve: 5 },
      { action_type: 'form_coalition', members: ['nobody_7'], reserve: 5 },
      { action_type: 'send_message', message: 'x'.repeat(LONGEST_MESSAGE + 1) },
      { action_type: 'send_message', message: 'x'.repeat(10_000) },
      { action_type: 'send_message', message: 'my lаst price' },
      { action_type: 'send_message', message: '  ' },
      { action_type: 'send_message', target_id: seat, message: 'hello' },
      { action_type: 'steal' },
    ];
  },
  play(seen, draws): WireAction[] {
    const order = draws.random() < 0.6 ? poolOrder(seen, draws) : null;
    if (order) return [order];
    if (seen.legal_actions.length === 0) return [];
    return Array.from({ length: draws.randint(0, MOST_ACTIONS) }, () => fillIn(weighted(seen.legal_actions, draws), seen, draws));
  },
  /** Who owns what: open offers, pools, money, items. Marks and messages do not count. */
  held: ({ seats, offers, standing, pools, deals }) => ({
    seats: Object.values(seats).map(({ seat, stock, left, bought, profit, cash_cents }) => ({
      seat,
      stock,
      left,
      bought,
      profit,
      cash_cents,
    })),
    offers: standing.map((id) => offers[id]),
    pools,
    deals,
  }),
  twin: (opening, seat) =>
    opening.map((event): BazaarEvent => {
      if (event.type !== 'bazaar_opened') return event;
      const { world } = event;
      const seats = world.seats.map((one) => (one.seat === seat ? changed(one, world.listing) : one));
      return { ...event, world: { ...world, seats } };
    }),
};

/** Differs by one cent, on the side that leaves the cues unchanged. */
function changed(world: SeatWorld, { fair_cents }: Listing): SeatWorld {
  const isSeller = world.seat.startsWith('seller');
  const edge = (isSeller ? 0.8738 : 1.1089) * fair_cents;
  const limit = limitOf(world);
  const other = (by: number): SeatWorld => ({
    ...world,
    own_cents: world.own_cents + by,
    outside_cents: world.outside_cents === null ? null : world.outside_cents + by,
  });
  return limit < edge === limit + 1 < edge ? other(1) : other(-1);
}

function weighted(legal: readonly LegalAction[], draws: Draws): LegalAction {
  const weight = ({ action_type }: LegalAction): number => WEIGHTS[action_type] ?? 1;
  let at = draws.random() * legal.reduce((sum, one) => sum + weight(one), 0);
  for (const one of legal) {
    at -= weight(one);
    if (at < 0) return one;
  }
  return draws.choice(legal);
}
