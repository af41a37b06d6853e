import type { CSSProperties } from 'react';
import type { SeatNaming } from '~/contract/screens';
import { hueStyle, seatColor, seatNumber } from '~/kit/seat-hue';

/** The market itself, where it has its own blocks. */
const OPERATOR = 'operator';

/** A lab's color; the operator is gray. */
export function labColor(labId: string): string {
  return labId === OPERATOR ? 'var(--ink-3)' : seatColor(labId);
}

/** Sets `--lab` for everything inside. */
export function labStyle(labId: string): CSSProperties {
  return hueStyle(labColor(labId));
}

/** `classic` scores lab_0, which has no letter in the rules; the others are A, B, C. */
export const CLASSIC_LABS: SeatNaming = {
  letterOf: classicLetter,
  nameOf: (labId) => `Lab ${classicLetter(labId)}`,
  colorOf: labColor,
};

/** `open` has seats of equal standing: lab_0 is Lab A. */
export const OPEN_LABS: SeatNaming = {
  letterOf: (labId) => (labId === OPERATOR ? 'op' : openLetter(labId)),
  nameOf: (labId) => (labId === OPERATOR ? 'the operator' : `Lab ${openLetter(labId)}`),
  colorOf: labColor,
};

function classicLetter(labId: string): string {
  const number = seatNumber(labId);
  if (number === 0) return '0';
  return number <= 26 ? String.fromCharCode(64 + number) : String(number);
}

function openLetter(labId: string): string {
  const number = Number(/\d+$/.exec(labId)?.[0] ?? 0);
  const letter = String.fromCharCode(65 + (number % 26));
  return number < 26 ? letter : `${String.fromCharCode(64 + Math.floor(number / 26))}${letter}`;
}
