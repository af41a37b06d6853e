import { ticks } from 'd3-array';

/** What a whisker needs to know of a figure. */
export interface Whisker {
  mean: number;
  /** null where there is no interval (one seed). */
  ci95: readonly [number, number] | null;
}

/** One horizontal scale, shared by all panels of a figure. */
export interface WhiskerScale {
  domain: readonly [number, number];
  ticks: readonly number[];
}

/** A whisker's place on the scale, in percent of its width: so a chart needs no measuring and never shifts. */
export interface WhiskerPlace {
  mean: number;
  low: number;
  high: number;
}

/** The scale that holds every mean, every end of an interval, every reference mark, and zero. */
export function whiskerScale(whiskers: readonly Whisker[], references: readonly number[] = []): WhiskerScale {
  const values = [0, ...references, ...whiskers.flatMap(({ mean, ci95 }) => [mean, ...(ci95 ?? [])])];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const span = high - low;
  // Nothing but zeros: a scale of a point, or every tick would be called 0.0.
  const room = span === 0 ? 1 : span * 0.04;
  const domain = [low < 0 ? low - room : 0, high + room] as const;
  return { domain, ticks: ticks(...domain, 5) };
}

/** A value's place, in percent from the left. */
export function placeOf({ domain: [from, to] }: WhiskerScale, value: number): number {
  return Math.round(((value - from) / (to - from)) * 10_000) / 100;
}

export function whiskerPlace(scale: WhiskerScale, { mean, ci95 }: Whisker): WhiskerPlace {
  const [low, high] = ci95 ?? [mean, mean];
  return { mean: placeOf(scale, mean), low: placeOf(scale, low), high: placeOf(scale, high) };
}
