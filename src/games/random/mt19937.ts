/**
 * MT19937 as a value: a stream is told by its key (the 32-bit words given to init_by_array), a place in it by the number of
 * outputs drawn. So a state holds one integer, and any place can be read again. What has been computed is kept aside, out of
 * every state: asking twice gives the same answer, only faster.
 */

const N = 624;
const M = 397;
const KEPT_STREAMS = 32;

/** init_genrand(19650218), from which every init_by_array starts. */
const BASE = baseState();

/** One stream's outputs, by number from 0. */
export class Stream {
  /** The untempered sequence; the first 624 words are the seeded state itself, output n is word 624 + n. */
  private words: Int32Array;
  private filled = N;

  constructor(key: readonly number[]) {
    this.words = new Int32Array(2 * N);
    initByArray(this.words, key);
  }

  /** The 32-bit output number `n`, unsigned. */
  output(n: number): number {
    const at = N + n;
    if (at >= this.filled) this.fill(at + 1);
    let y = this.words[at] ?? 0;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  private fill(end: number): void {
    if (end > this.words.length) {
      const longer = new Int32Array(Math.max(2 * this.words.length, end));
      longer.set(this.words);
      this.words = longer;
    }
    const words = this.words;
    const upTo = Math.min(words.length, end + 32);
    for (let i = this.filled; i < upTo; i++) {
      const y = ((words[i - N] ?? 0) & 0x80000000) | ((words[i - N + 1] ?? 0) & 0x7fffffff);
      words[i] = (words[i - N + M] ?? 0) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.filled = upTo;
  }
}

const streams = new Map<string, Stream>();
let lastSeed = -1;
let lastOfSeed: Stream | null = null;

/** CPython's `random.Random(seed)`; further words may follow those of the seed, for streams of their own. */
export function streamOf(seed: number, more: readonly number[] = []): Stream {
  if (more.length === 0 && seed === lastSeed && lastOfSeed !== null) return lastOfSeed;
  const key = more.length === 0 ? String(seed) : `${seed},${more.join()}`;
  let stream = streams.get(key);
  if (stream === undefined) {
    stream = new Stream([...seedWords(seed), ...more]);
    if (streams.size >= KEPT_STREAMS) streams.delete(streams.keys().next().value ?? '');
    streams.set(key, stream);
  }
  if (more.length === 0) {
    lastSeed = seed;
    lastOfSeed = stream;
  }
  return stream;
}

/** The 32-bit words of |seed|, least significant first; at least one. */
export function seedWords(seed: number): number[] {
  const size = Math.abs(seed);
  const high = Math.floor(size / 2 ** 32);
  return high === 0 ? [size >>> 0] : [size >>> 0, high];
}

function baseState(): Int32Array {
  const mt = new Int32Array(N);
  mt[0] = 19650218;
  for (let i = 1; i < N; i++) {
    const before = mt[i - 1] ?? 0;
    mt[i] = Math.imul(1812433253, before ^ (before >>> 30)) + i;
  }
  return mt;
}

function initByArray(mt: Int32Array, key: readonly number[]): void {
  mt.set(BASE);
  let i = 1;
  let j = 0;
  let before = mt[0] ?? 0;
  for (let k = Math.max(N, key.length); k > 0; k--) {
    before = ((mt[i] ?? 0) ^ Math.imul(before ^ (before >>> 30), 1664525)) + (key[j] ?? 0) + j;
    before |= 0;
    mt[i] = before;
    if (++i === N) {
      mt[0] = before;
      i = 1;
    }
    if (++j === key.length) j = 0;
  }
  for (let k = N - 1; k > 0; k--) {
    before = ((mt[i] ?? 0) ^ Math.imul(before ^ (before >>> 30), 1566083941)) - i;
    before |= 0;
    mt[i] = before;
    if (++i === N) {
      mt[0] = before;
      i = 1;
    }
  }
  mt[0] = 0x80000000 | 0;
}
