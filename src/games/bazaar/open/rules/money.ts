import { round } from '~/lib/numbers';

/** Whole hundredths of an amount, rounded as Python rounds to two places. */
export function centsOf(amount: number): number {
  return Math.round(round(amount, 2) * 100);
}

export function unitsOf(cents: number): number {
  return cents / 100;
}

/** A price as it comes in; null: it is no number, or not in whole hundredths. */
export function readCents(price: unknown): number | null {
  if (typeof price !== 'number' || !Number.isFinite(price)) return null;
  const cents = Math.round(price * 100);
  return Number.isSafeInteger(cents) && Math.abs(price * 100 - cents) < 1e-6 ? cents : null;
}

/** `12.34`, `12`: as people write an amount. */
export function moneyText(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
