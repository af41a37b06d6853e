import { describe, expect, it } from 'vitest';
import { earnedBy } from '../match/classic/reward-measure';
import type { StageView } from '../match/match-parts';
import type { Reel } from '../replay/reel';
import { endOfRound, framesOf, lastRound } from './rounds';

const ROUNDS = [0, 0, 0, 1, 2, 2];
const REEL = {
  frames: ROUNDS.map((_, place) => ({ seq: place + 1, event: null, patch: [] })),
  views: ROUNDS.map((round_index) => ({ round_index })),
} as unknown as Reel<StageView>;

describe('a match round by round', () => {
  it('knows the last event of each round', () => {
    expect([0, 1, 2, 9].map((round) => endOfRound(REEL, round))).toEqual([3, 4, 6, 6]);
    expect(lastRound(REEL)).toBe(2);
  });

  it('cuts the record at the rounds', () => {
    expect(framesOf(REEL, 0).map((frame) => frame.seq)).toEqual([1, 2, 3]);
    expect(framesOf(REEL, 1).map((frame) => frame.seq)).toEqual([4]);
    expect(framesOf(REEL, 9)).toEqual([]);
  });

  it('says what had been earned by then', () => {
    const curve = [
      { round_index: 0, reward: 0.1, cumulative: 0.1 },
      { round_index: 2, reward: -0.3, cumulative: -0.2 },
    ];
    expect([0, 1, 2].map((round) => earnedBy(curve, round))).toEqual([0.1, 0.1, -0.2]);
    expect(earnedBy([], 3)).toBe(0);
  });
});
