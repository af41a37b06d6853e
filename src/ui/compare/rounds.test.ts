import { describe, expect, it } from 'vitest';
import { earnedBy } from '~/games/gpu-market/classic/screens/reward-measure';
import { endOfRound, framesOf, lastRound } from './rounds';

const ROUNDS = [0, 0, 0, 1, 2, 2];
const RECORD = { frames: ROUNDS.map((_, place) => ({ seq: place + 1, event: null, patch: [] })), rounds: ROUNDS };

describe('a match round by round', () => {
  it('knows the last event of each round', () => {
    expect([0, 1, 2, 9].map((round) => endOfRound(RECORD, round))).toEqual([3, 4, 6, 6]);
    expect(lastRound(RECORD)).toBe(2);
  });

  it('cuts the record at the rounds', () => {
    expect(framesOf(RECORD, 0).map((frame) => frame.seq)).toEqual([1, 2, 3]);
    expect(framesOf(RECORD, 1).map((frame) => frame.seq)).toEqual([4]);
    expect(framesOf(RECORD, 9)).toEqual([]);
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
