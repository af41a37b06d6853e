/** CPython's random functions on a stream, from a given position on. `drawn` is the position to store in a state. */
import { type Stream, streamOf } from './mt19937';

export class Draws {
  private readonly stream: Stream;
  /** Number of 32-bit outputs used. */
  drawn: number;

  constructor(stream: Stream, drawn: number) {
    this.stream = stream;
    this.drawn = drawn;
  }

  /** A double in [0, 1) with 53 random bits. */
  random(): number {
    const drawn = this.stream.random(this.drawn);
    this.drawn += 2;
    return drawn;
  }

  uniform(low: number, high: number): number {
    return low + (high - low) * this.random();
  }

  /** An integer in 0..n-1 for n of at least 1: the top bits of an output, redrawn until they are below n. */
  below(n: number): number {
    if (n < 1) throw new Error(`below: nothing is below ${n}`);
    const shift = Math.clz32(n);
    for (;;) {
      const drawn = this.stream.output(this.drawn++) >>> shift;
      if (drawn < n) return drawn;
    }
  }

  choice<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** An integer in low..high, both included. */
  randint(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }
}

/** Adds `gauss`, which generates two normal values at a time and keeps the second: `kept` is part of the stream position. */
export class GaussDraws extends Draws {
  kept: number | null;

  constructor(stream: Stream, { drawn, kept }: { drawn: number; kept: number | null }) {
    super(stream, drawn);
    this.kept = kept;
  }

  /** CPython's `random.gauss`. Other draws do not affect the kept value. */
  gauss(mu: number, sigma: number): number {
    let z = this.kept;
    this.kept = null;
    if (z === null) {
      const angle = this.random() * TWO_PI;
      const radius = Math.sqrt(-2 * Math.log(1 - this.random()));
      z = Math.cos(angle) * radius;
      this.kept = Math.sin(angle) * radius;
    }
    return mu + z * sigma;
  }
}

const TWO_PI = 2 * Math.PI;

/** The draws of CPython's `random.Random(seed)` after `drawn` outputs. */
export function drawsOf(seed: number, drawn = 0, stream: Stream = streamOf(seed)): Draws {
  return new Draws(stream, drawn);
}
