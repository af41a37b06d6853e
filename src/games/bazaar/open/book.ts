/** A round that is being played: a state of its own and the events so far. A rule records what happens and sees its effect. */
import type { BazaarEvent } from './events';
import { evolve } from './evolve';
import type { BazaarState } from './state';

/** What `evolve` does; a test plants a fault in the rules with another. */
export type Apply = (state: BazaarState | null, event: BazaarEvent) => BazaarState;

export class Book {
  state: BazaarState;
  readonly events: BazaarEvent[] = [];
  private readonly apply: Apply;
  private readonly isKept: boolean;

  /** `state` is taken over: hand in a copy. `isKept`: somebody asks for the events. */
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
