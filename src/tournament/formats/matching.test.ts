import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestMatching } from './matching';

/** By trying everything: the first vertex stays alone, or goes with one of the others. */
function most(left: readonly number[], edges: ReadonlySet<string>): number {
  const [first, ...rest] = left;
  if (first === undefined) return 0;
  const pairs = rest.filter((other) => edges.has(`${first} ${other}`));
  const alone = most(rest, edges);
  return Math.max(
    alone,
    ...pairs.map(
      (other) =>
        1 +
        most(
          rest.filter((one) => one !== other),
          edges,
        ),
    ),
  );
}

test('as many pairs as trying everything finds, each of two who may be one', () => {
  const graph = fc.integer({ min: 1, max: 8 }).chain((n) => {
    const all = Array.from({ length: n }, (_, a) => Array.from({ length: n - a - 1 }, (__, i) => `${a} ${a + 1 + i}`)).flat();
    return fc.tuple(fc.constant(n), fc.subarray(all));
  });
  fc.assert(
    fc.property(graph, ([n, list]) => {
      const edges = new Set(list);
      const joined = (a: number, b: number) => edges.has(`${Math.min(a, b)} ${Math.max(a, b)}`);
      const partners = largestMatching(n, joined);
      for (const [one, other] of partners.entries()) {
        if (other === -1) continue;
        expect(partners[other]).toBe(one);
        expect(joined(one, other)).toBe(true);
      }
      expect(partners.filter((one) => one !== -1).length / 2).toBe(most([...Array(n).keys()], edges));
    }),
    { numRuns: 400 },
  );
});

test('an odd circle with a tail: the flower that a plain search misses', () => {
  const edges = ['0 1', '1 2', '2 3', '3 4', '2 4', '4 5'];
  const partners = largestMatching(6, (a, b) => edges.includes(`${Math.min(a, b)} ${Math.max(a, b)}`));
  expect(partners).not.toContain(-1);
});
