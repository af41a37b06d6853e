import { describe, expect, it } from 'vitest';
import type { Lead } from './leads';
import { spoilersOf } from './spoilers';

/** `ann kim -1`: what ann made against kim. Each is its own owner, unless it is written `ann/owner`. */
function leads(...lines: string[]): Lead[] {
  return lines.map((line, i) => {
    const [who = '', against = '', lead = ''] = line.split(' ');
    const [entry = '', owner = entry] = who.split('/');
    return { entry, owner, world: String(i), lead: Number(lead), opponents: new Map([[against, against]]) };
  });
}

/** Everybody meets everybody, and makes about as much wherever it sits. */
const NAMES = ['ann', 'bob', 'cid', 'dan'];
const USUAL = NAMES.flatMap((a, i) => NAMES.flatMap((b, j) => (a === b ? [] : [`${a} ${b} ${((i * 3 + j * 7) % 5) / 10}`])));

describe('a spoiler', () => {
  it('is not to be found where everybody plays for themselves', () => {
    expect([...spoilersOf(leads(...USUAL))]).toEqual([]);
  });

  it('is against whom all but its favorite make far less than elsewhere', () => {
    const spoiled = ['ann kim -2', 'bob kim -2.5', 'cid kim -3', 'dan kim 2'];
    expect([...spoilersOf(leads(...USUAL, ...spoiled))]).toEqual(['kim']);
  });

  it('is nobody whom fewer than three owners have met', () => {
    expect([...spoilersOf(leads(...USUAL, 'ann kim -2', 'bob kim -2.5'))]).toEqual([]);
    expect([...spoilersOf(leads(...USUAL, 'ann kim -2', 'e/ann kim -2', 'f/ann kim -2', 'g/ann kim -2'))]).toEqual([]);
  });

  it('is nobody whom only one rival did badly against', () => {
    expect([...spoilersOf(leads(...USUAL, 'ann kim -3', 'bob kim .2', 'cid kim .1', 'dan kim .3'))]).toEqual([]);
  });
});
