import type { Context, Sequence, Token } from './bindings';
import { InStep } from './in-step';

/** A slot in which one turn at a time is written. */
export interface Place {
  /** The number of its sequence in batches. */
  readonly index: number;
  sequence: Sequence;
}

/**
 * This few more cached tokens are not worth a gap in the order: one batch takes neighboring sequences, and a gap costs the turn one more
 * batch per token.
 */
const NEARLY = 32;

/** One context (weights with or without an adapter) and its sequences: as many turns at once as sequences, each keeping its last text. */
export class Hall {
  readonly context: Context;
  /** The turns that are written here. */
  readonly inStep = new InStep();
  /** In numeric order. */
  readonly #free: Place[];
  readonly #waiting: (() => void)[] = [];

  constructor(context: Context, slots: number) {
    this.context = context;
    this.#free = Array.from({ length: slots }, (_, index) => ({ index, sequence: context.getSequence() }));
  }

  /** The free place that has cached most of the prompt, the first of several; waits for a free one. */
  async take(prompt: readonly Token[]): Promise<Place> {
    while (this.#free.length === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const known = this.#free.map(({ sequence }) => sequence.compareContextTokens(prompt).firstDifferentIndex);
    const enough = Math.max(...known) - NEARLY;
    const [place] = this.#free.splice(
      known.findIndex((count) => count >= enough),
      1,
    );
    return place as Place;
  }

  /** `broken`: its cached tokens cannot be trusted. */
  async giveBack(place: Place, broken: boolean): Promise<void> {
    if (broken) {
      await place.sequence.dispose();
      place.sequence = this.context.getSequence(); // the runtime returns the number that has just become free
    }
    const after = this.#free.findIndex(({ index }) => index > place.index);
    this.#free.splice(after < 0 ? this.#free.length : after, 0, place);
    this.#waiting.shift()?.();
  }
}
