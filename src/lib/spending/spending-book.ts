/** Stores usage of language models per process, so that budgets survive restarts. The store implements it; the gateway writes to it. */

export interface Spent {
  calls: number;
  tokens: number;
  seconds: number;
  /** US dollars. */
  dollars: number;
}

export interface Sums extends Spent {
  /** Tokens reserved for calls in progress. */
  held: number;
}

export interface AccountName {
  kind: string;
  name: string;
}

export interface Reading {
  /** Written by the reader itself. */
  own: Sums;
  /** The total written by all others. */
  others: Sums;
}

export interface SpendingBook {
  /** The same for every process that writes here. */
  id(): Promise<string>;
  /** In the order of the names. */
  read(writer: string, names: readonly AccountName[]): Promise<Reading[]>;
  /** Writes running totals, not differences, so that writing twice counts once. Each writer has its own rows. */
  write(writer: string, rows: readonly (AccountName & Sums)[]): Promise<void>;
}

export function noSums(): Sums {
  return { calls: 0, tokens: 0, held: 0, seconds: 0, dollars: 0 };
}

export function addSums(one: Sums, other: Sums): Sums {
  return {
    calls: one.calls + other.calls,
    tokens: one.tokens + other.tokens,
    held: one.held + other.held,
    seconds: one.seconds + other.seconds,
    dollars: one.dollars + other.dollars,
  };
}
