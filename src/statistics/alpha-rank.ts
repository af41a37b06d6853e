/**
 * Alpha-rank (Omidshafiei and others 2019, "α-Rank: Multi-Agent Evaluation by Evolution"): how often each entrant dominates the population.
 */
import type { PayoffMatrix } from './payoff';

/**
 * The paper's population size, and the intensity of selection relative to the largest lead, so that the scale of scores does not matter.
 */
const POPULATION = 50;
const SELECTION = 10;
const SAME = 1e-14;

/**
 * The share of time that each entrant dominates a population into which others occasionally mutate and spread by their lead over the
 * dominant one (local selection, one population). Cycles share their time among members. Requires that all entrants met each other.
 * `alpha`: the intensity of selection in units of the payoffs.
 */
export function alphaRank({ entrants, payoffs }: PayoffMatrix, alpha?: number): Record<string, number> {
  const lead = (i: number, j: number): number => (payoffs[i]?.[j] ?? 0) - (payoffs[j]?.[i] ?? 0);
  const largest = Math.max(0, ...entrants.flatMap((_, i) => entrants.map((__, j) => Math.abs(lead(i, j)))));
  const intensity = alpha ?? (largest === 0 ? 0 : SELECTION / largest);
  const share = 1 / Math.max(1, entrants.length - 1);
  const moves = entrants.map((_, from) => entrants.map((__, to) => (from === to ? 0 : share * fixation(intensity * lead(to, from)))));
  const shares = stationary(moves);
  return Object.fromEntries(entrants.map((name, i) => [name, shares[i] ?? 0]));
}

/** The probability that a single mutant with this advantage takes over the population. */
function fixation(advantage: number): number {
  if (Math.abs(advantage) <= SAME) return 1 / POPULATION;
  return Math.expm1(-advantage) / Math.expm1(-POPULATION * advantage);
}

/**
 * The algorithm of Grassmann, Taksar and Heyman (1985), which has no subtractions, so that probabilities of 1e-200 stay accurate.
 * Overwrites `moves`.
 */
function stationary(moves: number[][]): number[] {
  const n = moves.length;
  const at = (i: number, j: number): number => moves[i]?.[j] ?? 0;
  for (let k = n - 1; k > 0; k -= 1) {
    let out = 0;
    for (let j = 0; j < k; j += 1) out += at(k, j);
    for (let i = 0; i < k; i += 1) {
      const row = moves[i] ?? [];
      row[k] = at(i, k) / out;
      for (let j = 0; j < k; j += 1) if (i !== j) row[j] = at(i, j) + at(i, k) * at(k, j);
    }
  }
  const weights = [1];
  for (let k = 1; k < n; k += 1) weights.push(weights.reduce((sum, weight, i) => sum + weight * at(i, k), 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.slice(0, n).map((weight) => weight / total);
}
