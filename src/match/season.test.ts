import { describe, expect, it } from 'vitest';
import { keyHash, newSeasonKey, secretSeed, seedHexOf, seedOf } from './season';

/** Made with Python 3: `int.from_bytes(hmac.new(key.encode(), str(i).encode(), hashlib.sha256).digest(), 'big') >> (256 - 53)`. */
const BY_PYTHON = [
  {
    key: 'mandi test season',
    hash: 'f702433a8be3c9b4847dbb4effa21fb2314d495f036d89013617041e9222756a',
    seeds: [
      [0, 901828984503939],
      [1, 5516561600101573],
      [2, 2688999915705761],
      [10, 4421375651663379],
      [41, 13106958258971],
      [999999, 6364255227119412],
    ],
  },
  {
    key: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
    hash: '2a8abfa8cb9906290437854193ca6bca41d4d4e26d1d454bd66a35158095e737',
    seeds: [
      [0, 3901134090296029],
      [1, 6106782554216578],
      [2, 6027495520672000],
      [10, 822000457013622],
      [41, 3795707284925893],
      [999999, 5633406590716650],
    ],
  },
] as const;

describe('a season', () => {
  it.each(BY_PYTHON)('of key "$key": hash and seeds are those of another implementation', ({ key, hash, seeds }) => {
    expect(keyHash(key)).toBe(hash);
    for (const [index, seed] of seeds) expect(seedOf(key, index)).toBe(seed);
  });

  it('gives all 256 bits in hexadecimal, of which the seed is the first 53', () => {
    const key = 'mandi test season';
    // Python 3: hmac.new(key.encode(), b'10', hashlib.sha256).hexdigest()
    expect(seedHexOf(key, 10)).toBe('7da9bde916709cf6c66ac675257086a558d30549588cbed067fd114ce1378129');
    for (const index of [0, 1, 41]) expect(Number(BigInt(`0x${seedHexOf(key, index)}`) >> 203n)).toBe(seedOf(key, index));
    expect(() => seedHexOf(key, -1)).toThrow('no number of a world');
  });

  it('has keys that do not repeat, and seeds that a number holds exactly', () => {
    const key = newSeasonKey();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(newSeasonKey()).not.toBe(key);
    for (let index = 0; index < 200; index++) expect(Number.isSafeInteger(seedOf(key, index))).toBe(true);
    for (let n = 0; n < 200; n++) expect(Number.isSafeInteger(secretSeed())).toBe(true);
    // 2^40 is passed by all but one in eight thousand.
    expect(Math.max(...Array.from({ length: 8 }, secretSeed))).toBeGreaterThan(2 ** 40);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53])('has no world number %d', (index) => {
    expect(() => seedOf('key', index)).toThrow();
  });
});
