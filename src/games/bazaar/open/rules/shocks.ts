/** Shocks: limits rise, or the market itself makes offers. Drawn at the start, or set by an organizer during the match. */
import type { Reading } from '~/contract/game';
import type { Book } from '../book';
import type { BazaarEvent } from '../events';
import type { BazaarState } from '../state';
import { OPERATOR, SHOCK_KINDS, type Shock } from '../types';
import { drawShock, drawsFor, STREAMS } from './world';

/** The shocks of this round. */
export function strikeShocks(book: Book): void {
  for (const shock of book.state.planned.filter(({ round }) => round === book.state.round)) {
    book.record({ type: 'shock_struck', shock });
    if (shock.kind !== 'rival_seller' && shock.kind !== 'rival_buyer') continue;
    const { offers, round } = book.state;
    book.record({
      type: 'offer_made',
      offer: {
        offer_id: `o_${Object.keys(offers).length}`,
        from: OPERATOR,
        side: shock.kind === 'rival_seller' ? 'seller' : 'buyer',
        to: null,
        price_cents: shock.price_cents,
        quantity: 1,
        round,
        expires: null,
        status: 'standing',
        closed_round: null,
        message: '',
        coalition_id: null,
        participants: null,
        marked_by: [],
      },
    });
  }
}

/** An organizer's shock strikes at the start of the next round. Its numbers are random, so that nobody chooses them. */
export function interfere(state: BazaarState, request: unknown): Reading<BazaarEvent[]> {
  const { kind } = typeof request === 'object' && request !== null ? (request as { kind?: unknown }) : {};
  const known = SHOCK_KINDS.find((one) => one === kind);
  if (known === undefined) return { ok: false, why: `kind: one of ${SHOCK_KINDS.join(', ')}` };
  if (state.finished) return { ok: false, why: 'The match is over.' };
  const round = state.round + 1;
  if (round >= state.config.rounds) return { ok: false, why: 'No round is left in which a shock could strike.' };
  const live = [...state.planned, ...state.struck].filter((shock) => shock.live).length;
  const drawn = drawShock(drawsFor(state.config.seed, [STREAMS.shocks, 1 + live]), state.world.listing.fair_cents);
  const shock: Shock = { round, ...drawn, kind: known, live: true };
  return { ok: true, value: [{ type: 'shock_planned', shock }] };
}
