import { describe, expect, test } from 'vitest';
import { curveShape } from './curve-path';

describe('the shape of a live curve', () => {
  test('begins at zero on the left and has grown as far as rounds have ended', () => {
    const shape = curveShape([0.5, 1], 4);
    expect(shape.path.startsWith(`M0 ${shape.zero}L25 `)).toBe(true);
    expect(shape.end).toEqual({ x: 50, y: 8 });
  });

  test('reaches the right edge with the last round, and not beyond it', () => {
    expect(curveShape([0.1, 0.2, 0.3], 3).end?.x).toBe(100);
    expect(curveShape([0.1, 0.2, 0.3, 0.4], 3).end?.x).toBe(100);
  });

  test('keeps zero within the box when all is lost', () => {
    const shape = curveShape([-1], 3);
    expect(shape.zero).toBeGreaterThanOrEqual(8);
    expect(shape.end?.y).toBe(92);
    expect(shape.end?.y).toBeGreaterThan(shape.zero);
  });

  test('does not make a leap of a small first step', () => {
    const shape = curveShape([0.01], 3);
    expect(shape.zero - (shape.end?.y ?? 0)).toBeLessThan(5);
  });

  test('has no end before the first round has', () => {
    expect(curveShape([], 3)).toMatchObject({ end: null, zero: 92 });
  });
});
