import { createHash, randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 60 random bits in twelve letters that are hard to misread. It says nothing of the match, its seed least of all. */
export function newMatchId(): string {
  return letters(randomBytes(12));
}

/** Always the same for the same thing, for what must not be stored twice. */
export function matchIdOf(what: string): string {
  return letters(createHash('sha256').update(what).digest().subarray(0, 12));
}

function letters(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}
