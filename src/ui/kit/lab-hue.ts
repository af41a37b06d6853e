import type { CSSProperties } from 'react';

const HUES = 8;

/** lab_0 -> 0. A name without a number gets a stable one of its own. */
export function labNumber(labId: string): number {
  const digits = /(\d+)$/.exec(labId)?.[1];
  if (digits !== undefined) return Number(digits);
  return Array.from(labId, (letter) => letter.charCodeAt(0)).reduce((sum, code) => sum + code, 0);
}

/** The lab's colour: eight hues, then the same ones lighter (their letters tell them apart). */
export function labColour(labId: string): string {
  if (labId === 'operator') return 'var(--ink-3)';
  const number = labNumber(labId);
  const hue = `var(--lab-${number % HUES})`;
  return number < HUES ? hue : `color-mix(in oklch, ${hue} 68%, var(--ink-3))`;
}

/** Sets `--lab` for everything inside. */
export function labStyle(labId: string): CSSProperties {
  return { '--lab': labColour(labId) } as CSSProperties;
}

/** The letter that goes with the hue: lab_0 is "0", then A, B, C as in the labs' public names. */
export function labLetter(labId: string): string {
  const number = labNumber(labId);
  if (number === 0) return '0';
  return number <= 26 ? String.fromCharCode(64 + number) : String(number);
}

/** How a watcher calls a lab; the one that is scored has no letter of its own in the rules. */
export function labName(labId: string): string {
  return `Lab ${labLetter(labId)}`;
}
