import { formatFixed } from '~/kit/format';

export interface Estimate {
  value: number | null;
  interval: [number, number] | null;
}

/** "0.62, 0.41 to 0.78"; a dash if it cannot be computed. */
export function estimateLabel({ value, interval }: Estimate): string {
  if (value === null) return '–';
  if (interval === null) return formatFixed(value, 2);
  return `${formatFixed(value, 2)}, ${formatFixed(interval[0], 2)} to ${formatFixed(interval[1], 2)}`;
}

/** "62%, 41% to 78%" */
export function rateLabel(rate: number, [low, high]: readonly [number, number]): string {
  return `${percent(rate)}, ${percent(low)} to ${percent(high)}`;
}

/** Whether the interval excludes one half. */
export function isApartFromHalf([low, high]: readonly [number, number]): boolean {
  return low > 0.5 || high < 0.5;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
