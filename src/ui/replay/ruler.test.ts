import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeRuler } from './ruler';

const FINISHED = makeRuler([0, 0, 0, 1, 1, 2, 2, 2], 2, true);

describe('the ruler of a match', () => {
  it('gives every round the same width, however much happened in it', () => {
    expect(FINISHED.edgeOf(1) - FINISHED.edgeOf(0)).toBeCloseTo(FINISHED.edgeOf(2) - FINISHED.edgeOf(1));
    expect(FINISHED.placeOf(4)).toBeGreaterThan(FINISHED.edgeOf(1));
    expect(FINISHED.placeOf(5)).toBeLessThan(FINISHED.edgeOf(2));
  });

  it('knows the first event of each round, and of a round to come the newest', () => {
    expect([0, 1, 2, 7].map(FINISHED.startOf)).toEqual([1, 4, 6, 6]);
    expect([1, 4, 8].map(FINISHED.roundOf)).toEqual([0, 1, 2]);
  });

  it('leaves room to the right of the newest event while the round runs', () => {
    const running = makeRuler([0, 0, 0, 0, 1], 5, false);
    expect(running.placeOf(5)).toBeLessThan(running.edgeOf(2) - 0.05);
  });

  it('finds the event under any place, in order', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(lengths, fc.boolean(), (rounds, over) => {
        const ruler = makeRuler(
          rounds.flatMap((length, round) => Array<number>(length).fill(round)),
          rounds.length,
          over,
        );
        const head = rounds.reduce((sum, length) => sum + length, 0);
        for (let seq = 1; seq <= head; seq += 1) expect(ruler.seqAt(ruler.placeOf(seq))).toBe(seq);
      }),
    );
  });
});
