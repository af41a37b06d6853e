/** Events as a viewer may see them, without private data and stream positions while the match runs. */
import type { GameEvent, Viewer } from '~/contract/game';
import type { BazaarEvent, DealMade, Opened } from './events';
import { CUE_LABELS } from './rules/cues';
import { canSee } from './rules/offers';
import type { BazaarState } from './state';
import { mayReadCue, maySee } from './view';

export function publish(event: BazaarEvent, viewer: Viewer, state: BazaarState): GameEvent | null {
  if (viewer.kind === 'all') return event;
  const own = viewer.kind === 'seat' ? viewer.seat : null;
  switch (event.type) {
    case 'bazaar_opened':
      return opening(event, own);
    case 'turn_taken': {
      const { type, seat, turn, round } = event;
      const { house_drawn: _, ...told } = event;
      return maySee(viewer, seat) ? told : shown({ type, seat, turn, round });
    }
    case 'round_closed': {
      const { order_drawn: _, ...told } = event;
      return told;
    }
    case 'action_resolved':
      return maySee(viewer, event.seat) ? event : null;
    case 'offer_made':
      return (own === null ? event.offer.to === null : canSee(event.offer, own)) ? event : null;
    case 'offer_closed': {
      const offer = state.offers[event.offer_id];
      return offer && (own === null ? offer.to === null : canSee(offer, own)) ? event : null;
    }
    case 'offer_refused':
      return own === event.by || own === event.from ? event : null;
    case 'deal_made':
      return dealFor(event, own);
    case 'message_sent': {
      const { from, to } = event.message;
      if (to !== null && own !== to && own !== from) return null;
      return shown({ type: event.type, message: { ...event.message, is_true: null } });
    }
    case 'pool_formed': {
      const { reserves: _, message, ...pool } = event.pool;
      const isIn = own !== null && event.pool.invited.includes(own);
      const isFounder = own === event.pool.founder;
      return shown({ type: event.type, pool: { ...pool, message: isIn ? message : '', reserves: isFounder ? event.pool.reserves : {} } });
    }
    case 'pool_joined':
    case 'reserve_raised': {
      const { reserve_cents, ...told } = event;
      const isMember = own !== null && state.pools[event.coalition_id]?.members.includes(own) === true;
      if (isMember) return shown({ ...told, reserve_cents });
      return event.type === 'pool_joined' ? shown(told) : null;
    }
    case 'cue_sent': {
      const { drawn: _, ...told } = event;
      return mayReadCue(state, viewer, event.seat) ? shown({ ...told, labels: CUE_LABELS[event.symbol] }) : null;
    }
    case 'seat_left': {
      const { why, ...told } = event;
      return why === 'bought' || why === 'sold_out' || maySee(viewer, event.seat) ? event : shown(told);
    }
    case 'shock_planned':
      return null;
    default:
      return event;
  }
}

function opening({ config, world, ...rest }: Opened, own: string | null): GameEvent {
  const { seed: _, ...known } = config;
  const { fair_cents: _fair, held_out: _held, ...listing } = world.listing;
  const seats = world.seats.map((one) => {
    const { hidden_type: _type, ...kept } = one;
    return one.seat === own ? kept : { seat: one.seat, stock: one.stock, list_cents: one.list_cents };
  });
  return shown({ ...rest, config: known, world: { listing, seats } });
}

/** Price, round and participants are public. Payments in a common order are known to its participants. */
function dealFor({ gains, payments, ...rest }: DealMade, own: string | null): GameEvent {
  const isIn = own !== null && payments.some(({ seat }) => seat === own);
  return shown({ ...rest, payments: isIn || payments.length === 1 ? payments : [], gains: gains.filter(({ seat }) => seat === own) });
}

/** A published event has fewer fields. */
function shown<E extends GameEvent>(event: E): GameEvent {
  return event;
}
