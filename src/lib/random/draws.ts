/** CPython's random functions on a stream, from a place in it onward; `drawn` is the place to keep in a state. */
import { type Stream, streamOf } from './mt19937';

export class Draws {
  private readonly stream: Stream;
  /** How many 32-bit outputs are used up. */
  drawn: number;

  constructor(stream: Stream, drawn: number) {
    this.stream = stream;
    this.drawn = drawn;
  }

  /** In [0, 1), 53 bits. */
  random(): number {
    const drawn = this.stream.random(this.drawn);
    this.drawn += 2;
    return drawn;
  }

  uniform(low: number, high: number): number {
    return low + (high - low) * this.random();
  }

  /** In 0..n-1, n at least 1: the top bits of an output, drawn again until they are below n. */
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

  /** In low..high, both included. */
  randint(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }
}

/** With `gauss`, which makes two normal values at a time and keeps the second: `kept` belongs to the place in the stream. */
export class GaussDraws extends Draws {
  kept: number | null;

  constructor(stream: Stream, { drawn, kept }: { drawn: number; kept: number | null }) {
    super(stream, drawn);
    this.kept = kept;
  }

  /** CPython's `random.gauss`. Other draws leave the kept value as it is. */
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
