import type { Reading } from '~/contract/game';

/** A named range of seeds, both ends included. */
export interface SeedRange {
  name: string;
  first: number;
  last: number;
}

/** Parses a typed seed; an error is a full sentence. */
export function readSeed(text: string): Reading<number> {
  const typed = text.trim().replaceAll('−', '-');
  if (typed === '') return no('Type a seed: a whole number from 0 to 9,007,199,254,740,991.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed)) return no('A seed is a whole number, written in digits only.');
  const value = Number(typed);
  if (value < 0) return no('A seed cannot be negative. The smallest is 0.');
  if (!Number.isInteger(value)) return no('A seed is a whole number: leave the fraction out.');
  if (value > Number.MAX_SAFE_INTEGER) return no('This seed is too large. The largest is 9,007,199,254,740,991 (2⁵³ − 1).');
  if (!/^\+?\d+$/.test(typed)) return no('Write the seed in digits only, without a point or an exponent.');
  return { ok: true, value };
}

/** The range of a seed; null if it is in none. */
export function rangeOf(seed: number, ranges: readonly SeedRange[]): SeedRange | null {
  return ranges.find((range) => seed >= range.first && seed <= range.last) ?? null;
}

function no(why: string): Reading<never> {
  return { ok: false, why, path: 'seed' };
}
