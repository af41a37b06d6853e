import { describe, expect, it } from 'vitest';
import type { Frame } from '~/live/protocol';
import { EMPTY_REEL, headOf, type Reel, viewAt, wind } from './reel';

interface Counter {
  count: number;
}

function frame(seq: number): Frame {
  const op = seq === 1 ? 'add' : 'replace';
  return { seq, event: null, patch: [{ op, path: '/count', value: seq }] };
}

function wound(...seqs: number[]): Reel<Counter> {
  return wind<Counter>(EMPTY_REEL, seqs.map(frame)).reel;
}

describe('winding frames', () => {
  it('keeps a view for every frame', () => {
    expect(wound(1, 2, 3).views).toEqual([{ count: 1 }, { count: 2 }, { count: 3 }]);
  });

  it('passes over frames it has', () => {
    const reel = wound(1, 2);
    const again = wind(reel, [frame(2), frame(1)]);
    expect(again.reel).toBe(reel);
    expect(again.rest).toEqual([]);
  });

  it('hands back what came too early, and takes it once the gap is filled', () => {
    const { reel, rest } = wind(wound(1), [frame(4), frame(2)]);
    expect(headOf(reel)).toBe(2);
    expect(rest.map((one) => one.seq)).toEqual([4]);
    const filled = wind(reel, [frame(3), ...rest]);
    expect(headOf(filled.reel)).toBe(4);
    expect(filled.rest).toEqual([]);
  });

  it('answers with the nearest view', () => {
    const reel = wound(1, 2, 3);
    expect(viewAt(reel, 2)).toEqual({ count: 2 });
    expect(viewAt(reel, 99)).toEqual({ count: 3 });
    expect(viewAt(EMPTY_REEL, 1)).toBeNull();
  });
});
