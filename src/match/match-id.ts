import { createHash, randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 60 random bits as twelve letters that are hard to misread. Independent of the match's content and seed. */
export function newMatchId(): string {
  return letters(randomBytes(12));
}

/** A deterministic id, for things that must not be stored twice. */
export function matchIdOf(what: string): string {
  return letters(createHash('sha256').update(what).digest().subarray(0, 12));
}

function letters(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}
