import type { CSSProperties } from 'react';

const HUES = 8;

/** The number at the end of a seat's id; a seat without one gets a stable number of its own. */
export function seatNumber(seat: string): number {
  const digits = /(\d+)$/.exec(seat)?.[1];
  if (digits !== undefined) return Number(digits);
  return Array.from(seat, (letter) => letter.charCodeAt(0)).reduce((sum, code) => sum + code, 0);
}

/** A seat's color: eight hues, then the same ones lighter (letters tell them apart). */
export function seatColor(seat: string): string {
  const number = seatNumber(seat);
  const hue = `var(--lab-${number % HUES})`;
  return number < HUES ? hue : `color-mix(in oklch, ${hue} 68%, var(--ink-3))`;
}

/** Sets `--lab`, the color of a seat, for everything inside. */
export function hueStyle(color: string): CSSProperties {
  return { '--lab': color } as CSSProperties;
}
