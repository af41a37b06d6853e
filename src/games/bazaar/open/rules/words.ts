/** Rules for messages. */
import { LONGEST_MESSAGE } from '../types';

/** Scripts with similar letters: a word that mixes them is misleading. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
const WORD = /[\p{L}\p{M}]+/gu;

/** null: the text is allowed. */
export function whyNotText(text: string): 'empty_message' | 'message_too_long' | 'mixed_scripts' | null {
  if (text.trim() === '') return 'empty_message';
  if (text.length > LONGEST_MESSAGE && Array.from(text).length > LONGEST_MESSAGE) return 'message_too_long';
  const words = text.match(WORD) ?? [];
  return words.some((word) => ALIKE.filter((script) => script.test(word)).length > 1) ? 'mixed_scripts' : null;
}
