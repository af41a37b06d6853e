/** Figures as all commands print them: one minus sign, one form of an interval. */
import { fixed } from '~/eval/study-labels';

/** The same text with a true minus in the place of a leading hyphen. */
export function trueMinus(text: string): string {
  return text.replace(/^-/, '−');
}

/** `[−0.2865, 0.7066]`; '': there is none. */
export function intervalText(interval: readonly [number, number] | null | undefined, write: (end: number) => string = fixed): string {
  return interval ? `[${write(interval[0])}, ${write(interval[1])}]` : '';
}
