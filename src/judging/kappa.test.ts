import { describe, expect, it } from 'vitest';
import { estimate } from './agreement';
import { weightedKappa } from './calibrate';

/** From a table of counts, a row for each mark of the first judge. */
function pairsOf(table: number[][]): [number, number][] {
  return table.flatMap((row, a) => row.flatMap((count, b) => Array.from({ length: count }, (): [number, number] => [a, b])));
}

describe('weighted kappa', () => {
  it('is one less observed over expected squared differences', () => {
    const first = [0, 1, 2, 2, 4, 3, 1, 0, 4, 2];
    const second = [0, 2, 2, 1, 3, 3, 1, 1, 4, 4];
    const pairs = first.map((mark, i): [number, number] => [mark, second[i] ?? 0]);
    const expected = first.flatMap((a) => second.map((b) => (a - b) ** 2)).reduce((sum, one) => sum + one, 0) / 100;
    const observed = pairs.reduce((sum, [a, b]) => sum + (a - b) ** 2, 0) / 10;
    expect(estimate(weightedKappa(pairs, 5)).value).toBeCloseTo(1 - observed / expected, 12);
  });

  it('is 1 for the same marks, 0 for independent ones, below 0 for opposite ones', () => {
    expect(
      estimate(
        weightedKappa(
          pairsOf([
            [5, 0],
            [0, 5],
          ]),
          2,
        ),
      ).value,
    ).toBe(1);
    expect(
      estimate(
        weightedKappa(
          pairsOf([
            [4, 4],
            [4, 4],
          ]),
          2,
        ),
      ).value,
    ).toBeCloseTo(0, 12);
    expect(
      estimate(
        weightedKappa(
          pairsOf([
            [0, 5],
            [5, 0],
          ]),
          2,
        ),
      ).value,
    ).toBe(-1);
  });

  it('with two marks is plain kappa: 0.4 for the textbook’s 20, 5, 10, 15', () => {
    const found = estimate(
      weightedKappa(
        pairsOf([
          [20, 5],
          [10, 15],
        ]),
        2,
      ),
    );
    expect(found.value).toBeCloseTo(0.4, 12);
    const [low, high] = found.interval ?? [0, 0];
    expect(low).toBeLessThan(0.4);
    expect(high).toBeGreaterThan(0.4);
  });

  it('is not defined where both give one mark alone', () => {
    expect(
      estimate(
        weightedKappa(
          pairsOf([
            [5, 0],
            [0, 0],
          ]),
          2,
        ),
      ).value,
    ).toBeNull();
  });
});
