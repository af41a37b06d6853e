'use client';
import { createContext, type ReactNode, useContext } from 'react';
import { labLetter, labName } from './lab-hue';

/** How a ruleset calls its labs: a letter for the chip, a name for sentences. */
export interface LabNaming {
  letterOf(labId: string): string;
  nameOf(labId: string): string;
}

/** `classic` scores lab_0, which has no letter of its own in the rules. */
export const CLASSIC_LABS: LabNaming = { letterOf: labLetter, nameOf: labName };

/** `open` has seats of equal standing: lab_0 is Lab A. The market itself is the operator. */
export const OPEN_LABS: LabNaming = {
  letterOf: (labId) => (labId === OPERATOR ? 'op' : openLetter(labId)),
  nameOf: (labId) => (labId === OPERATOR ? 'the operator' : `Lab ${openLetter(labId)}`),
};

const OPERATOR = 'operator';
const NamingContext = createContext<LabNaming>(CLASSIC_LABS);

/** All labs inside are called so. */
export function LabNames({ naming, children }: { naming: LabNaming; children: ReactNode }) {
  return <NamingContext.Provider value={naming}>{children}</NamingContext.Provider>;
}

export function useLabNames(): LabNaming {
  return useContext(NamingContext);
}

function openLetter(labId: string): string {
  const number = Number(/\d+$/.exec(labId)?.[0] ?? 0);
  const letter = String.fromCharCode(65 + (number % 26));
  return number < 26 ? letter : `${String.fromCharCode(64 + Math.floor(number / 26))}${letter}`;
}
