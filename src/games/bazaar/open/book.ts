/** A round in progress, with its own state and the events so far. A rule records an event and sees its effect. */
import type { BazaarEvent } from './events';
import { evolve } from './evolve';
import type { BazaarState } from './state';

/** The signature of `evolve`; tests replace it to plant a fault. */
export type Apply = (state: BazaarState | null, event: BazaarEvent) => BazaarState;

export class Book {
  state: BazaarState;
  readonly events: BazaarEvent[] = [];
  private readonly apply: Apply;
  private readonly isKept: boolean;

  /** `state`: taken over, so pass a copy. `isKept`: record the events. */
  constructor(...[state, apply = evolve, isKept = true]: [state: BazaarState, apply?: Apply, isKept?: boolean]) {
    this.state = state;
    this.apply = apply;
    this.isKept = isKept;
  }

  record(event: BazaarEvent): void {
    if (this.isKept) this.events.push(event);
    this.state = this.apply(this.state, event);
  }
}
