/**
 * Worlds that nobody can know beforehand, and everybody can check afterwards: a season's key is published as its hash before the
 * season and itself after it; world n of the season is HMAC-SHA256(key, n in decimal): its first 53 bits, or all of it where the game takes them.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';

const SEED_BITS = 53;
const KEY_BYTES = 32;

/** A key of 256 random bits, in hexadecimal. Its text, as published, is what is hashed and what the seeds are made with. */
export function newSeasonKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** What is published before the season: `printf %s KEY | sha256sum` after it must give the same. */
export function keyHash(seasonKey: string): string {
  return createHash('sha256').update(seasonKey, 'utf8').digest('hex');
}

/** The seed of the season's world number `index`. */
export function seedOf(seasonKey: string, index: number): number {
  return leading53Bits(digestOf(seasonKey, index));
}

/** All 256 bits of it, in hexadecimal, for games that draw a world from so many: 53 can be found by trying, where a match has shown enough. */
export function seedHexOf(seasonKey: string, index: number): string {
  return digestOf(seasonKey, index).toString('hex');
}

function digestOf(seasonKey: string, index: number): Buffer {
  if (!Number.isSafeInteger(index) || index < 0) throw new Error(`seedOf: ${index} is no number of a world`);
  return createHmac('sha256', seasonKey).update(String(index), 'utf8').digest();
}

/** 53 random bits: the seed of a match with people, which no one has chosen. */
export function secretSeed(): number {
  return leading53Bits(randomBytes(8));
}

function leading53Bits(bytes: Buffer): number {
  return Number(bytes.readBigUInt64BE(0) >> BigInt(64 - SEED_BITS));
}
