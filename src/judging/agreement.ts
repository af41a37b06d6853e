/**
 * How far judges agree: Krippendorff's alpha and rank correlations, each by its textbook definition, with bootstrap intervals. Every
 * statistic is prepared once and then worked out for thousands of resamples, so what can be summed beforehand is.
 */
import { quantile, sfc32 } from '~/eval/statistics';
import { type Ranking, rankCorrelation, tableOf } from './rank-tables';

/** One pitch: what each judge gave it, in a fixed order of judges; null where one gave nothing. */
export type Unit = readonly (number | null)[];

/** A figure over units, of which some may be drawn more than once and some not at all: their numbers are given. */
export interface Statistic {
  units: number;
  of(drawn: Int32Array): number | null;
}

/** A figure with its interval; null where it is not defined (too few judges or pitches, or no variation). */
export interface Estimate {
  value: number | null;
  interval: [number, number] | null;
}

export const BOOTSTRAP = { resamples: 2000, level: 0.95, seed: 20_261 };

/** Where fewer resamples than this share have a value, no interval is worth showing. */
const LEAST_DEFINED = 0.9;

/** The statistic of all units, and its percentile bootstrap interval over resampled ones; the same units give the same interval. */
export function estimate(statistic: Statistic, resamples: number = BOOTSTRAP.resamples): Estimate {
  const n = statistic.units;
  const drawn = Int32Array.from({ length: n }, (_, index) => index);
  const value = statistic.of(drawn);
  if (value === null || n < 3) return { value, interval: null };
  const next = sfc32(BOOTSTRAP.seed);
  const found: number[] = [];
  for (let resample = 0; resample < resamples; resample += 1) {
    for (let i = 0; i < n; i += 1) drawn[i] = Math.floor(next() * n);
    const one = statistic.of(drawn);
    if (one !== null) found.push(one);
  }
  if (found.length < LEAST_DEFINED * resamples) return { value, interval: null };
  found.sort((a, b) => a - b);
  const tail = (1 - BOOTSTRAP.level) / 2;
  return { value, interval: [quantile(found, tail), quantile(found, 1 - tail)] };
}

/**
 * Krippendorff's alpha for interval data (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability"): 1 is full agreement, 0 what
 * chance would bring. Units with fewer than two values count for nothing.
 */
export function intervalAlpha(units: readonly Unit[]): Statistic {
  const parts = units.map((unit) => {
    const values = unit.filter((value) => value !== null);
    if (values.length < 2) return { n: 0, sum: 0, squares: 0, observed: 0 };
    const [total, squares] = [sum(values), sum(values.map((value) => value * value))];
    return { n: values.length, sum: total, squares, observed: (values.length * squares - total ** 2) / (values.length - 1) };
  });
  return {
    units: units.length,
    of(drawn) {
      const all = { n: 0, sum: 0, squares: 0, observed: 0 };
      for (const index of drawn) {
        const part = parts[index];
        if (!part) continue;
        all.n += part.n;
        all.sum += part.sum;
        all.squares += part.squares;
        all.observed += part.observed;
      }
      if (all.n < 2) return null;
      const expected = (all.n * all.squares - all.sum ** 2) / (all.n - 1);
      return expected <= 0 ? null : 1 - all.observed / expected;
    },
  };
}

/** The mean over all pairs of judges of how alike they rank the pitches that both have scored; pairs without a figure do not count. */
export function meanPairwise(units: readonly Unit[], ranking: Ranking): Statistic {
  const judges = Math.max(0, ...units.map((unit) => unit.length));
  const tables = Array.from({ length: judges }, (_, first) =>
    Array.from({ length: judges - first - 1 }, (__, on) =>
      tableOf(
        units.map((unit) => unit[first] ?? null),
        units.map((unit) => unit[first + 1 + on] ?? null),
      ),
    ),
  ).flat();
  return {
    units: units.length,
    of(drawn) {
      const found = tables.map((table) => table.correlation(drawn, ranking)).filter((one) => one !== null);
      return found.length === 0 ? null : sum(found) / found.length;
    },
  };
}

/** Spearman's correlation of two figures of each unit. */
export function correlation(pairs: readonly (readonly [number, number])[]): Statistic {
  return {
    units: pairs.length,
    of: (drawn) => rankCorrelation(Array.from(drawn, (index) => pairs[index] ?? [0, 0])),
  };
}

/** The mean of what judges gave; null where nobody gave anything. */
export function meanOf(unit: Unit): number | null {
  const values = unit.filter((value) => value !== null);
  return values.length === 0 ? null : sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
