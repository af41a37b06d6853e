/**
 * Prepares text written by other seats for a prompt: quoted as data between delimiters that it cannot close, without anything that chat
 * templates or JSON parsers treat as structure. It cannot control how a model interprets the words.
 */

import { withoutUnseen } from './unseen';

const OPEN = '<<';
const CLOSE = '>>';

/** Characters that structure a prompt or a reply, after NFKC has replaced Unicode look-alikes. */
const STRUCTURE: Record<string, string> = {
  '<': '(',
  '>': ')',
  '{': '(',
  '}': ')',
  '[': '(',
  ']': ')',
  '|': '/',
  '`': "'",
  '"': "'",
  '\\': '/',
};

/** Look-alikes of the delimiters that NFKC does not replace. */
const BRACKETS = /[\u2039\u203a\u00ab\u00bb\u2329\u232a\u27e8-\u27eb\u3008-\u300b\u276c-\u2771\u02c2\u02c3\u1438\u1433\u226a\u226b]/gu;

/** `system:` and similar speaker labels. */
const SPEAKER = /\b(system|assistant|user|developer|human|tool|function|ai|instructions?)(\s*)([:=]|\u2236|\ua789)/giu;

/** Words of chat templates that have a meaning even without brackets. */
const MARKERS =
  /\b(im_start|im_end|im_sep|endoftext|end_of_text|begin_of_text|start_header_id|end_header_id|eot_id|start_of_turn|end_of_turn|INST|SYS)\b|\/(INST|SYS)\b/giu;

/** On one line, with at most `most` code points. */
export function neutral(text: string, most: number): string {
  const plain = withoutUnseen(text.normalize('NFKC').replace(/[\r\n\t\u2028\u2029]+/gu, ' '))
    .replace(BRACKETS, "'")
    .replace(/[<>{}[\]|`"\\]/gu, (sign) => STRUCTURE[sign] ?? ' ')
    .replace(/#{2,}|-{3,}|={3,}|\*{2,}|_{2,}/gu, ' ')
    .replace(MARKERS, '(marker)')
    .replace(SPEAKER, '$1 -')
    .replace(/\s+/gu, ' ')
    .trim();
  const signs = Array.from(plain);
  return signs.length > most ? `${signs.slice(0, most).join('').trimEnd()}…` : plain;
}

/** The same, between delimiters. */
export function quoted(text: string, most: number): string {
  return `${OPEN}${neutral(text, most)}${CLOSE}`;
}
