import { randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 60 random bits in twelve letters that are hard to misread. It says nothing of the match, its seed least of all. */
export function newMatchId(): string {
  return Array.from(randomBytes(12), (byte) => LETTERS[byte % LETTERS.length]).join('');
}
