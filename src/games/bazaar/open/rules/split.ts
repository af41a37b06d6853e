/** How the participants of a pool share what an order costs. All in whole hundredths. */
import type { Split } from '../types';

/** What each pays, in the order of the reserves: sums to the total, nobody below 0 or above its reserve. The reserves cover the total. */
export function paymentsOf(split: Split, reserves: readonly number[], total: number): number[] {
  const payments = upwards(split, reserves, total);
  return giveBack(payments, sum(payments) - total);
}

/** Each saving rounded down, so each payment up. */
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

/** `saving * reserve / all`, rounded down. Exact, whatever the size. */
function wholeParts(saving: number, reserve: number, all: number): number {
  return Number((BigInt(saving) * BigInt(reserve)) / BigInt(all));
}

/** The level up to which everybody is filled, so that what is filled comes to `amount`: rounded down, and up. */
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

/** Hundredths that were paid too much, one each in seat order, around again if need be. */
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
