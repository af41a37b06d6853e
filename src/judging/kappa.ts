/**
 * Cohen's kappa with quadratic weights (Cohen 1968, "Weighted kappa"): how far two judges agree on ordered marks beyond what their own
 * shares of marks would bring. 1 is full agreement, 0 chance.
 */
import type { Statistic } from './agreement';

/** Pairs of marks from 0 to `categories` - 1; not defined where both judges give one mark alone. */
export function weightedKappa(pairs: readonly (readonly [number, number])[], categories: number): Statistic {
  return {
    units: pairs.length,
    of(drawn) {
      const rows = new Float64Array(categories);
      const columns = new Float64Array(categories);
      let observed = 0;
      for (const index of drawn) {
        const [a, b] = pairs[index] ?? [0, 0];
        rows[a] = (rows[a] ?? 0) + 1;
        columns[b] = (columns[b] ?? 0) + 1;
        observed += (a - b) ** 2;
      }
      let expected = 0;
      for (const [a, inRow] of rows.entries()) for (const [b, inColumn] of columns.entries()) expected += inRow * inColumn * (a - b) ** 2;
      expected /= drawn.length;
      return expected > 0 ? 1 - observed / expected : null;
    },
  };
}
