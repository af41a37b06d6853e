import { activeIn, type Format, type Meeting, ownersClash, type Situation } from './situation';

/** Everyone meets everyone once. */
export const roundRobin: Format = {
  draw: (situation) => (situation.stage > 0 ? 'over' : everybodyMeets(situation)),
  points: () => null,
};

/**
 * All groups of the table's size among the participants (balanced blocks if there are too many), except groups with two entrants of one
 * owner.
 */
export function everybodyMeets(situation: Situation): Meeting[] {
  const names = activeIn(situation.entrants, situation.stage).map(({ name }) => name);
  const size = Math.min(situation.plan.tableSize, names.length);
  const groups = groupsOf(names.length, size).map((group) => group.flatMap((i) => names[i] ?? []));
  return groups.filter((group) => !ownersClash(situation, group));
}

/** Groups of k entrants: all of them or, if there are too many, blocks in which everyone plays equally often. */

/** Up to this many groups, all are played. */
export const MOST_GROUPS = 5_000;

/** The binomial coefficient: n choose k. */
export function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= Math.min(k, n - k); i += 1) ways = (ways * (n - i + 1)) / i;
  return k > n ? 0 : Math.round(ways);
}

/** Groups of k of `0..n-1`, each in ascending order. */
export function groupsOf(n: number, k: number): number[][] {
  return choose(n, k) <= MOST_GROUPS ? allGroups(n, k) : cyclicBlocks(n, k);
}

/** All of them, in lexical order. */
export function allGroups(n: number, k: number): number[][] {
  if (k === 0) return [[]];
  const groups: number[][] = [];
  for (let first = 0; first <= n - k; first += 1) {
    for (const rest of allGroups(n - first - 1, k - 1)) groups.push([first, ...rest.map((one) => one + first + 1)]);
  }
  return groups;
}

/**
 * Base blocks rotated around a circle of n, enough that each distance on the circle occurs in one of them: everyone is in equally many
 * blocks, and every two meet. Base blocks are found greedily.
 */
export function cyclicBlocks(n: number, k: number): number[][] {
  const missing = new Set(Array.from({ length: Math.floor(n / 2) }, (_, i) => i + 1));
  const blocks = new Map<string, number[]>();
  while (missing.size > 0) {
    const base = baseBlock(n, k, missing);
    for (const one of base) for (const other of base) missing.delete(distance(one, other, n));
    for (let turn = 0; turn < n; turn += 1) {
      const block = base.map((one) => (one + turn) % n).sort((a, b) => a - b);
      blocks.set(block.join(), block);
    }
  }
  return [...blocks.values()];
}

/** Starts with a missing distance, then repeatedly adds the element that covers the most missing ones. */
function baseBlock(n: number, k: number, missing: ReadonlySet<number>): number[] {
  const block = [0, Math.min(...missing)];
  while (block.length < k) {
    let best = -1;
    let most = -1;
    for (let one = 1; one < n; one += 1) {
      if (block.includes(one)) continue;
      const brought = new Set(block.map((other) => distance(one, other, n)).filter((far) => missing.has(far))).size;
      if (brought > most) [best, most] = [one, brought];
    }
    block.push(best);
  }
  return block.slice(0, k);
}

function distance(a: number, b: number, n: number): number {
  const gap = Math.abs(a - b);
  return Math.min(gap, n - gap);
}
