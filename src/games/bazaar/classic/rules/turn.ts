/** A turn while it is played: what happens is an event, which changes the state the moment it is told. */
import type { GaussDraws } from '~/lib/random/draws';
import type { BazaarEvent } from '../events';
import { evolve } from '../evolve';
import type { BazaarState } from '../state';

export interface Turn {
  /** Changed in place. */
  state: BazaarState;
  draws: GaussDraws;
  /** null: nobody keeps the events. */
  log: BazaarEvent[] | null;
}

export function emit({ state, log }: Turn, event: BazaarEvent): void {
  evolve(state, event);
  if (log !== null) log.push(event);
}
