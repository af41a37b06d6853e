/** Where processes write what their calls of language models have used, so that a budget outlives each of them. The store keeps it, the gateway writes it. */

export interface Spent {
  calls: number;
  tokens: number;
  seconds: number;
  /** US dollars. */
  dollars: number;
}

export interface Sums extends Spent {
  /** Tokens that calls on their way may still use. */
  held: number;
}

export interface AccountName {
  kind: string;
  name: string;
}

export interface Reading {
  /** Written by the one who asks. */
  own: Sums;
  /** Written by all others together. */
  others: Sums;
}

export interface SpendingBook {
  /** The same for everybody who writes here. */
  id(): Promise<string>;
  /** In the order of the names. */
  read(writer: string, names: readonly AccountName[]): Promise<Reading[]>;
  /** Sums, not differences: written twice, they count once. Each writer has its own. */
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
