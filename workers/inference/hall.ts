import type { Context, Sequence, Token } from './bindings';
import { InStep } from './in-step';

/** Where one turn at a time is written. */
export interface Place {
  /** The number of its sequence in batches. */
  readonly index: number;
  sequence: Sequence;
}

/** So few more tokens remembered are not worth a gap: one batch carries neighbours, and a gap costs each token of the turn a batch more. */
const NEARLY = 32;

/** One context (weights with or without an adapter) and its sequences: as many turns at once as there are, each keeping its last text. */
export class Hall {
  readonly context: Context;
  /** Of the turns that are written here. */
  readonly inStep = new InStep();
  /** In the order of their numbers. */
  readonly #free: Place[];
  readonly #waiting: (() => void)[] = [];

  constructor(context: Context, slots: number) {
    this.context = context;
    this.#free = Array.from({ length: slots }, (_, index) => ({ index, sequence: context.getSequence() }));
  }

  /** The free place that remembers most of the prompt, of several the first; waits for one. */
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

  /** `broken`: what it remembers is not to be trusted. */
  async giveBack(place: Place, broken: boolean): Promise<void> {
    if (broken) {
      await place.sequence.dispose();
      place.sequence = this.context.getSequence(); // the runtime hands out the number that has just become free
    }
    const after = this.#free.findIndex(({ index }) => index > place.index);
    this.#free.splice(after < 0 ? this.#free.length : after, 0, place);
    this.#waiting.shift()?.();
  }
}
