/** How all commands print figures: the same minus sign and interval format. */
import { fixed } from '~/eval/study-labels';

/** Replaces a leading hyphen with a true minus. */
export function trueMinus(text: string): string {
  return text.replace(/^-/, '−');
}

/** `[−0.2865, 0.7066]`; '' if there is none. */
export function intervalText(interval: readonly [number, number] | null | undefined, write: (end: number) => string = fixed): string {
  return interval ? `[${write(interval[0])}, ${write(interval[1])}]` : '';
}
