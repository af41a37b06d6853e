/**
 * Agreement of judges: Krippendorff's alpha and rank correlations by their textbook definitions, with bootstrap intervals. Every statistic
 * precomputes what it can, because it is evaluated for thousands of resamples.
 */
import { quantile, sfc32 } from '~/statistics/basics';

/** One pitch: each judge's mark, in a fixed order of judges; null: none. */
export type Unit = readonly (number | null)[];

/** A statistic over units, given by index, which may be repeated or missing in a resample. */
export interface Statistic {
  units: number;
  of(drawn: Int32Array): number | null;
}

/** A value with its interval; null if undefined (too few judges or pitches, or no variation). */
export interface Estimate {
  value: number | null;
  interval: [number, number] | null;
}

export const BOOTSTRAP = { resamples: 2000, level: 0.95, seed: 20_261 };

/** With a smaller share of defined resamples, no interval is shown. */
const LEAST_DEFINED = 0.9;

/** The statistic of all units, with its percentile bootstrap interval. Deterministic for the same units. */
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
 * Krippendorff's alpha for interval data (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability"): 1 is full agreement, 0 is
 * chance.
 * Units with fewer than two values are ignored.
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

/** The mean rank correlation over all pairs of judges, on pitches that both have marked. Undefined pairs are ignored. */
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

/** Spearman's correlation of two values per unit. */
export function correlation(pairs: readonly (readonly [number, number])[]): Statistic {
  return {
    units: pairs.length,
    of: (drawn) => rankCorrelation(Array.from(drawn, (index) => pairs[index] ?? [0, 0])),
  };
}

/** The mean mark; null if there is none. */
export function meanOf(unit: Unit): number | null {
  const values = unit.filter((value) => value !== null);
  return values.length === 0 ? null : sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

// Computes rank correlations from a contingency table of marks, because there are few distinct marks and many resamples.

type Ranking = 'spearman' | 'kendall';

/** Two judges' marks of the same pitches. */
interface RankTable {
  /** Over the drawn pitches that both have marked; null for fewer than three, or if one judge's marks are all equal. */
  correlation(drawn: Int32Array, ranking: Ranking): number | null;
}

const FEWEST = 3;

function tableOf(x: readonly (number | null)[], y: readonly (number | null)[]): RankTable {
  const [rows, columns] = [categoriesOf(x), categoriesOf(y)];
  const size = { rows: rows.count, columns: columns.count };
  const counts = new Float64Array(Math.max(1, size.rows * size.columns));
  return {
    correlation(drawn, ranking) {
      counts.fill(0);
      let n = 0;
      for (const index of drawn) {
        const row = rows.of[index] ?? -1;
        const column = columns.of[index] ?? -1;
        if (row < 0 || column < 0) continue;
        const cell = row * size.columns + column;
        counts[cell] = (counts[cell] ?? 0) + 1;
        n += 1;
      }
      if (n < FEWEST) return null;
      return ranking === 'spearman' ? spearman(counts, size, n) : kendall(counts, size, n);
    },
  };
}

/** Spearman's correlation of pairs whose values may all be distinct. */
function rankCorrelation(pairs: readonly (readonly [number, number])[]): number | null {
  if (pairs.length < FEWEST) return null;
  const x = ranks(pairs.map(([one]) => one));
  const y = ranks(pairs.map(([, other]) => other));
  const centre = (pairs.length + 1) / 2;
  let [covariance, spreadX, spreadY] = [0, 0, 0];
  for (let i = 0; i < x.length; i += 1) {
    const [dx, dy] = [(x[i] ?? 0) - centre, (y[i] ?? 0) - centre];
    covariance += dx * dy;
    spreadX += dx * dx;
    spreadY += dy * dy;
  }
  return spreadX === 0 || spreadY === 0 ? null : covariance / Math.sqrt(spreadX * spreadY);
}

interface Size {
  rows: number;
  columns: number;
}

/** Pearson's correlation of the ranks; ties get their mean rank. */
function spearman(counts: Float64Array, size: Size, n: number): number | null {
  const { across, down } = margins(counts, size);
  const [rankX, rankY] = [midRanks(across), midRanks(down)];
  const centre = (n + 1) / 2;
  let covariance = 0;
  for (let row = 0; row < size.rows; row += 1) {
    for (let column = 0; column < size.columns; column += 1) {
      const count = counts[row * size.columns + column] ?? 0;
      if (count > 0) covariance += count * ((rankX[row] ?? 0) - centre) * ((rankY[column] ?? 0) - centre);
    }
  }
  const spread = (margin: Float64Array, rank: Float64Array) =>
    margin.reduce((sum, count, i) => sum + count * ((rank[i] ?? 0) - centre) ** 2, 0);
  const both = spread(across, rankX) * spread(down, rankY);
  return both === 0 ? null : covariance / Math.sqrt(both);
}

/** Kendall's tau-b, which accounts for ties. */
function kendall(counts: Float64Array, size: Size, n: number): number | null {
  const { across, down } = margins(counts, size);
  // below and left of a cell: concordant pairs; below and right: discordant pairs
  let order = 0;
  const above = new Float64Array(size.columns);
  for (let row = 0; row < size.rows; row += 1) {
    let left = 0;
    let right = above.reduce((sum, count) => sum + count, 0);
    for (let column = 0; column < size.columns; column += 1) {
      right -= above[column] ?? 0;
      order += (counts[row * size.columns + column] ?? 0) * (left - right);
      left += above[column] ?? 0;
    }
    for (let column = 0; column < size.columns; column += 1)
      above[column] = (above[column] ?? 0) + (counts[row * size.columns + column] ?? 0);
  }
  const untied = (margin: Float64Array) => (n * n - margin.reduce((sum, count) => sum + count * count, 0)) / 2;
  const both = untied(across) * untied(down);
  return both === 0 ? null : order / Math.sqrt(both);
}

function margins(counts: Float64Array, { rows, columns }: Size): { across: Float64Array; down: Float64Array } {
  const across = new Float64Array(rows);
  const down = new Float64Array(columns);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const count = counts[row * columns + column] ?? 0;
      across[row] = (across[row] ?? 0) + count;
      down[column] = (down[column] ?? 0) + count;
    }
  }
  return { across, down };
}

function midRanks(margin: Float64Array): Float64Array {
  let below = 0;
  return margin.map((count) => {
    const rank = below + (count + 1) / 2;
    below += count;
    return rank;
  });
}

function ranks(values: readonly number[]): Float64Array {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const found = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1] ?? 0] === values[order[from] ?? 0]) to += 1;
    for (let i = from; i <= to; i += 1) found[order[i] ?? 0] = (from + to) / 2 + 1;
    from = to + 1;
  }
  return found;
}

/** Each value's index among the distinct values; -1 for none. */
function categoriesOf(values: readonly (number | null)[]): { of: Int32Array; count: number } {
  const different = [...new Set(values.filter((value) => value !== null))].sort((a, b) => a - b);
  return { of: Int32Array.from(values, (value) => (value === null ? -1 : different.indexOf(value))), count: different.length };
}
