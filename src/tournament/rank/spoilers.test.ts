import { describe, expect, it } from 'vitest';
import type { Lead } from './leads';
import { kingmakersOf, spoilersOf } from './spoilers';

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

describe('a kingmaker', () => {
  const EACH = 20;
  /** As many worlds of each meeting as a rank needs, with luck that is the same for the same place; `made`: what `ann kim` stands for. */
  function played(made: Readonly<Record<string, number>>, spread = 1): Lead[] {
    const helpers = [...new Set(Object.keys(made).flatMap((pair) => pair.split(' ').filter((name) => !NAMES.includes(name))))];
    const all = [...NAMES, ...helpers];
    return all.flatMap((a, i) =>
      all.flatMap((b, j) => {
        const luckOf = (n: number) => spread * (((i * 131 + j * 517 + n * 7919) % 101) / 50 - 1);
        return a === b ? [] : leads(...Array.from({ length: EACH }, (_, n) => `${a} ${b} ${(made[`${a} ${b}`] ?? 0) + luckOf(n)}`));
      }),
    );
  }

  it('is not to be found where everybody plays for themselves', () => {
    expect([...kingmakersOf(played({}))]).toEqual([]);
    expect([...kingmakersOf(played({}, 4))]).toEqual([]);
  });

  it('is against whom one makes far more than the others say, even where they are hardly spoiled', () => {
    const made = { 'ann kim': 0, 'bob kim': -0.2, 'cid kim': -0.1, 'dan kim': 2, 'kim dan': -2 };
    expect([...kingmakersOf(played(made))]).toEqual(['kim']);
    expect([...spoilersOf(played(made))]).toEqual([]);
  });

  it('is each of two who feed the same one', () => {
    expect([...kingmakersOf(played({ 'dan eve': 2, 'dan fay': 2, 'eve dan': -2, 'fay dan': -2 }))]).toEqual(['eve', 'fay']);
  });

  it('is nobody who makes against its favorite what it makes elsewhere: a spoiled rival seems to have a favorite', () => {
    const spoiled = { 'bob ann': 0.6, 'bob cid': 0.1, 'bob dan': -0.4, 'bob sam': -3 };
    expect([...kingmakersOf(played(spoiled, 0.3))]).toEqual([]);
    expect([...kingmakersOf(played({ ...spoiled, 'ann bob': -1 }, 0.3))]).toEqual(['ann']);
  });

  it('is nobody who is easy for all, nor whose matches vary so much that it may be luck', () => {
    expect([...kingmakersOf(played({ 'ann kim': 2, 'bob kim': 2.1, 'cid kim': 2, 'dan kim': 2.2 }))]).toEqual([]);
    expect([...kingmakersOf(played({ 'dan kim': 2, 'kim dan': -2 }, 12))]).toEqual([]);
  });
});
