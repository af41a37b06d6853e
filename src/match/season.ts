/**
 * Worlds that nobody can know beforehand and anyone can verify afterwards. The hash of a season's key is published before the season, the
 * key after it. World n is HMAC-SHA256(key, n in decimal): its first 53 bits, or all 256 if the game supports them.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';

const SEED_BITS = 53;
const KEY_BYTES = 32;

/** A key of 256 random bits in hexadecimal. The hash and the seeds are computed from this text. */
export function newSeasonKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** Published before the season. To verify it afterwards: `printf %s KEY | sha256sum`. */
export function keyHash(seasonKey: string): string {
  return createHash('sha256').update(seasonKey, 'utf8').digest('hex');
}

/** The seed of world number `index`. */
export function seedOf(seasonKey: string, index: number): number {
  return leading53Bits(digestOf(seasonKey, index));
}

/**
 * All 256 bits in hexadecimal, for games that support them. A seed of 53 bits can be found by brute force once a match has revealed enough.
 */
export function seedHexOf(seasonKey: string, index: number): string {
  return digestOf(seasonKey, index).toString('hex');
}

function digestOf(seasonKey: string, index: number): Buffer {
  if (!Number.isSafeInteger(index) || index < 0) throw new Error(`seedOf: ${index} is no number of a world`);
  return createHmac('sha256', seasonKey).update(String(index), 'utf8').digest();
}

/** 53 random bits: the seed of a match with people, which nobody has chosen. */
export function secretSeed(): number {
  return leading53Bits(randomBytes(8));
}

function leading53Bits(bytes: Buffer): number {
  return Number(bytes.readBigUInt64BE(0) >> BigInt(64 - SEED_BITS));
}
