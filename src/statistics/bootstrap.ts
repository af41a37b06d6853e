/** Bootstrap intervals of many means together: lists of the same length share their draws. */
import { type Bootstrap, mean, sfc32 } from './basics';
import { FEWEST_WORLDS, FIRST_STATISTICS, LEAST_ERROR, type StatisticsMethod } from './methods';

/** Number of lists per batch, so that they fit into the processor's cache. */
const AT_ONCE = 64;

/** Settings for tables, which have many intervals and are recomputed as matches end. */
export const BOOTSTRAP_OF_TABLE: Bootstrap = { method: 'percentile', level: 0.95, resamples: 2_000, seed: 20_260 };

/** null: too few values, or too many are equal. */
export type Interval = [number, number] | null;

/**
 * The interval of each list's mean. percentile-1: the same as `bootstrapMean` with these settings; null for fewer than two values.
 * bootstrap-t-2:
 * symmetric bootstrap-t (Hall 1988) from the same draws; null below eight values, and if one resample in twenty has no spread.
 * bootstrap-t-3: a resample's standard error is at least a quarter of the list's, so that all have a spread; null if the list has none.
 */
export function intervalsOf(lists: readonly ArrayLike<number>[], method: StatisticsMethod = FIRST_STATISTICS): Interval[] {
  const isPercentile = method === 'percentile-1';
  const least = isPercentile ? 2 : FEWEST_WORLDS;
  const found: Interval[] = lists.map(() => null);
  const byLength = new Map<number, number[]>();
  for (const [i, { length }] of lists.entries()) {
    if (length < least) continue;
    const members = byLength.get(length);
    if (members) members.push(i);
    else byLength.set(length, [i]);
  }
  for (const members of byLength.values()) {
    for (let from = 0; from < members.length; from += AT_ONCE) {
      const chunk = members.slice(from, from + AT_ONCE);
      const own = chunk.map((i) => lists[i] ?? []);
      const intervals = isPercentile ? resample(own) : resampleT(own, LEAST_ERROR[method] ?? 0);
      for (const [at, i] of chunk.entries()) found[i] = intervals[at] ?? null;
    }
  }
  return found;
}

function resample(lists: readonly ArrayLike<number>[]): [number, number][] {
  const { level, resamples, seed } = BOOTSTRAP_OF_TABLE;
  const width = lists.length;
  const n = lists[0]?.length ?? 0;
  const values = Float64Array.from({ length: n * width }, (_, at) => lists[at % width]?.[Math.floor(at / width)] ?? 0);
  const means = lists.map(() => new Float64Array(resamples));
  const sums = new Float64Array(width);
  const draws = drawsOf(n, resamples, seed);
  for (let resample = 0; resample < resamples; resample += 1) {
    addUp(values, draws(resample), sums);
    for (const [list, mean] of means.entries()) mean[resample] = (sums[list] ?? 0) / n;
  }
  const tail = (1 - level) / 2;
  return means.map((one) => [quantileOf(one, tail), quantileOf(one, 1 - tail)]);
}

/** Squares this much smaller than the spread are rounding errors. */
const NO_SPREAD = 1e-18;

/**
 * mean ± q s/√n, where in 95% of all resamples the mean differs from the list's by at most q of the resample's standard errors. Lists are
 * first shifted to mean 0, so that sums of squares stay accurate.
 */
function resampleT(lists: readonly ArrayLike<number>[], leastError: number): Interval[] {
  const { level, resamples, seed } = BOOTSTRAP_OF_TABLE;
  const width = lists.length;
  const n = lists[0]?.length ?? 0;
  const centers = lists.map((list) => mean(Array.from(list)));
  // Each list twice: its values, and their squares next to them.
  const values = new Float64Array(2 * n * width);
  const spreads = new Float64Array(width);
  for (const [at, list] of lists.entries()) {
    for (let i = 0; i < n; i += 1) {
      const value = (list[i] ?? 0) - (centers[at] ?? 0);
      values[2 * width * i + at] = value;
      values[2 * width * i + width + at] = value * value;
      spreads[at] = (spreads[at] ?? 0) + value * value;
    }
  }
  const ratios = lists.map(() => new Float64Array(resamples));
  const sums = new Float64Array(2 * width);
  const draws = drawsOf(n, resamples, seed);
  for (let resample = 0; resample < resamples; resample += 1) {
    addUp(values, draws(resample), sums);
    for (const [list, ratio] of ratios.entries()) {
      const sum = sums[list] ?? 0;
      const spread = spreads[list] ?? 0;
      const squares = Math.max((sums[width + list] ?? 0) - (sum * sum) / n, leastError ** 2 * spread);
      ratio[resample] = squares > NO_SPREAD * spread ? Math.abs(sum) / Math.sqrt(squares) : Number.POSITIVE_INFINITY;
    }
  }
  return ratios.map((ratio, list): Interval => {
    const reach = (quantileOf(ratio, level) * Math.sqrt(spreads[list] ?? 0)) / n;
    const center = centers[list] ?? 0;
    return Number.isFinite(reach) ? [center - reach, center + reach] : null;
  });
}

/** A table has many lists of one length, so their draws are cached if they are small enough (32 MB). */
const MOST_KEPT = 16_000_000;
let kept: { n: number; counts: Uint16Array } = { n: 0, counts: new Uint16Array(0) };

/** By resample, how often each of n values is drawn. */
function drawsOf(n: number, resamples: number, seed: number): (resample: number) => Uint16Array {
  const next = sfc32(seed);
  if (n * resamples > MOST_KEPT) {
    const counts = new Uint16Array(n);
    return () => countDraws(counts.fill(0), next);
  }
  if (kept.n !== n) {
    const counts = new Uint16Array(n * resamples);
    for (let from = 0; from < counts.length; from += n) countDraws(counts.subarray(from, from + n), next);
    kept = { n, counts };
  }
  const { counts } = kept;
  return (resample) => counts.subarray(resample * n, (resample + 1) * n);
}

function countDraws(counts: Uint16Array, next: () => number): Uint16Array {
  const n = counts.length;
  for (let draw = 0; draw < n; draw += 1) {
    const at = Math.floor(next() * n);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

function addUp(values: Float64Array, counts: Uint16Array, sums: Float64Array): void {
  const width = sums.length;
  sums.fill(0);
  for (let i = 0; i < counts.length; i += 1) {
    const times = counts[i] ?? 0;
    if (times === 0) continue;
    const row = i * width;
    for (let list = 0; list < width; list += 1) sums[list] = (sums[list] ?? 0) + times * (values[row + list] ?? 0);
  }
}

/** The same q-quantile as `quantile`, without sorting. Reorders `values`. */
export function quantileOf(values: Float64Array, q: number): number {
  const place = (values.length - 1) * q;
  const below = Math.floor(place);
  const low = select(values, below);
  let high = low;
  for (let i = below + 1; i < values.length; i += 1) high = i === below + 1 ? (values[i] ?? low) : Math.min(high, values[i] ?? high);
  return low + (high - low) * (place - below);
}

/** Hoare's selection: afterwards, the value at `k` is the one that sorting would put there, with smaller ones before it. */
function select(values: Float64Array, k: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1] ?? 0;
    let i = low;
    let j = high;
    while (i <= j) {
      while ((values[i] ?? 0) < pivot) i += 1;
      while ((values[j] ?? 0) > pivot) j -= 1;
      if (i > j) break;
      const held = values[i] ?? 0;
      values[i] = values[j] ?? 0;
      values[j] = held;
      i += 1;
      j -= 1;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else break;
  }
  return values[k] ?? Number.NaN;
}
