/** Two entrants on the same worlds: the mean difference, its interval, how sure it is, and how many worlds would settle it. */
import { bootstrapMean, mean, sampleStd, sfc32 } from '~/eval/statistics';
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

/** Every pair of entrants that met the same worlds. */
export function pairedDifferences(results: readonly MatchResult[]): PairedDifference[] {
  const names = entrantsOf(results);
  const means = new Map(names.map((name) => [name, scoresByWorld(results, name)]));
  const rows = names.flatMap((a, i) => names.slice(i + 1).map((b) => compare(a, b, differences(means.get(a), means.get(b)))));
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
  const all = 2 ** values.length;
  let asFar = 0;
  for (let signs = 0; signs < all; signs += 1) {
    let sum = 0;
    for (const [i, value] of values.entries()) sum += (signs >> i) & 1 ? value : -value;
    if (Math.abs(sum) >= observed) asFar += 1;
  }
  return asFar / all;
}

/** With the observed one among them, so that it is never 0 (Phipson and Smyth 2010). */
function drawnP(values: readonly number[], observed: number): number {
  const next = sfc32(SEED);
  let asFar = 1;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    let sum = 0;
    for (const value of values) sum += next() < 0.5 ? value : -value;
    if (Math.abs(sum) >= observed) asFar += 1;
  }
  return asFar / (DRAWS + 1);
}

function compare(a: string, b: string, values: readonly number[]): PairedDifference {
  const difference = values.length === 0 ? 0 : mean(values);
  return {
    a,
    b,
    difference,
    interval: bootstrapMean(values),
    worlds: values.length,
    p: signFlipP(values),
    holm: null,
    more: moreNeeded(values),
  };
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
