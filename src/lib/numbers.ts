/** Numbers computed as in CPython: correctly rounded decimals, clamps. */

const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9] as const;

/**
 * The decimal with `digits` places nearest to the exact binary value of `x`, ties to the even digit, as the nearest double
 * (Python's `round(x, digits)`; -0 becomes 0). `toFixed` alone breaks exact ties away from zero.
 */
export function round(x: number, digits: number): number {
  if (x === 0) return 0;
  const power = POWERS[digits] ?? 10 ** digits;
  const scaled = x * power;
  // A double this large (or not finite) cannot represent a half.
  if (!(Math.abs(scaled) < 2 ** 52)) return roundLarge(x, digits);
  const floor = Math.floor(scaled);
  const overHalf = scaled - floor - 0.5;
  // The rounding error of `scaled` is below 2^-52 of it; farther than that from a tie, the nearer neighbor is certain.
  if (Math.abs(overHalf) > Math.abs(scaled) * 2.3e-16) return (overHalf < 0 ? floor : floor + 1) / power + 0;
  const exactlyOver = overHalf + productError(x, power, scaled);
  const up = exactlyOver === 0 ? floor % 2 !== 0 : exactlyOver > 0;
  return (up ? floor + 1 : floor) / power + 0;
}

/** By how much the exact product exceeds the rounded one (Dekker). */
function productError(a: number, b: number, product: number): number {
  const aHigh = highHalf(a);
  const bHigh = highHalf(b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

/** The upper 26 bits (Veltkamp). */
function highHalf(a: number): number {
  const scaled = 134217729 * a;
  return scaled - (scaled - a);
}

/** A double this large cannot hold the half exactly, so this uses decimal formatting. */
function roundLarge(x: number, digits: number): number {
  if (!Number.isFinite(x) || Math.abs(x) >= 2 ** 52) return x;
  const size = Math.abs(x);
  const decimal = size.toFixed(digits);
  return Math.sign(x) * Number(isTie(size, digits) ? toEven(decimal, digits) : decimal) + 0;
}

/**
 * A tie is an odd multiple of 1/(2 * 10^digits). A double can represent it only if the fives cancel out, as an odd multiple of
 * 1/2^(digits+1); and scaling by a power of two is exact.
 */
function isTie(size: number, digits: number): boolean {
  return (size * 2 ** (digits + 1)) % 2 === 1;
}

/** `toFixed` picks the upper of two equally near neighbors. */
function toEven(upper: string, digits: number): string {
  const units = BigInt(upper.replace('.', ''));
  return `${units % 2n === 0n ? units : units - 1n}e-${digits}`;
}

/** Rounds values to integers that add up to their rounded sum. The remainder goes to the largest fractions; ties go to the first. */
export function wholeParts(values: readonly number[]): number[] {
  const parts = values.map((value) => Math.floor(value));
  const total = Math.round(values.reduce((sum, value) => sum + value, 0));
  const left = total - parts.reduce((sum, part) => sum + part, 0);
  const remainder = (at: number) => Math.round(((values[at] ?? 0) - (parts[at] ?? 0)) * 1e6);
  const order = values.map((_, at) => at).sort((one, other) => remainder(other) - remainder(one) || one - other);
  for (const at of order.slice(0, Math.max(0, left))) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}

export function clamp(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}

export function clamp01(x: number): number {
  return clamp(x, 0, 1);
}

/** Decimals needed to tell the ticks of an axis apart: 2 for 0, 0.05, 0.1. */
export function tickDigits([first = 0, second = first + 1]: readonly number[]): number {
  return Math.max(0, -Math.floor(Math.log10(Math.abs(second - first)) + 1e-9));
}
