/** Basic statistics of evaluation reports, by their textbook definitions. */

/** The settings of an interval, printed with every report. */
export interface Bootstrap {
  method: 'percentile' | 'bootstrap-t-2' | 'bootstrap-t-3';
  level: number;
  resamples: number;
  seed: number;
}

/** With many values, intervals and their Monte Carlo errors are small, so that fewer resamples suffice in a fifth of the time. */
const MANY_VALUES = 1_000;

/** The settings for a report with `n` values per row. */
export function bootstrapFor(n: number): Bootstrap {
  return { method: 'percentile', level: 0.95, resamples: n > MANY_VALUES ? 2_000 : 10_000, seed: 20_260 };
}

/** Arithmetic mean with compensated summation (Neumaier), so that the order of the values does not affect the last digits. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new Error('mean: no values');
  return compensatedSum(values) / values.length;
}

/** Sample standard deviation (divided by n - 1); null for fewer than two values. */
export function sampleStd(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const centre = mean(values);
  return Math.sqrt(compensatedSum(values.map((value) => (value - centre) ** 2)) / (values.length - 1));
}

/**
 * The q-quantile of sorted values, interpolated between the two nearest order statistics (type 7 of Hyndman and Fan, the default of NumPy
 * and R).
 */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  if (sorted.length === 0) throw new Error('quantile: no values');
  const place = (sorted.length - 1) * q;
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;
  return low + (high - low) * (place - below);
}

/**
 * Percentile bootstrap interval of the mean (Efron and Tibshirani 1993, chapter 13). Every call uses the same seed, so that a row's
 * interval depends only on its own values. null for fewer than two values.
 */
export function bootstrapMean(values: readonly number[], bootstrap: Bootstrap = bootstrapFor(values.length)): [number, number] | null {
  const n = values.length;
  if (n < 2) return null;
  const data = Float64Array.from(values);
  const means = new Float64Array(bootstrap.resamples);
  const next = sfc32(bootstrap.seed);
  for (let resample = 0; resample < means.length; resample += 1) {
    let sum = 0;
    for (let draw = 0; draw < n; draw += 1) sum += data[Math.floor(next() * n)] ?? 0;
    means[resample] = sum / n;
  }
  means.sort();
  const tail = (1 - bootstrap.level) / 2;
  return [quantile(means, tail), quantile(means, 1 - tail)];
}

/** Chris Doty-Humphrey's sfc32, 32 bits per draw as a number in [0, 1). Resampling needs speed, not the match's own stream. */
export function sfc32(seed: number): () => number {
  let a = 0;
  let b = seed | 0;
  let c = Math.floor(seed / 2 ** 32) | 0;
  let counter = 1;
  function next(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next();
  return next;
}

function compensatedSum(values: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}
