/** Two entrants on the same worlds: the mean difference, its interval, how sure it is, and how many worlds would settle it. */
import { mean, sampleStd, sfc32 } from '~/eval/statistics';
import { intervalsOf } from './bootstrap';
import { entrantsOf, type MatchResult } from './results';

export interface PairedDifference {
  a: string;
  b: string;
  /** Mean of a's score less b's, over worlds that both played. */
  difference: number;
  /** 95% percentile bootstrap; null below two worlds. */
  interval: [number, number] | null;
  worlds: number;
  /** Two-sided sign-flip permutation test (Fisher 1935): exact up to 16 worlds, else 20,000 seeded draws; null below two worlds. */
  p: number | null;
  /** The same after Holm's correction over all pairs of the table. */
  holm: number | null;
  /** About so many more worlds for this lead to be significant at 5% with a power of 80%; 0: it is; null: no lead, or too few worlds. */
  more: number | null;
}

const EXACT_UP_TO = 16;
const DRAWS = 20_000;
const SEED = 20_263;
/** Standard normal quantiles of .975 and .8. */
const SIZE_AND_POWER = 1.959_963_985 + 0.841_621_234;

/** By entrant, its mean score in each world it played. */
export type WorldScores = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Every pair of entrants that met the same worlds. */
export function pairedDifferences(results: readonly MatchResult[]): PairedDifference[] {
  const names = entrantsOf(results);
  const scores = new Map(names.map((name) => [name, scoresByWorld(results, name)]));
  return comparePairs(
    scores,
    names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const)),
  );
}

/** These pairs; Holm's correction is over all of them. */
export function comparePairs(scores: WorldScores, pairs: readonly (readonly [string, string])[]): PairedDifference[] {
  const values = pairs.map(([a, b]) => differences(scores.get(a), scores.get(b)));
  const intervals = intervalsOf(values);
  const rows = pairs.map(([a, b], i) => compare(a, b, { values: values[i] ?? [], interval: intervals[i] ?? null }));
  const corrected = holm(rows.map((row) => row.p));
  return rows.map((row, i) => ({ ...row, holm: corrected[i] ?? null, more: row.p === null ? null : row.more }));
}

/** Holm's step-down procedure (1979): adjusted p-values in the order given; null stays null and counts for nothing. */
export function holm(values: readonly (number | null)[]): (number | null)[] {
  const known = values.flatMap((p, index) => (p === null ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
  const adjusted: (number | null)[] = values.map(() => null);
  let most = 0;
  for (const [rank, { p, index }] of known.entries()) {
    most = Math.max(most, Math.min(1, p * (known.length - rank)));
    adjusted[index] = most;
  }
  return adjusted;
}

/** About how many more values like these until their mean is told from 0 (normal approximation); null where it cannot be said. */
export function moreNeeded(values: readonly number[]): number | null {
  const spread = sampleStd(values);
  const centre = values.length === 0 ? 0 : mean(values);
  if (spread === null || centre === 0) return null;
  return Math.max(0, Math.ceil(((SIZE_AND_POWER * spread) / centre) ** 2) - values.length);
}

/** Two-sided: how often random signs bring a sum as far from 0; null below two values. */
export function signFlipP(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const observed = Math.abs(values.reduce((total, one) => total + one, 0)) * (1 - 1e-12);
  return values.length <= EXACT_UP_TO ? exactP(values, observed) : drawnP(values, observed);
}

function exactP(values: readonly number[], observed: number): number {
  const sums = signedSums(values);
  let asFar = 0;
  for (const sum of sums) if (Math.abs(sum) >= observed) asFar += 1;
  return asFar / sums.length;
}

/** The sums under all choices of signs. */
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
 * With the observed one among them, so that it is never 0 (Phipson and Smyth 2010). Signs are drawn eight at a time, whose sums are known
 * beforehand; a number that is drawn has signs for four times eight.
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

function compare(a: string, b: string, on: { values: readonly number[]; interval: [number, number] | null }): PairedDifference {
  const { values, interval } = on;
  const difference = values.length === 0 ? 0 : mean(values);
  return { a, b, difference, interval, worlds: values.length, p: signFlipP(values), holm: null, more: moreNeeded(values) };
}

/** An entrant's mean score in each world it played. */
function scoresByWorld(results: readonly MatchResult[], entrant: string): Map<string, number> {
  const found = new Map<string, number[]>();
  for (const { world, scores } of results) {
    for (const one of scores) if (one.entrant === entrant) found.set(world, [...(found.get(world) ?? []), one.score]);
  }
  return new Map([...found].map(([world, values]) => [world, mean(values)]));
}

/** In order of the worlds' names: the same results give the same figures whatever order they ended in. */
function differences(a: ReadonlyMap<string, number> = new Map(), b: ReadonlyMap<string, number> = new Map()): number[] {
  return [...a.keys()].sort().flatMap((world) => {
    const [one, other] = [a.get(world), b.get(world)];
    return one === undefined || other === undefined ? [] : [one - other];
  });
}
