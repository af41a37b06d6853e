import { ticks } from 'd3-array';

/** The parts of a figure that a whisker shows. */
export interface Whisker {
  mean: number;
  /** null if there is no interval (one seed). */
  ci95: readonly [number, number] | null;
}

/** A horizontal scale shared by all panels of a figure. */
export interface WhiskerScale {
  domain: readonly [number, number];
  ticks: readonly number[];
}

/** A whisker's position in percent of the scale's width, so that a chart needs no measuring and never shifts. */
export interface WhiskerPlace {
  mean: number;
  low: number;
  high: number;
}

/** The scale that contains every mean, interval, reference mark, and zero. */
export function whiskerScale(whiskers: readonly Whisker[], references: readonly number[] = []): WhiskerScale {
  const values = [0, ...references, ...whiskers.flatMap(({ mean, ci95 }) => [mean, ...(ci95 ?? [])])];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const span = high - low;
  // If all values are zero, uses a scale of one point, because otherwise every tick would be 0.0.
  const room = span === 0 ? 1 : span * 0.04;
  const domain = [low < 0 ? low - room : 0, high + room] as const;
  return { domain, ticks: ticks(...domain, 5) };
}

/** A value's position in percent from the left. */
export function placeOf({ domain: [from, to] }: WhiskerScale, value: number): number {
  return Math.round(((value - from) / (to - from)) * 10_000) / 100;
}

export function whiskerPlace(scale: WhiskerScale, { mean, ci95 }: Whisker): WhiskerPlace {
  const [low, high] = ci95 ?? [mean, mean];
  return { mean: placeOf(scale, mean), low: placeOf(scale, low), high: placeOf(scale, high) };
}
