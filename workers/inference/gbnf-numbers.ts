/** Numbers between bounds as parts of a GBNF grammar. */

/** Digits of the largest number that a grammar writes. */
const MOST = 999_999_999_999_999;

/**
 * Whole numbers from `low` to `high`, inclusive; null for a missing bound. Returns null for any number. Throws where there is none between.
 */
export function integerBetween(low: number | null, high: number | null): string | null {
  if (low === null && high === null) return null;
  const from = Math.ceil(low ?? -MOST);
  const to = Math.floor(high ?? MOST);
  if (from > to) throw new Error(`the schema asks for a whole number from ${low} to ${high}`);
  const parts: string[] = [];
  if (from < 0) parts.push(`"-" ${digitsBetween(Math.max(1, -to), -from)}`);
  if (to >= 0) parts.push(digitsBetween(Math.max(0, from), to));
  return `(${parts.join(' | ')})`;
}

/** Numbers with up to two decimals within the bounds. Fractional bounds are moved inward to the next whole numbers. */
export function numberBetween(low: number | null, high: number | null): string | null {
  if (low === null && high === null) return null;
  const from = Math.ceil(low ?? -MOST);
  const to = Math.floor(high ?? MOST);
  if (from > to) throw new Error(`the schema asks for a number from ${low} to ${high}, but there is no whole number in that range`);
  const parts: string[] = [];
  if (from < 0) parts.push(`"-" ${positive(Math.max(0, -to), -from)}`);
  if (to >= 0) parts.push(positive(Math.max(0, from), to));
  return `(${parts.join(' | ')})`;
}

function positive(from: number, to: number): string {
  if (from === to) return digitsBetween(from, to);
  return `(${digitsBetween(from, to - 1)} ("." [0-9]{1,2})? | "${to}")`;
}

/** Without signs and leading zeros; 0 <= from <= to. */
function digitsBetween(from: number, to: number): string {
  const parts: string[] = [];
  for (let length = String(from).length; length <= String(to).length; length += 1) {
    const low = Math.max(from, length === 1 ? 0 : 10 ** (length - 1));
    const high = Math.min(to, 10 ** length - 1);
    parts.push(sameLength(String(low), String(high)));
  }
  return parts.length === 1 ? String(parts[0]) : `(${parts.join(' | ')})`;
}

function sameLength(low: string, high: string): string {
  if (low === high) return low === '' ? '' : `"${low}"`;
  const rest = low.length - 1;
  const [first = '', last = ''] = [low[0], high[0]];
  if (first === last) return `"${first}" ${sameLength(low.slice(1), high.slice(1))}`;
  if (/^0*$/.test(low.slice(1)) && /^9*$/.test(high.slice(1))) return anyDigits(first, last, rest);
  const parts = [`"${first}" ${sameLength(low.slice(1), '9'.repeat(rest))}`];
  if (Number(last) - Number(first) > 1) parts.push(anyDigits(String(Number(first) + 1), String(Number(last) - 1), rest));
  parts.push(`"${last}" ${sameLength('0'.repeat(rest), high.slice(1))}`);
  return `(${parts.join(' | ')})`;
}

function anyDigits(first: string, last: string, rest: number): string {
  return rest === 0 ? `[${first}-${last}]` : `[${first}-${last}] [0-9]{${rest}}`;
}
