import { describe, expect, it } from 'vitest';
import { type Box, nearest } from './board-keys';

const at = (x: number, y: number): Box => ({ left: x, right: x + 40, top: y, bottom: y + 16 });

describe('arrow keys on a board', () => {
  const row = [at(50, 0), at(100, 0), at(0, 40), at(160, 42)];

  it('goes to the next thing in the row before anything in another row', () => {
    expect(nearest(at(0, 0), row, 'right')).toBe(0);
    expect(nearest(at(100, 0), row, 'left')).toBe(0);
  });

  it('goes down to what lies below, not to what lies far aside', () => {
    expect(nearest(at(0, 0), row, 'down')).toBe(2);
  });

  it('stays where it is at the edge', () => {
    expect(nearest(at(0, 0), [at(50, 0)], 'left')).toBeNull();
    expect(nearest(at(0, 0), [], 'up')).toBeNull();
  });
});
