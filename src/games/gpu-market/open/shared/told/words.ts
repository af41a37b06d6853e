/** How a sentence about an open market refers to labs, things and money. */
import { credits, type Names } from '../../../describe';
import { fromCents } from '../state';
import { OPERATOR } from '../types';

/** A lab's name; the market itself is the operator. */
export function nameOf(labId: string, names: Names): string {
  if (labId === OPERATOR) return 'the operator';
  return Object.hasOwn(names, labId) ? (names[labId] ?? labId) : labId;
}

/** The same at the start of a sentence. */
export function headOf(labId: string, names: Names): string {
  return labId === OPERATOR ? 'The operator' : nameOf(labId, names);
}

export function ownerOf(labId: string, names: Names): string {
  const name = nameOf(labId, names);
  return name === 'You' ? 'your' : `${name}’s`;
}

/** `You` inside a sentence. */
export function toOf(labId: string, names: Names): string {
  const name = nameOf(labId, names);
  return name === 'You' ? 'you' : name;
}

export function money(cents: number): string {
  return credits(fromCents(cents));
}

export function and(list: readonly string[]): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
