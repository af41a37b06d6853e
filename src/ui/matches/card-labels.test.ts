import { describe, expect, test } from 'vitest';
import {
  bestOf,
  finishLabel,
  isLive,
  marginText,
  matchLabel,
  meanText,
  playersOf,
  scoreLabel,
  scoreOf,
  scoreText,
  showcaseOf,
  tournamentScoreText,
} from './card-labels';
import { MATCH_CARD } from './testing/match-card';

const CARD = MATCH_CARD;

describe('a match in words', () => {
  test('says who plays what, and the seed once it may be known', () => {
    expect(matchLabel(CARD)).toBe('Rule-based expert on Coalition market, seed 5');
    expect(matchLabel({ ...CARD, seed: null })).toBe('Rule-based expert on Coalition market');
  });

  test('has a score only where one may be known', () => {
    expect(scoreOf(CARD)).toBe(1.3412);
    expect(scoreOf({ ...CARD, scores: null })).toBeNull();
    expect(scoreOf({ ...CARD, scores: { lab_0: null } })).toBeNull();
  });

  test('counts who has several seats, and names the lab that made most', () => {
    const seats = ['planner', 'greedy', 'planner'].map((policy, place) => ({ seat: `lab_${place}`, kind: 'script' as const, policy }));
    const card = { ...CARD, key: 'gpu-market/open' as const, ruleset: 'open', seats, scores: { lab_0: -3, lab_1: 12.5, lab_2: 4 } };
    expect(playersOf(card)).toBe('Planner ×2, Greedy');
    expect(matchLabel(card)).toBe('Planner ×2, Greedy on Coalition market (GPU market, open), seed 5');
    expect(bestOf(card)).toEqual({ seat: 'lab_1', score: 12.5 });
    expect(bestOf({ ...card, scores: null })).toBeNull();
    expect(bestOf(CARD)).toBeNull();
  });

  test('says by how much the best is ahead, or who shares the first place', () => {
    const seats = ['lab_0', 'lab_1', 'lab_2'].map((seat) => ({ seat, kind: 'script' as const, policy: 'planner' }));
    const card = { ...CARD, key: 'gpu-market/open' as const, seats };
    expect(marginText({ ...card, scores: { lab_0: -3, lab_1: 12.5, lab_2: 4 } })).toBe('8.5 cr ahead');
    expect(marginText({ ...card, scores: { lab_0: 4, lab_1: 4, lab_2: -4 } })).toBe('2 seats level');
    expect(marginText({ ...card, scores: { lab_0: null, lab_1: 4, lab_2: null } })).toBe('');
    expect(marginText({ ...card, scores: null })).toBe('');
  });

  test('has figures in the unit of its game: a share of a bazaar is no money', () => {
    expect(scoreLabel({ key: 'gpu-market/open' }, -12.5)).toBe('−12.5 cr');
    expect(scoreLabel({ key: 'bazaar/classic' }, 0.4231)).toBe('0.4231');
  });

  test('a list of several games says what each figure measures, in its unit', () => {
    expect(scoreText({ key: 'gpu-market/open' }, -12.5)).toBe('profit −12.5 cr');
    expect(scoreText({ key: 'gpu-market/classic' }, 1.3412)).toBe('reward 1.3412');
    expect(scoreText({ key: 'bazaar/classic' }, 0.4231)).toBe('42.3% of the surplus');
    expect(scoreText({ key: 'bazaar/open' }, 7.25)).toBe('profit 7.25');
    expect(scoreText({ key: 'test/offers' }, 3)).toBe('3');
  });

  test('a mean has its interval in the same unit, and a tournament of a game with gains is scored by these', () => {
    expect(meanText('gpu-market/open', 30.29, [-29.34, 30.77])).toBe('profit 30.29 cr [−29.34, 30.77]');
    expect(meanText('bazaar/classic', 0.4231, [0.4, 0.45])).toBe('42.3% of the surplus [40%, 45%]');
    expect(meanText('gpu-market/classic', 1.3412)).toBe('reward 1.3412');
    expect(tournamentScoreText('gpu-market/open', { mean: 0.4123, interval: [0.3, 0.5] })).toBe('gain 0.41 [0.30, 0.50]');
    expect(tournamentScoreText('gpu-market/classic', { mean: 1.3, interval: null })).toBe('reward 1.3000');
  });

  test('is live before it starts, while it runs and while it is paused', () => {
    expect((['lobby', 'running', 'paused', 'finished', 'aborted', 'failed'] as const).map((status) => isLive({ ...CARD, status }))).toEqual(
      [true, true, true, false, false, false],
    );
  });
});

describe('the showcase', () => {
  const old = { ...CARD, id: 'old', showcase: true, status: 'running' as const };
  const recent = { ...CARD, id: 'recent', showcase: true };

  test('is one that runs, though a newer one has ended', () => {
    expect(showcaseOf([CARD, recent, old])?.id).toBe('old');
  });

  test('else the newest that has ended', () => {
    expect(showcaseOf([CARD, recent, { ...old, status: 'finished' }])?.id).toBe('recent');
  });

  test('is nothing where there is none', () => {
    expect(showcaseOf([CARD])).toBeNull();
  });
});

describe('the end in words', () => {
  test('names the round of a match that ended before its last', () => {
    expect(finishLabel({ ...CARD, round: 4, rounds: 5 })).toBe('finished in round 4 (last: 4)');
    expect(finishLabel({ ...CARD, round: 5, rounds: 5 })).toBe('finished');
    expect(finishLabel({ ...CARD, round: 5, rounds: 5, fault: 'Its tournament was cancelled.' })).toBe(
      'finished, not counted in any results',
    );
  });
});
