/** A turn in progress: each event changes the state when it is recorded. */
import type { GaussDraws } from '~/lib/random/draws';
import type { BazaarEvent } from '../events';
import { evolve } from '../evolve';
import type { BazaarState } from '../state';

export interface Turn {
  /** Changed in place. */
  state: BazaarState;
  draws: GaussDraws;
  /** null: events are not recorded. */
  log: BazaarEvent[] | null;
}

export function emit({ state, log }: Turn, event: BazaarEvent): void {
  evolve(state, event);
  if (log !== null) log.push(event);
}
