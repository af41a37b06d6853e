/** Two entrants in the same worlds: mean difference, interval, significance, and how many more worlds would settle it. */
import { mean, sampleStd, sfc32 } from './basics';
import { intervalsOf } from './bootstrap';
import { upperQuantile, upperTail } from './normal';
import { entrantsOf, type MatchResult } from './results';

export interface PairedDifference {
  a: string;
  b: string;
  /** Mean of a's score minus b's, over worlds that both played. */
  difference: number;
  /** 95% percentile bootstrap; null below two worlds. */
  interval: [number, number] | null;
  worlds: number;
  /**
   * Two-sided sign-flip permutation test (Fisher 1935): exact up to 16 worlds, otherwise 20,000 seeded draws, or a bound if no draw was as
   * extreme; null below two worlds.
   */
  p: number | null;
  /** After Holm's correction over all pairs of the table. */
  holm: number | null;
  /**
   * Approximate number of further worlds for this lead to be significant at 5% after Holm's correction, with a power of 80%; 0: it is, or
   * nearly is; null: no lead, or too few worlds.
   */
  more: number | null;
}

const EXACT_UP_TO = 16;
const DRAWS = 20_000;
const SEED = 20_263;
const SIZE = 0.05;
const POWER = 0.8;
/** The maximum ratio of the tail probabilities of a weighted sum of random signs and of a normal number (`boundOnP`). */
const SIGNS_TO_NORMAL = 1 / (4 * upperTail(Math.SQRT2));

/** Two entrants, and a's score minus b's in each world that both played. */
export interface PairedValues {
  a: string;
  b: string;
  values: readonly number[];
}

/** Every pair of entrants with common worlds. */
export function pairedDifferences(results: readonly MatchResult[]): PairedDifference[] {
  const names = entrantsOf(results);
  const scores = new Map(names.map((name) => [name, scoresByWorld(results, name)]));
  return comparePairs(
    names.flatMap((a, i) => names.slice(i + 1).map((b) => ({ a, b, values: differences(scores.get(a), scores.get(b)) }))),
  );
}

/** Compares these pairs; Holm's correction covers all of them. */
export function comparePairs(pairs: readonly PairedValues[]): PairedDifference[] {
  const intervals = intervalsOf(pairs.map(({ values }) => values));
  const found = pairs.map(({ values }) => signFlipP(values));
  const corrected = holm(found);
  const levels = holmLevels(found);
  return pairs.map(({ a, b, values }, i) => {
    const [p, level] = [found[i] ?? null, levels[i] ?? null];
    const difference = values.length === 0 ? 0 : mean(values);
    const isSure = (corrected[i] ?? 1) < SIZE;
    const more = isSure ? 0 : level === null ? null : moreNeeded(values, level);
    return { a, b, difference, interval: intervals[i] ?? null, worlds: values.length, p, holm: corrected[i] ?? null, more };
  });
}

/** Holm's step-down procedure (1979): adjusted p-values in the given order; null stays null and does not count. */
export function holm(values: readonly (number | null)[]): (number | null)[] {
  const adjusted: (number | null)[] = values.map(() => null);
  let most = 0;
  for (const { p, index, left } of stepsDown(values)) {
    most = Math.max(most, Math.min(1, p * left));
    adjusted[index] = most;
  }
  return adjusted;
}

/** The level for each at its step of Holm's procedure: 5% divided by the number of remaining pairs. */
function holmLevels(values: readonly (number | null)[]): (number | null)[] {
  const levels: (number | null)[] = values.map(() => null);
  for (const { index, left } of stepsDown(values)) levels[index] = SIZE / left;
  return levels;
}

/** From the smallest p up. `left`: how many remain from it on, with ties together. */
function stepsDown(values: readonly (number | null)[]): { p: number; index: number; left: number }[] {
  const known = values.flatMap((p, index) => (p === null ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
  let first = 0;
  return known.map((one, rank) => {
    if (known[first]?.p !== one.p) first = rank;
    return { ...one, left: known.length - first };
  });
}

/**
 * Approximate number of further values like these until their mean is significant at `level` (two-sided; normal approximation, but at least
 * as many as the exact test needs for so small a p); null if unknown.
 */
export function moreNeeded(values: readonly number[], level = SIZE): number | null {
  const spread = sampleStd(values);
  const centre = values.length === 0 ? 0 : mean(values);
  if (spread === null || centre === 0) return null;
  // Draws cannot show a smaller p; then the bound decides, which needs more.
  const asked = level < 1 / (DRAWS + 1) ? level / SIGNS_TO_NORMAL : level;
  const wanted = (((upperQuantile(asked / 2) + upperQuantile(1 - POWER)) * spread) / centre) ** 2;
  const fewest = 1 + Math.log2(1 / level);
  return Math.max(0, Math.ceil(Math.max(wanted, fewest)) - values.length);
}

/** Two-sided: how often random signs give a sum at least as far from 0; null below two values. */
export function signFlipP(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const observed = Math.abs(values.reduce((total, one) => total + one, 0)) * (1 - 1e-12);
  if (values.length <= EXACT_UP_TO) return exactP(values, observed);
  const drawn = drawnP(values, observed);
  return drawn > 1 / (DRAWS + 1) ? drawn : Math.min(drawn, boundOnP(values, observed));
}

/**
 * An upper bound of the exact p (Bentkus and Dzindzalieta 2015, "A tight Gaussian bound for weighted sums of Rademacher random variables").
 * Used if no draw was as extreme, because with thousands of pairs, Holm's correction requires a smaller p than draws can show.
 */
export function boundOnP(values: readonly number[], observed: number): number {
  const spread = Math.sqrt(values.reduce((total, one) => total + one * one, 0));
  return spread === 0 ? 1 : Math.min(1, 2 * SIGNS_TO_NORMAL * upperTail(observed / spread));
}

function exactP(values: readonly number[], observed: number): number {
  const sums = signedSums(values);
  let asFar = 0;
  for (const sum of sums) if (Math.abs(sum) >= observed) asFar += 1;
  return asFar / sums.length;
}

/** The sums for all combinations of signs. */
function signedSums(values: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** values.length);
  let filled = 1;
  for (const value of values) {
    for (let i = 0; i < filled; i += 1) {
      const sum = sums[i] ?? 0;
      sums[i] = sum - value;
      sums[filled + i] = sum + value;
    }
    filled *= 2;
  }
  return sums;
}

/**
 * Includes the observed sum, so that it is never 0 (Phipson and Smyth 2010). Signs are drawn eight at a time with precomputed sums; one
 * random number provides four groups of eight.
 */
function drawnP(values: readonly number[], observed: number): number {
  const next = sfc32(SEED);
  const eights = Math.ceil(values.length / 8);
  const sums = new Float64Array(256 * eights);
  for (let i = 0; i < eights; i += 1) {
    const eight = Array.from({ length: 8 }, (_, at) => values[8 * i + at] ?? 0);
    sums.set(signedSums(eight), 256 * i);
  }
  let asFar = 1;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    let sum = 0;
    let bits = 0;
    for (let i = 0; i < eights; i += 1) {
      bits = i % 4 === 0 ? next() * 2 ** 32 : bits >>> 8;
      sum += sums[256 * i + (bits & 255)] ?? 0;
    }
    if (Math.abs(sum) >= observed) asFar += 1;
  }
  return asFar / (DRAWS + 1);
}

/** An entrant's mean score in each world it played. */
function scoresByWorld(results: readonly MatchResult[], entrant: string): Map<string, number> {
  const found = new Map<string, number[]>();
  for (const { world, scores } of results) {
    for (const one of scores) if (one.entrant === entrant) found.set(world, [...(found.get(world) ?? []), one.score]);
  }
  return new Map([...found].map(([world, values]) => [world, mean(values)]));
}

/** Sorted by world name, so that the figures do not depend on the order in which matches ended. */
function differences(a: ReadonlyMap<string, number> = new Map(), b: ReadonlyMap<string, number> = new Map()): number[] {
  return [...a.keys()].sort().flatMap((world) => {
    const [one, other] = [a.get(world), b.get(world)];
    return one === undefined || other === undefined ? [] : [one - other];
  });
}
