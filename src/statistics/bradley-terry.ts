/**
 * Bradley-Terry strengths from pairwise results (Bradley and Terry 1952; fitted by Newton's method). A match of k seats counts as its
 * k(k-1)/2 pairs, and a tie as half a win for each.
 */
import { quantile, sfc32 } from './basics';
import { FEWEST_WORLDS, FIRST_STATISTICS, type StatisticsMethod } from './methods';
import { upperQuantile } from './normal';
import { entrantsOf, inOrder, type MatchResult } from './results';

export interface Strength {
  entrant: string;
  /** On the Elo scale: 400 points are odds of 10 to 1. The mean of all entrants is 0. */
  elo: number;
  /**
   * 95% percentile bootstrap over worlds; null with fewer than two. bootstrap-t-2: at least the posterior's width (`posteriorReach`); null
   * below eight.
   */
  interval: [number, number] | null;
  /** Share of pairs won, with ties as half. */
  wins: number;
}

/** Half a win and half a loss against an average entrant, so that an undefeated entrant has a finite strength. */
const PRIOR = 0.5;
const ROUNDS = 100;
/** In natural logarithms: a millionth of a point. */
const CLOSE_ENOUGH = 1e-8;
const SMALLEST_STEP = 1e-6;
/** A fit takes cubic time in the number of entrants, so with more than this, fewer resamples are used. */
const MANY_ENTRANTS = 16;
export const BRADLEY_TERRY_BOOTSTRAP = { resamples: 1_000, ofMany: 250, level: 0.95, seed: 20_262 };

/** Best first. `asked`: number of resamples, instead of the default. */
export function bradleyTerry(results: readonly MatchResult[], asked?: number, method: StatisticsMethod = FIRST_STATISTICS): Strength[] {
  const names = entrantsOf(results);
  const n = names.length;
  const resamples = asked ?? (n > MANY_ENTRANTS ? BRADLEY_TERRY_BOOTSTRAP.ofMany : BRADLEY_TERRY_BOOTSTRAP.resamples);
  const worlds = winsByWorld(inOrder(results), names);
  const all = new Float64Array(n * n);
  for (const wins of worlds) addTimes(all, wins, 1);
  const fitted = strengthsFrom(all, new Float64Array(n));
  const isFirst = method === 'percentile-1';
  const drawn = worlds.length < (isFirst ? 2 : FEWEST_WORLDS) ? [] : resample(worlds, fitted, resamples);
  const elo = eloOf(fitted);
  const reach = isFirst || drawn.length === 0 ? null : posteriorReach(all, fitted);
  return names
    .map((entrant, i) => ({
      entrant,
      elo: elo[i] ?? 0,
      interval: atLeast(intervalOf(drawn.map((one) => one[i] ?? 0)), elo[i] ?? 0, reach?.[i] ?? 0),
      wins: shareOf(all, i, n),
    }))
    .sort((a, b) => b.elo - a.elo || a.entrant.localeCompare(b.entrant));
}

/** wins[i * n + j]: how often i finished before j. */
type Wins = Float64Array;

function winsByWorld(matches: readonly MatchResult[], names: readonly string[]): Wins[] {
  const n = names.length;
  const place = new Map(names.map((name, i) => [name, i]));
  const worlds = new Map<string, Wins>();
  for (const { world, scores } of matches) {
    const wins = worlds.get(world) ?? new Float64Array(n * n);
    worlds.set(world, wins);
    for (const a of scores) {
      const row = (place.get(a.entrant) ?? 0) * n;
      for (const b of scores) {
        if (a.entrant === b.entrant) continue;
        const at = row + (place.get(b.entrant) ?? 0);
        wins[at] = (wins[at] ?? 0) + (a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0);
      }
    }
  }
  return [...worlds.values()];
}

/**
 * Log-strengths by Newton's method, starting at `from`. The likelihood with its prior is strictly concave, so its maximum is unique; steps
 * that are too large are halved.
 */
function strengthsFrom(wins: Wins, from: Float64Array): Float64Array {
  let strength = from;
  let likelihood = likelihoodOf(wins, strength);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { gradient, curvature } = slopesOf(wins, strength);
    const step = solve(curvature, gradient);
    let next = strength;
    for (let share = 1; share > SMALLEST_STEP; share /= 2) {
      const tried = strength.map((one, i) => one + share * (step[i] ?? 0));
      const reached = likelihoodOf(wins, tried);
      if (reached < likelihood) continue;
      [next, likelihood] = [tried, reached];
      break;
    }
    const moved = next.reduce((most, one, i) => Math.max(most, Math.abs(one - (strength[i] ?? 0))), 0);
    strength = next;
    if (moved < CLOSE_ENOUGH) break;
  }
  return strength;
}

/** Logarithm of 1 / (1 + exp(-x)). */
function logOdds(x: number): number {
  return x > 0 ? -Math.log1p(Math.exp(-x)) : x - Math.log1p(Math.exp(x));
}

function likelihoodOf(wins: Wins, strength: Float64Array): number {
  const n = strength.length;
  let sum = 0;
  for (let i = 0; i < n; i += 1) {
    const own = strength[i] ?? 0;
    sum += PRIOR * (logOdds(own) + logOdds(-own));
    for (let j = 0; j < n; j += 1) {
      const won = wins[i * n + j] ?? 0;
      if (won > 0) sum += won * logOdds(own - (strength[j] ?? 0));
    }
  }
  return sum;
}

/** The gradient and the negative Hessian. */
function slopesOf(wins: Wins, strength: Float64Array): { gradient: Float64Array; curvature: Float64Array } {
  const n = strength.length;
  const gradient = new Float64Array(n);
  const curvature = new Float64Array(n * n);
  for (let i = 0; i < n; i += 1) {
    const own = strength[i] ?? 0;
    const even = 1 / (1 + Math.exp(-own));
    let slope = PRIOR - 2 * PRIOR * even;
    let bend = 2 * PRIOR * even * (1 - even);
    for (let j = 0; j < n; j += 1) {
      const games = (wins[i * n + j] ?? 0) + (wins[j * n + i] ?? 0);
      if (games === 0) continue;
      const expected = 1 / (1 + Math.exp((strength[j] ?? 0) - own));
      const weight = games * expected * (1 - expected);
      slope += (wins[i * n + j] ?? 0) - games * expected;
      bend += weight;
      curvature[i * n + j] = -weight;
    }
    gradient[i] = slope;
    curvature[i * n + i] = bend;
  }
  return { gradient, curvature };
}

/**
 * Half the width of each strength's 95% interval on the Elo scale, assuming independent matches: normal, from the curvature of the
 * posterior. If all worlds had the same winners, the bootstrap has no variation, and this is the remaining uncertainty.
 */
function posteriorReach(wins: Wins, strength: Float64Array): number[] {
  const n = strength.length;
  const factor = factorOf(slopesOf(wins, strength).curvature, n);
  const z = upperQuantile((1 - BRADLEY_TERRY_BOOTSTRAP.level) / 2);
  return Array.from(strength, (_, i) => {
    const weights = new Float64Array(n).fill(-1 / n);
    weights[i] = 1 - 1 / n; // strengths are relative to their mean
    const variance = substitute(factor, weights).reduce((sum, value, j) => sum + value * (weights[j] ?? 0), 0);
    return (400 / Math.LN10) * z * Math.sqrt(variance);
  });
}

/** Solves matrix x = right. The matrix is positive definite because of the prior, and is overwritten. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  return substitute(factorOf(matrix, right.length), right);
}

/** Cholesky factorization, in place. */
function factorOf(matrix: Float64Array, n: number): Float64Array {
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = matrix[i * n + j] ?? 0;
      for (let k = 0; k < j; k += 1) sum -= (matrix[i * n + k] ?? 0) * (matrix[j * n + k] ?? 0);
      matrix[i * n + j] = i === j ? Math.sqrt(sum) : sum / (matrix[j * n + j] ?? 1);
    }
  }
  return matrix;
}

function substitute(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const x = new Float64Array(right);
  for (let i = 0; i < n; i += 1) {
    for (let k = 0; k < i; k += 1) x[i] = (x[i] ?? 0) - (matrix[i * n + k] ?? 0) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / (matrix[i * n + i] ?? 1);
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < n; k += 1) x[i] = (x[i] ?? 0) - (matrix[k * n + i] ?? 0) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / (matrix[i * n + i] ?? 1);
  }
  return x;
}

/** On the Elo scale, mean 0. */
function eloOf(strength: Float64Array): number[] {
  const elo = Array.from(strength, (value) => (400 * value) / Math.LN10);
  const centre = elo.reduce((total, one) => total + one, 0) / Math.max(1, elo.length);
  return elo.map((one) => one - centre);
}

function resample(worlds: readonly Wins[], fitted: Float64Array, times: number): number[][] {
  const n = fitted.length;
  const next = sfc32(BRADLEY_TERRY_BOOTSTRAP.seed);
  const counts = new Int32Array(worlds.length);
  return Array.from({ length: times }, () => {
    drawWorlds(counts, next);
    const total = new Float64Array(n * n);
    for (const [i, wins] of worlds.entries()) addTimes(total, wins, counts[i] ?? 0);
    return eloOf(strengthsFrom(total, fitted));
  });
}

/** Draws n worlds with replacement; writes how often each was drawn. */
function drawWorlds(counts: Int32Array, next: () => number): void {
  const n = counts.length;
  counts.fill(0);
  for (let draw = 0; draw < n; draw += 1) {
    const at = Math.floor(next() * n);
    counts[at] = (counts[at] ?? 0) + 1;
  }
}

function addTimes(total: Wins, wins: Wins, times: number): void {
  if (times === 0) return;
  for (let at = 0; at < total.length; at += 1) total[at] = (total[at] ?? 0) + times * (wins[at] ?? 0);
}

function shareOf(wins: Wins, i: number, n: number): number {
  let won = 0;
  let played = 0;
  for (let j = 0; j < n; j += 1) {
    won += wins[i * n + j] ?? 0;
    played += (wins[i * n + j] ?? 0) + (wins[j * n + i] ?? 0);
  }
  return played === 0 ? 0.5 : won / played;
}

/** The interval, extended at each end to at least this distance. */
function atLeast(interval: [number, number] | null, center: number, reach: number): [number, number] | null {
  return interval && [Math.min(interval[0], center - reach), Math.max(interval[1], center + reach)];
}

function intervalOf(values: readonly number[]): [number, number] | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const tail = (1 - BRADLEY_TERRY_BOOTSTRAP.level) / 2;
  return [quantile(sorted, tail), quantile(sorted, 1 - tail)];
}
