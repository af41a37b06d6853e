/** Helpers for tests of the rules: an opened market with changes, a move, and its result. */
import type { MarketEvent } from '../events';
import type { Block, Coalition, Offer } from '../types';
import { parseConfig } from './config';
import { decide } from './decide';
import { evolve } from './evolve';
import { startMatch } from './play-in-memory';
import { type ClassicState, copyState, type LabState } from './state';

export interface After {
  code: string;
  ok: boolean;
  events: MarketEvent[];
  state: ClassicState;
}

export class Market {
  readonly state: ClassicState;

  constructor(state: ClassicState) {
    this.state = state;
  }

  play(move: unknown): After {
    const events = decide(this.state, move);
    const state = copyState(this.state);
    for (const event of events) evolve(state, event);
    const result = named(events, 'action_resolved')[0]?.result;
    return { code: result?.code ?? '', ok: result?.ok ?? false, events, state };
  }

  /** The market after a move. */
  next(move: unknown): Market {
    return new Market(this.play(move).state);
  }

  withBlock(blockId: string, change: Partial<Block>): Market {
    const state = copyState(this.state);
    state.blocks = state.blocks.map((block) => (block.block_id === blockId ? { ...block, ...change } : block));
    return new Market(state);
  }

  withLab(number: number, change: Partial<LabState>): Market {
    const state = copyState(this.state);
    state.labs = state.labs.map((lab, i) => (i === number ? { ...lab, ...change } : lab));
    return new Market(state);
  }

  withOffer(at: number, change: Partial<Offer>): Market {
    const state = copyState(this.state);
    state.offers = state.offers.map((offer, i) => (i === at ? { ...offer, ...change } : offer));
    return new Market(state);
  }

  withCoalition(coalition: Coalition): Market {
    const state = copyState(this.state);
    state.coalitions.push(coalition);
    return new Market(state);
  }
}

/** coalition_market with seed 5: hard, with four or five labs. */
export function market(config: object = {}): Market {
  const read = parseConfig({ task_type: 'coalition_market', seed: 5, ...config });
  if (!read.ok) throw new Error(read.why);
  return new Market(startMatch(read.value));
}

type Kind = MarketEvent['type'];

export function named<K extends Kind>(events: readonly MarketEvent[], kind: K): Extract<MarketEvent, { type: K }>[] {
  return events.filter((event): event is Extract<MarketEvent, { type: K }> => event.type === kind);
}
