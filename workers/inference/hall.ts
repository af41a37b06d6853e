import type { Context, Sequence, Token } from './bindings';

/** One context (weights with or without an adapter) and its sequences: as many turns at once as there are, each keeping its last text. */
export class Hall {
  readonly context: Context;
  readonly #free: Sequence[] = [];
  #made = 0;
  readonly #slots: number;
  readonly #waiting: (() => void)[] = [];

  constructor(context: Context, slots: number) {
    this.context = context;
    this.#slots = slots;
  }

  /** The free sequence that remembers most of the prompt; waits for one. */
  async take(prompt: readonly Token[]): Promise<Sequence> {
    while (this.#free.length === 0 && this.#made === this.#slots) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const known = this.#free.map((sequence) => sequence.compareContextTokens(prompt).firstDifferentIndex);
    const best = known.indexOf(Math.max(...known));
    const isFresh = this.#made < this.#slots && (known[best] ?? 0) === 0;
    if (!isFresh) return this.#free.splice(best, 1)[0] as Sequence;
    this.#made += 1;
    return this.context.getSequence();
  }

  /** `broken`: what it remembers is not to be trusted. */
  async giveBack(sequence: Sequence, broken: boolean): Promise<void> {
    if (broken) {
      await sequence.dispose();
      this.#made -= 1;
    } else {
      this.#free.push(sequence);
    }
    this.#waiting.shift()?.();
  }
}
