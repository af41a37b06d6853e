import { round } from '~/lib/numbers';

/** An amount in whole cents, rounded like Python with two places. */
export function centsOf(amount: number): number {
  return Math.round(round(amount, 2) * 100);
}

export function unitsOf(cents: number): number {
  return cents / 100;
}

/** A submitted price in cents; null if it is not a number of whole cents. */
export function readCents(price: unknown): number | null {
  if (typeof price !== 'number' || !Number.isFinite(price)) return null;
  const cents = Math.round(price * 100);
  return Number.isSafeInteger(cents) && Math.abs(price * 100 - cents) < 1e-6 ? cents : null;
}

/** `12.34`, `12`: an amount for display. */
export function moneyText(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
