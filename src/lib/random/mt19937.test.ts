import { MersenneTwister19937 } from 'random-js';
import { describe, expect, it } from 'vitest';
import { drawsOf } from './draws';
import { Stream, seedWords, streamOf } from './mt19937';

/** Made with CPython 3.11's random.Random(seed), in the order of the fields; `last` is the 700th of getrandbits(32) after them. */
const CPYTHON = [
  {
    seed: 0,
    random: [0.8444218515250481, 0.7579544029403025, 0.420571580830845],
    below: [0, 1, 1, 2, 3, 5, 3, 516],
    choice: 'bcbae',
    randint: [6, 4, 6, 3, 3],
    uniform: [123.9302972780796, 111.03903591492647],
    last: 1290415600,
  },
  {
    seed: 1,
    random: [0.13436424411240122, 0.8474337369372327, 0.763774618976614],
    below: [0, 0, 1, 3, 3, 6, 3, 96],
    choice: 'dadde',
    randint: [2, 9, 6, 5, 3],
    uniform: [124.08564745668902, 71.83539898201322],
    last: 46671387,
  },
  {
    seed: 5,
    random: [0.6229016948897019, 0.7417869892607294, 0.7951935655656966],
    below: [0, 1, 0, 0, 1, 1, 5, 480],
    choice: 'bdeae',
    randint: [5, 2, 5, 8, 6],
    uniform: [80.92453982666672, 122.0475456561411],
    last: 1854010697,
  },
  {
    seed: 42,
    random: [0.6394267984578837, 0.025010755222666936, 0.27502931836911926],
    below: [0, 0, 2, 0, 5, 1, 6, 32],
    choice: 'aabbe',
    randint: [2, 5, 8, 5, 9],
    uniform: [105.35594103255453, 118.5658274006696],
    last: 2233040884,
  },
  {
    seed: 4294967295,
    random: [0.6353574441341173, 0.20319993954407756, 0.6073666030347188],
    below: [0, 1, 1, 2, 2, 7, 6, 65],
    choice: 'bebde',
    randint: [7, 4, 2, 7, 2],
    uniform: [92.68273206905457, 96.32797475273688],
    last: 1927107837,
  },
  {
    seed: 4294967296,
    random: [0.11299430095636409, 0.41782886486292836, 0.0166763664992291],
    below: [0, 1, 0, 1, 0, 6, 8, 321],
    choice: 'cdddb',
    randint: [3, 6, 4, 6, 7],
    uniform: [100.39280769587253, 79.0626462947197],
    last: 1477464644,
  },
  {
    seed: 4294967303,
    random: [0.22550888929893187, 0.35860096918797, 0.7992331241239754],
    below: [0, 0, 0, 4, 6, 5, 1, 439],
    choice: 'ccbdd',
    randint: [4, 9, 4, 9, 3],
    uniform: [71.88770904754809, 115.87201315872115],
    last: 691674064,
  },
  {
    seed: 9007199254740991,
    random: [0.09425040007102303, 0.22287455761867403, 0.19135148760372034],
    below: [0, 0, 0, 0, 3, 7, 0, 275],
    choice: 'dacde',
    randint: [4, 7, 5, 5, 4],
    uniform: [129.68944390801397, 100.0306431324714],
    last: 2648352379,
  },
  {
    seed: 4503599627370496,
    random: [0.27314953530973973, 0.3367177121574101, 0.6357910957497119],
    below: [0, 1, 2, 0, 5, 4, 6, 276],
    choice: 'edebc',
    randint: [5, 6, 3, 9, 7],
    uniform: [107.92299385459694, 110.38976017857587],
    last: 3488477523,
  },
];

describe('the stream', () => {
  it.each([0, 5, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 7, 2 ** 53 - 1])('of seed %d is MT19937 by init_by_array', (seed) => {
    const oracle = MersenneTwister19937.seedWithArray(seedWords(seed));
    const stream = streamOf(seed);
    for (let n = 0; n < 3000; n++) expect(stream.output(n)).toBe(oracle.next() >>> 0);
  });

  it('has streams of its own for further words', () => {
    const oracle = MersenneTwister19937.seedWithArray([7, 3, 11]);
    expect(streamOf(7, [3, 11]).output(0)).toBe(oracle.next() >>> 0);
    expect(streamOf(7, [3, 11]).output(0)).not.toBe(streamOf(7).output(0));
  });

  it('takes a key longer than its state', () => {
    const key = Array.from({ length: 1000 }, (_, i) => i * 7919);
    const oracle = MersenneTwister19937.seedWithArray(key);
    const stream = new Stream(key);
    for (let n = 0; n < 10; n++) expect(stream.output(n)).toBe(oracle.next() >>> 0);
  });

  it('is read at any place, in any order', () => {
    const [late, early] = [streamOf(99).output(5000), streamOf(99).output(17)];
    const fresh = new Stream(seedWords(99));
    expect(fresh.output(17)).toBe(early);
    expect(fresh.output(5000)).toBe(late);
  });

  it('gives the same values after others have taken its place in memory', () => {
    const before = streamOf(123).output(40);
    for (let seed = 1000; seed < 1200; seed++) streamOf(seed).output(0);
    expect(streamOf(123).output(40)).toBe(before);
  });
});

describe('the draws', () => {
  it.each(CPYTHON)('of seed $seed are those of CPython', (row) => {
    const draws = drawsOf(row.seed);
    expect(row.random.map(() => draws.random())).toEqual(row.random);
    expect([1, 2, 3, 5, 7, 8, 9, 1000].map((n) => draws.below(n))).toEqual(row.below);
    expect(Array.from(row.choice, () => draws.choice(['a', 'b', 'c', 'd', 'e'])).join('')).toBe(row.choice);
    expect(row.randint.map(() => draws.randint(2, 9))).toEqual(row.randint);
    expect(row.uniform.map(() => draws.uniform(70, 130))).toEqual(row.uniform);
    expect(streamOf(row.seed).output(draws.drawn + 699)).toBe(row.last);
  });

  it('go on where a count of draws says', () => {
    const whole = drawsOf(5);
    whole.random();
    whole.choice([1, 2, 3]);
    expect(drawsOf(5, whole.drawn).random()).toBe(whole.random());
  });

  it('refuse to choose from nothing', () => {
    expect(() => drawsOf(5).choice([])).toThrow();
  });
});
