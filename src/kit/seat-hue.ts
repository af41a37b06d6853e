import type { CSSProperties } from 'react';

const HUES = 8;

/** The number at the end of a seat's id, or a stable number for seats without one. */
export function seatNumber(seat: string): number {
  const digits = /(\d+)$/.exec(seat)?.[1];
  if (digits !== undefined) return Number(digits);
  return Array.from(seat, (letter) => letter.charCodeAt(0)).reduce((sum, code) => sum + code, 0);
}

/** A seat's color: eight hues, then lighter versions of the same (letters distinguish them). */
export function seatColor(seat: string): string {
  const number = seatNumber(seat);
  const hue = `var(--lab-${number % HUES})`;
  return number < HUES ? hue : `color-mix(in oklch, ${hue} 68%, var(--ink-3))`;
}

/** Sets `--lab`, the color of a seat, for all children. */
export function hueStyle(color: string): CSSProperties {
  return { '--lab': color } as CSSProperties;
}
