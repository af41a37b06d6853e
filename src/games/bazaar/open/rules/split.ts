/** How a pool's participants share the cost of an order, in whole cents. */
import type { Split } from '../types';

/**
 * Payments in the order of the reserves. They add up to the total, and each is between 0 and its reserve. The reserves must cover the
 * total.
 */
export function paymentsOf(split: Split, reserves: readonly number[], total: number): number[] {
  const payments = upwards(split, reserves, total);
  return giveBack(payments, sum(payments) - total);
}

/** Rounds each saving down and so each payment up. */
function upwards(split: Split, reserves: readonly number[], total: number): number[] {
  const all = sum(reserves);
  const saving = all - total;
  switch (split) {
    case 'equal': {
      const level = levelFor(reserves, saving);
      return reserves.map((reserve) => reserve - Math.min(reserve, level.down));
    }
    case 'uniform': {
      const level = levelFor(reserves, total);
      return reserves.map((reserve) => Math.min(reserve, level.up));
    }
    case 'contribution':
      return reserves.map((reserve) => (all === 0 ? 0 : reserve - wholeParts(saving, reserve, all)));
  }
}

/** `saving * reserve / all`, rounded down. Exact for any size. */
function wholeParts(saving: number, reserve: number, all: number): number {
  return Number((BigInt(saving) * BigInt(reserve)) / BigInt(all));
}

/** The water level that distributes `amount` among the limits: rounded down, and up. */
function levelFor(limits: readonly number[], amount: number): { down: number; up: number } {
  const rising = [...limits].sort((a, b) => a - b);
  let left = amount;
  for (const [at, limit] of rising.entries()) {
    const among = rising.length - at;
    if (limit * among >= left) return { down: Math.floor(left / among), up: Math.ceil(left / among) };
    left -= limit;
  }
  const most = rising.at(-1) ?? 0;
  return { down: most, up: most };
}

/** Returns excess cents, one each in seat order, repeatedly if necessary. */
function giveBack(payments: readonly number[], excess: number): number[] {
  const paid = [...payments];
  for (let left = excess; left > 0; ) {
    for (let at = 0; at < paid.length && left > 0; at += 1) {
      const own = paid[at] ?? 0;
      if (own <= 0) continue;
      paid[at] = own - 1;
      left -= 1;
    }
  }
  return paid;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
