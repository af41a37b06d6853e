import { describe, expect, test } from 'vitest';
import type { MatchCard } from '~/live/protocol';
import { NO_FILTERS } from './filters';
import { begunSince, freshen, missedAnEnd } from './matches-screen';
import { MATCH_CARD } from './testing/match-card';

const CARD: MatchCard = { ...MATCH_CARD, status: 'running', head: 10, round: 1, scores: null };
const OTHER = { ...CARD, id: 'b' };
const LATER = { ...CARD, id: 'c', createdAt: '2026-01-01T00:01:00.000Z' };

function told(...cards: MatchCard[]) {
  return cards.map((card) => ({ card, curve: [] }));
}

describe('a list of matches and the stream', () => {
  test('shows the newest state of each in its place', () => {
    expect(freshen([CARD, OTHER], told({ ...OTHER, head: 30, status: 'finished' })).map(({ status }) => status)).toEqual([
      'running',
      'finished',
    ]);
  });

  test('does not go back to an older state', () => {
    expect(freshen([{ ...CARD, head: 30, status: 'finished' }], told(CARD))[0]?.status).toBe('finished');
  });

  test('has missed an end where a match goes on that the stream does not know', () => {
    const ended: MatchCard = { ...OTHER, status: 'finished' };
    expect(missedAnEnd([CARD, ended], told(CARD))).toBe(false);
    expect(missedAnEnd([CARD, ended], told())).toBe(true);
  });

  test('counts what has begun since, once, and only what fits', () => {
    expect(begunSince([CARD], told(CARD, LATER), NO_FILTERS)).toBe(1);
    expect(begunSince([LATER, CARD], told(CARD, LATER), NO_FILTERS)).toBe(0);
    expect(begunSince([CARD], told(LATER), { ...NO_FILTERS, task: 'single_trade' })).toBe(0);
    expect(begunSince([CARD], told(LATER), { ...NO_FILTERS, policy: 'wait' })).toBe(0);
    expect(begunSince([CARD], told(LATER), { ...NO_FILTERS, status: 'finished' })).toBe(0);
  });

  test('does not count an older match that is told again', () => {
    expect(begunSince([LATER], told(CARD), NO_FILTERS)).toBe(0);
  });
});
