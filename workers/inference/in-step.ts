/** Turns that write at once go from token to token together: each waits until all have theirs, so that the next batch carries every one. */
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

  /** In a tick of its own: what asks in one tick is decoded in one batch. */
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

/** One turn's part in it; a turn counts from its first token, for nobody waits until another has read its prompt. */
export class Member {
  readonly #endpoints: Endpoints;
  #isIn = false;

  constructor(endpoints: Endpoints) {
    this.#endpoints = endpoints;
  }

  /** It has a token and wants the next. null: nobody else writes, it goes on at once. */
  next(): Promise<void> | null {
    if (!this.#isIn) this.#endpoints.join();
    this.#isIn = true;
    return this.#endpoints.wait();
  }

  /** However its turn ended; more than once does no harm. */
  leave(): void {
    if (this.#isIn) this.#endpoints.leave();
    this.#isIn = false;
  }
}
