/** Events as a viewer may see them, without budgets, stream positions and the seller's plans while the match runs. */
import type { GameEvent, Viewer } from '~/contract/game';
import type { BazaarEvent } from './events';
import type { BazaarState } from './state';
import { maySee, publicDeal } from './view';

export function publish(event: BazaarEvent, viewer: Viewer, state: BazaarState): GameEvent | null {
  if (viewer.kind === 'all') return event;
  switch (event.type) {
    case 'bazaar_opened': {
      const { seed: _, listings: _rows, ...config } = event.config;
      return shown({ ...event, config });
    }
    case 'episode_opened': {
      const { drawn: _, kept: _kept, cap: _cap, seller, budgets, ...rest } = event;
      const { personality, anchor, rounds, cost } = seller;
      const isOwn = state.config.mode === 'sell' && maySee(viewer, 'seller');
      const own = Object.fromEntries(Object.entries(budgets).filter(([seat]) => maySee(viewer, seat)));
      return shown({ ...rest, seller: { personality, anchor, rounds, ...(isOwn && { cost }) }, budgets: own });
    }
    case 'buyer_moved': {
      if (maySee(viewer, event.seat)) return withoutReads(event);
      const { components: _, move, read: _read, ...rest } = event;
      const { message } = move;
      return shown({ ...rest, move: { action: move.action, ...(message !== undefined && { message }) } });
    }
    case 'seller_answered': {
      const { drawn: _, kept: _kept, bluffs: _bluffs, pressure: _pressure, ...rest } = event;
      return shown(rest);
    }
    case 'turn_closed': {
      if (maySee(viewer, 'buyer')) return event;
      const { reward: _, added: _added, components: _components, record, ...rest } = event;
      return shown({ ...rest, record: record && publicDeal(record) });
    }
    case 'bid_made':
      return maySee(viewer, event.seat) ? withoutReads(event) : null;
    case 'arena_closed': {
      const { drawn: _, kept: _kept, bluffs: _bluffs, ...rest } = event;
      return shown(rest);
    }
    case 'move_refused': {
      if (maySee(viewer, event.seat)) return event;
      const { why: _, ...rest } = event;
      return shown(rest);
    }
    default:
      return event;
  }
}

function withoutReads<E extends { read?: number }>(event: E): GameEvent {
  const { read: _, ...rest } = event;
  return shown(rest as unknown as GameEvent);
}

/** A published event has fewer fields. */
function shown<E extends GameEvent>(event: E): GameEvent {
  return event;
}
