/**
 * MT19937 as a value: a stream is identified by its key (the 32-bit words given to init_by_array), and a position by the number of outputs
 * drawn. So a state needs to hold only one integer, and any position can be read again. Computed outputs are cached outside of all states;
 * the cache changes speed, not results.
 */

const N = 624;
const M = 397;
const ROOM = 2 * N;
const AHEAD = 128;

/** init_genrand(19650218), the start of every init_by_array. */
const BASE = baseState();

/** Buffers of forgotten streams, reused because allocating one costs as much as drawing. */
const spareWords: Int32Array[] = [];
const MOST_SPARE = 256;
const NO_WORDS = new Int32Array(0);

/** One stream's outputs, numbered from 0. */
export class Stream {
  private readonly key: readonly number[];
  /** The untempered sequence. The first 624 words are the seeded state; output n is word 624 + n. */
  private words: Int32Array = NO_WORDS;
  private filled = 0;

  constructor(key: readonly number[]) {
    this.key = key;
  }

  /** The 32-bit output number `n`, unsigned. */
  output(n: number): number {
    const at = N + n;
    if (at >= this.filled) this.fill(at + 1);
    return temper(this.words[at] ?? 0) >>> 0;
  }

  /** Outputs `n` and `n + 1` combined to a double in [0, 1), as CPython does. */
  random(n: number): number {
    const at = N + n;
    if (at + 1 >= this.filled) this.fill(at + 2);
    const high = temper(this.words[at] ?? 0) >>> 5;
    const low = temper(this.words[at + 1] ?? 0) >>> 6;
    return (high * 67108864 + low) * (1 / 9007199254740992);
  }

  /** Releases the buffer. Later reads recompute the words. */
  forget(): void {
    if (this.words.length === ROOM && spareWords.length < MOST_SPARE) spareWords.push(this.words);
    this.words = NO_WORDS;
    this.filled = 0;
  }

  private fill(end: number): void {
    if (this.filled === 0) {
      this.words = spareWords.pop() ?? new Int32Array(ROOM);
      initByArray(this.words, this.key);
      this.filled = N;
    }
    if (end > this.words.length) {
      const longer = new Int32Array(Math.max(2 * this.words.length, end));
      longer.set(this.words);
      this.words = longer;
    }
    const words = this.words;
    const upTo = Math.min(words.length, end + AHEAD);
    let word = words[this.filled - N] ?? 0;
    for (let i = this.filled; i < upTo; i++) {
      const next = words[i - N + 1] ?? 0;
      const y = (word & 0x80000000) | (next & 0x7fffffff);
      words[i] = (words[i - N + M] ?? 0) ^ (y >>> 1) ^ (-(y & 1) & 0x9908b0df);
      word = next;
    }
    this.filled = upTo;
  }
}

function temper(word: number): number {
  let y = word ^ (word >>> 11);
  y ^= (y << 7) & 0x9d2c5680;
  y ^= (y << 15) & 0xefc60000;
  return y ^ (y >>> 18);
}

const KEPT_BY_SEED = 16;
const KEPT_BY_KEY = 256;
const bySeed: { seed: number; stream: Stream }[] = [];
const byKey = new Map<string, Stream>();

/** CPython's `random.Random(seed)`. `more`: additional key words, for derived streams. */
export function streamOf(seed: number, more?: readonly number[]): Stream {
  return more === undefined || more.length === 0 ? streamOfSeed(seed) : streamOfKey([...seedWords(seed), ...more]);
}

/** The same, uncached: for a caller that reads often among many others. Call `forget` when done. */
export function ownStreamOf(seed: number): Stream {
  return new Stream(seedWords(seed));
}

/** Seeded with 256 bits given as 64 hexadecimal digits; the last eight are the first word of the key. */
export function streamOfHex(hex: string, more: readonly number[]): Stream {
  return streamOfKey([...hexWords(hex), ...more]);
}

function streamOfSeed(seed: number): Stream {
  const slot = Math.abs(seed) % KEPT_BY_SEED;
  const kept = bySeed[slot];
  if (kept !== undefined && kept.seed === seed) return kept.stream;
  kept?.stream.forget();
  const stream = ownStreamOf(seed);
  bySeed[slot] = { seed, stream };
  return stream;
}

function streamOfKey(key: readonly number[]): Stream {
  const name = key.join();
  let stream = byKey.get(name);
  if (stream === undefined) {
    const [oldest] = byKey.size >= KEPT_BY_KEY ? byKey : [];
    if (oldest !== undefined) {
      byKey.delete(oldest[0]);
      oldest[1].forget();
    }
    stream = new Stream(key);
    byKey.set(name, stream);
  }
  return stream;
}

/** The 32-bit words of |seed|, least significant first; at least one. */
export function seedWords(seed: number): number[] {
  const size = Math.abs(seed);
  const high = Math.floor(size / 2 ** 32);
  return high === 0 ? [size >>> 0] : [size >>> 0, high];
}

/** The 32-bit words of a number in hexadecimal, least significant first. */
function hexWords(hex: string): number[] {
  return (hex.match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 16)).reverse();
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
    const word = ((key[j] ?? 0) + j) | 0;
    before = (((mt[i] ?? 0) ^ Math.imul(before ^ (before >>> 30), 1664525)) + word) | 0;
    mt[i] = before;
    if (++i === N) {
      mt[0] = before;
      i = 1;
    }
    if (++j === key.length) j = 0;
  }
  for (let k = N - 1; k > 0; k--) {
    before = (((mt[i] ?? 0) ^ Math.imul(before ^ (before >>> 30), 1566083941)) - i) | 0;
    mt[i] = before;
    if (++i === N) {
      mt[0] = before;
      i = 1;
    }
  }
  mt[0] = 0x80000000 | 0;
}
