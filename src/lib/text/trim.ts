/** String functions as in other languages. JavaScript's `trim` differs for a few characters, and its `length` beyond the basic plane. */

/** Unicode's White_Space. */
const UNICODE =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';
/** Python's `str.strip` also takes the four separators of ASCII. */
const PYTHON = `${UNICODE}\u001c\u001d\u001e\u001f`;

/** As Python's `strip()`. */
export function strip(text: string): string {
  return without(text, PYTHON);
}

/** Strips Unicode white space at both ends. */
export function trimUnicode(text: string): string {
  return without(text, UNICODE);
}

/** The length of a text as Python counts it. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function without(text: string, space: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.includes(text.charAt(start))) start++;
  while (end > start && space.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
