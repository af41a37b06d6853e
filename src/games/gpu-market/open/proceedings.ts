/** A round being resolved: a state of its own and the events so far. A rule records what happens and at once sees its effect. */
import type { OpenEvent } from './events';
import { evolve } from './evolve';
import type { OpenState } from './state';

export class Proceedings {
  state: OpenState;
  readonly events: OpenEvent[] = [];

  /** `state` is taken over: hand in a copy. */
  constructor(state: OpenState) {
    this.state = state;
  }

  record(event: OpenEvent): void {
    this.events.push(event);
    this.state = evolve(this.state, event);
  }
}
