/** Nash averaging (Balduzzi and others 2018, "Re-evaluating evaluation"): copies of an entrant do not change any rating. */
import { leadMatrix, type PayoffMatrix } from './payoff';

export interface NashAverage {
  /** The maximum-entropy equilibrium of the antisymmetric game "whose score is higher", by entrant. */
  mixture: Record<string, number>;
  /** What each earns against that mixture: at most 0 (except for `exploitability`), and 0 for members of the mixture. */
  rating: Record<string, number>;
  /** The most that anyone gains by deviating from the mixture: its distance from an equilibrium. */
  exploitability: number;
}

/** Start of the path, where the uniform mixture is a good approximation. */
const HOTTEST = 4;
/** End of the path, as a share of the largest lead; smaller leads count as none. */
const COLDEST = 1e-7;
const COOLING = 0.5;
/** If a step this small fails, the path ends there. */
const SLOWEST = 0.999;
const NEWTON_STEPS = 30;
const CLOSE_ENOUGH = 1e-7;
const SMALLEST_SHARE = 1e-4;

/**
 * Follows the path of logit equilibria p = softmax(A p / t) as t goes to 0 (McKelvey and Palfrey 1995), each found by Newton's method. In a
 * zero-sum game, the path is unique and ends at the maximum-entropy equilibrium. Requires that all entrants met each other.
 */
export function nashAverage(matrix: PayoffMatrix): NashAverage {
  const { entrants, payoffs: leads } = leadMatrix(matrix);
  const scale = Math.max(...leads.flat().map(Math.abs), 0);
  const mixture = scale === 0 ? entrants.map(() => 1 / entrants.length) : mix(leads.map((row) => row.map((lead) => lead / scale)));
  const rating = leads.map((row) => row.reduce((sum, lead, j) => sum + lead * (mixture[j] ?? 0), 0));
  return {
    mixture: Object.fromEntries(entrants.map((name, i) => [name, mixture[i] ?? 0])),
    rating: Object.fromEntries(entrants.map((name, i) => [name, rating[i] ?? 0])),
    exploitability: Math.max(0, ...rating),
  };
}

type Game = readonly (readonly number[])[];

/** Cools stepwise; if Newton's method does not converge, retries with half the step. */
function mix(game: Game): number[] {
  let logits = game.map(() => 0);
  let warmth = HOTTEST;
  let cooling = COOLING;
  while (warmth > COLDEST && cooling < SLOWEST) {
    const next = Math.max(COLDEST, warmth * cooling);
    const found = logitEquilibrium(game, next, logits);
    if (found === null) cooling = Math.sqrt(cooling);
    else [logits, warmth, cooling] = [found, next, Math.max(COOLING, cooling * cooling)];
  }
  return softmax(logits);
}

/** z with z = A softmax(z) / warmth; null if not found from there. */
function logitEquilibrium(game: Game, warmth: number, from: readonly number[]): number[] | null {
  let logits = [...from];
  let left = missing(game, warmth, logits);
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    if (left.every((one, i) => Math.abs(one) < CLOSE_ENOUGH * Math.max(1, Math.abs(logits[i] ?? 0)))) return logits;
    const move = solve(slopes(game, warmth, softmax(logits)), left);
    const next = shortened(logits, move, { game, warmth, left });
    if (next === null) return null;
    [logits, left] = [next, missing(game, warmth, next)];
  }
  return null;
}

/** The longest part of the step that reduces the error; null if none does. */
function shortened(
  logits: readonly number[],
  move: readonly number[],
  { game, warmth, left }: { game: Game; warmth: number; left: readonly number[] },
): number[] | null {
  const far = lengthOf(left);
  for (let share = 1; share > SMALLEST_SHARE; share /= 2) {
    const tried = logits.map((one, i) => one - share * (move[i] ?? 0));
    if (lengthOf(missing(game, warmth, tried)) < far) return tried;
  }
  return null;
}

/** z - A softmax(z) / warmth */
function missing(game: Game, warmth: number, logits: readonly number[]): number[] {
  const mixed = softmax(logits);
  return logits.map((logit, i) => logit - (game[i] ?? []).reduce((sum, lead, j) => sum + lead * (mixed[j] ?? 0), 0) / warmth);
}

/** Derivatives of `missing`: I - A (diag(p) - p p') / warmth. Never singular, because A is antisymmetric. */
function slopes(game: Game, warmth: number, mixed: readonly number[]): number[][] {
  return game.map((row, i) => {
    const earned = row.reduce((sum, lead, j) => sum + lead * (mixed[j] ?? 0), 0);
    return row.map((lead, j) => (i === j ? 1 : 0) - ((lead - earned) * (mixed[j] ?? 0)) / warmth);
  });
}

/** Solves matrix x = right by elimination with row pivots; overwrites both. */
function solve(matrix: number[][], given: readonly number[]): number[] {
  const right = [...given];
  const n = right.length;
  for (let at = 0; at < n; at += 1) {
    let best = at;
    for (let row = at + 1; row < n; row += 1) if (Math.abs(matrix[row]?.[at] ?? 0) > Math.abs(matrix[best]?.[at] ?? 0)) best = row;
    swap(matrix, at, best);
    swap(right, at, best);
    const pivot = matrix[at] ?? [];
    for (let row = at + 1; row < n; row += 1) {
      const own = matrix[row] ?? [];
      const times = (own[at] ?? 0) / (pivot[at] ?? 1);
      if (times === 0) continue;
      for (let column = at; column < n; column += 1) own[column] = (own[column] ?? 0) - times * (pivot[column] ?? 0);
      right[row] = (right[row] ?? 0) - times * (right[at] ?? 0);
    }
  }
  for (let at = n - 1; at >= 0; at -= 1) {
    const row = matrix[at] ?? [];
    let sum = right[at] ?? 0;
    for (let column = at + 1; column < n; column += 1) sum -= (row[column] ?? 0) * (right[column] ?? 0);
    right[at] = sum / (row[at] ?? 1);
  }
  return right;
}

function swap<T>(list: T[], a: number, b: number): void {
  const [one, other] = [list[a], list[b]];
  if (one !== undefined && other !== undefined) [list[a], list[b]] = [other, one];
}

function lengthOf(vector: readonly number[]): number {
  return Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0));
}

function softmax(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const raised = logits.map((one) => Math.exp(one - top));
  const total = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / total);
}
