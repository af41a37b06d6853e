/** What a message may be. */
import { LONGEST_MESSAGE } from '../types';

/** Scripts whose letters look alike: a word that mixes them is written to mislead. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
const WORD = /[\p{L}\p{M}]+/gu;

/** null: the text may be sent. */
export function whyNotText(text: string): 'empty_message' | 'message_too_long' | 'mixed_scripts' | null {
  if (text.trim() === '') return 'empty_message';
  if (text.length > LONGEST_MESSAGE && Array.from(text).length > LONGEST_MESSAGE) return 'message_too_long';
  const words = text.match(WORD) ?? [];
  return words.some((word) => ALIKE.filter((script) => script.test(word)).length > 1) ? 'mixed_scripts' : null;
}
