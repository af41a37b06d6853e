/**
 * Turns that are written at the same time advance token by token together: each waits until all have theirs, so that the next batch has all
 * of them.
 */
export class InStep {
  #members = 0;
  #waiting: (() => void)[] = [];

  member(): Member {
    return new Member({
      join: () => {
        this.#members += 1;
      },
      wait: () => this.#wait(),
      leave: () => {
        this.#members -= 1;
        this.#goOnTogether();
      },
    });
  }

  #wait(): Promise<void> | null {
    if (this.#members === 1) return null;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#goOnTogether();
    });
  }

  /** In a separate tick: requests made in one tick are decoded in one batch. */
  #goOnTogether(): void {
    if (this.#waiting.length < this.#members || this.#waiting.length === 0) return;
    const all = this.#waiting;
    this.#waiting = [];
    setImmediate(() => {
      for (const go of all) go();
    });
  }
}

interface Endpoints {
  join(): void;
  wait(): Promise<void> | null;
  leave(): void;
}

/** One turn's membership. A turn counts from its first token, because no turn waits while another reads its prompt. */
export class Member {
  readonly #endpoints: Endpoints;
  #isIn = false;

  constructor(endpoints: Endpoints) {
    this.#endpoints = endpoints;
  }

  /** It has a token and wants the next. null: no other turn is writing, so it continues at once. */
  next(): Promise<void> | null {
    if (!this.#isIn) this.#endpoints.join();
    this.#isIn = true;
    return this.#endpoints.wait();
  }

  /** Called however its turn ended; more than one call is harmless. */
  leave(): void {
    if (this.#isIn) this.#endpoints.leave();
    this.#isIn = false;
  }
}
