import { describe, expect, test } from 'vitest';
import type { MatchCard } from '~/live/protocol';
import { togglePick, whyNotPick } from './matches-screen';
import { MATCH_CARD } from './testing/match-card';

const CARD: MatchCard = { ...MATCH_CARD, pace: 0, finishedAt: '2026-01-01T00:00:01.000Z' };
const FIRST = CARD;
const SAME = { ...CARD, id: 'b' };

describe('picking two matches to compare', () => {
  test('takes two of the same task and seed', () => {
    expect(togglePick(togglePick([], FIRST), SAME)).toEqual([FIRST, SAME]);
  });

  test('puts one back when it is picked again', () => {
    expect(togglePick([FIRST, SAME], FIRST)).toEqual([SAME]);
  });

  test.each([
    ['another task', { ...SAME, task: 'single_trade' }, 'Pick another match of Coalition market.'],
    ['another seed', { ...SAME, seed: 6 }, 'Pick another match on seed 5.'],
    ['a private seed', { ...SAME, seed: null }, 'Its seed is private until it ends.'],
    ['a match without events', { ...SAME, head: 0 }, 'It has no events yet.'],
  ])('refuses %s with a sentence', (_, card, why) => {
    expect(whyNotPick([FIRST], card)).toBe(why);
    expect(togglePick([FIRST], card)).toEqual([FIRST]);
  });

  test('takes no third', () => {
    expect(whyNotPick([FIRST, SAME], { ...CARD, id: 'c' })).toBe('Two are picked already.');
  });
});
