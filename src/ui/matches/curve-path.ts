/** A live curve in percent of its box, so that no measuring is needed; y from the top. */
export interface CurveShape {
  path: string;
  end: { x: number; y: number } | null;
  zero: number;
}

/** A smaller range does not fill the height, so that a small first step does not look large. */
const LEAST_SPAN = 0.25;
/** Margin above and below in percent, for the dot at the end. */
const MARGIN = 8;

/** One value per round, from zero at the left edge; the right edge is the end of the last round. */
export function curveShape(values: readonly number[], rounds: number): CurveShape {
  const low = Math.min(0, ...values);
  const high = Math.max(0, low + LEAST_SPAN, ...values);
  const y = (value: number) => tidy(MARGIN + ((high - value) / (high - low)) * (100 - 2 * MARGIN));
  const x = (place: number) => tidy((place / Math.max(1, rounds, values.length)) * 100);
  const points = [0, ...values].map((value, place) => ({ x: x(place), y: y(value) }));
  return {
    path: `M${points.map((point) => `${point.x} ${point.y}`).join('L')}`,
    end: values.length > 0 ? (points.at(-1) ?? null) : null,
    zero: y(0),
  };
}

function tidy(percent: number): number {
  return Math.round(percent * 100) / 100;
}
