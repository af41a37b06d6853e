import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allGroups, choose, cyclicBlocks, groupsOf, MOST_GROUPS } from './round-robin';

test('all groups of k, as many as there are, none twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (n, k) => {
      const groups = allGroups(n, k);
      expect(groups).toHaveLength(choose(n, k));
      expect(new Set(groups.map((group) => group.join())).size).toBe(groups.length);
      for (const group of groups) expect(new Set(group).size).toBe(k);
    }),
  );
});

test('blocks have everybody in equally many, every two in one, and nobody twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 64 }), fc.integer({ min: 2, max: 16 }), (n, size) => {
      const k = Math.min(size, n - 1);
      const blocks = cyclicBlocks(n, k);
      const seats = Array.from({ length: n }, () => 0);
      const pairs = new Set<string>();
      for (const block of blocks) {
        expect(new Set(block).size).toBe(k);
        for (const one of block) {
          seats[one] = (seats[one] ?? 0) + 1;
          for (const other of block) if (one < other) pairs.add(`${one} ${other}`);
        }
      }
      expect(new Set(seats).size).toBe(1);
      expect(pairs.size).toBe(choose(n, 2));
    }),
    { numRuns: 60 },
  );
});

test('too many groups become blocks', () => {
  expect(choose(40, 8)).toBeGreaterThan(MOST_GROUPS);
  expect(groupsOf(40, 8).length).toBeLessThan(MOST_GROUPS);
  expect(groupsOf(8, 4)).toHaveLength(70);
});
