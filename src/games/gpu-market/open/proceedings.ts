/** A round being resolved: a state of its own and the events so far. A rule records what happens and at once sees its effect. */
import type { OpenEvent } from './events';
import { evolve } from './evolve';
import type { OpenState } from './state';

/** What `evolve` does: one event's effect on the state. */
export type Apply = (state: OpenState | null, event: OpenEvent) => OpenState;

export class Proceedings {
  state: OpenState;
  readonly events: OpenEvent[] = [];

  private readonly apply: Apply;

  /** `state` is taken over: hand in a copy. Only tests that plant a fault in the rules hand in another `apply`. */
  constructor(state: OpenState, apply: Apply = evolve) {
    this.state = state;
    this.apply = apply;
  }

  record(event: OpenEvent): void {
    this.events.push(event);
    this.state = this.apply(this.state, event);
  }
}
