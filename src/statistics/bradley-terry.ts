/**
 * Bradley-Terry strengths from who finished before whom (Bradley and Terry 1952; fitted by the minorisation of Hunter 2004, "MM
 * algorithms for generalized Bradley-Terry models"). A match of k seats counts as its k(k-1)/2 pairs, a tie as half a win each way.
 */
import { quantile, sfc32 } from '~/eval/statistics';
import { entrantsOf, inOrder, type MatchResult } from './results';

export interface Strength {
  entrant: string;
  /** On the scale of Elo: 400 points are odds of 10 to 1; the mean of all entrants is 0. */
  elo: number;
  /** 95% percentile bootstrap over worlds; null with fewer than two. */
  interval: [number, number] | null;
  /** Share of pairs that it won, ties half. */
  wins: number;
}

/** Half a win and half a loss against an average entrant: who won everything has a finite strength. */
const PRIOR = 0.5;
const ROUNDS = 1_000;
const CLOSE_ENOUGH = 1e-10;
export const BRADLEY_TERRY_BOOTSTRAP = { resamples: 1_000, level: 0.95, seed: 20_262 };

/** Best first. */
export function bradleyTerry(results: readonly MatchResult[], resamples: number = BRADLEY_TERRY_BOOTSTRAP.resamples): Strength[] {
  const ordered = inOrder(results);
  const names = entrantsOf(ordered);
  const worlds = [...byWorld(ordered).values()].map((group) => winsOf(group, names));
  const all = sum(worlds, names.length);
  const fitted = strengthsFrom(all, names.length);
  const drawn = worlds.length < 2 ? [] : resample(worlds, names.length, resamples);
  return names
    .map((entrant, i) => ({
      entrant,
      elo: fitted[i] ?? 0,
      interval: intervalOf(drawn.map((one) => one[i] ?? 0)),
      wins: shareOf(all, i, names.length),
    }))
    .sort((a, b) => b.elo - a.elo || a.entrant.localeCompare(b.entrant));
}

/** wins[i * n + j]: how often i finished before j. */
type Wins = Float64Array;

function winsOf(matches: readonly MatchResult[], names: readonly string[]): Wins {
  const n = names.length;
  const wins = new Float64Array(n * n);
  for (const { scores } of matches) {
    for (const a of scores) {
      for (const b of scores) {
        if (a.entrant === b.entrant) continue;
        const at = names.indexOf(a.entrant) * n + names.indexOf(b.entrant);
        wins[at] = (wins[at] ?? 0) + (a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0);
      }
    }
  }
  return wins;
}

/** Strengths on the scale of Elo, mean 0. */
function strengthsFrom(wins: Wins, n: number): number[] {
  let strength = new Float64Array(n).fill(1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float64Array(n);
    for (let i = 0; i < n; i += 1) {
      let won = PRIOR;
      let weight = (2 * PRIOR) / ((strength[i] ?? 1) + 1);
      for (let j = 0; j < n; j += 1) {
        if (i === j) continue;
        const [for_, against] = [wins[i * n + j] ?? 0, wins[j * n + i] ?? 0];
        won += for_;
        if (for_ + against > 0) weight += (for_ + against) / ((strength[i] ?? 1) + (strength[j] ?? 1));
      }
      next[i] = won / weight;
    }
    const moved = Math.max(...next.map((value, i) => Math.abs(Math.log(value / (strength[i] ?? 1)))));
    strength = next;
    if (moved < CLOSE_ENOUGH) break;
  }
  const elo = Array.from(strength, (value) => (400 * Math.log(value)) / Math.LN10);
  const centre = elo.reduce((total, one) => total + one, 0) / Math.max(1, n);
  return elo.map((one) => one - centre);
}

function resample(worlds: readonly Wins[], n: number, times: number): number[][] {
  const next = sfc32(BRADLEY_TERRY_BOOTSTRAP.seed);
  return Array.from({ length: times }, () => {
    const drawn = Array.from({ length: worlds.length }, () => worlds[Math.floor(next() * worlds.length)] ?? new Float64Array(n * n));
    return strengthsFrom(sum(drawn, n), n);
  });
}

function sum(worlds: readonly Wins[], n: number): Wins {
  const total = new Float64Array(n * n);
  for (const wins of worlds) for (const [at, count] of wins.entries()) total[at] = (total[at] ?? 0) + count;
  return total;
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

function intervalOf(values: readonly number[]): [number, number] | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const tail = (1 - BRADLEY_TERRY_BOOTSTRAP.level) / 2;
  return [quantile(sorted, tail), quantile(sorted, 1 - tail)];
}

function byWorld(matches: readonly MatchResult[]): Map<string, MatchResult[]> {
  const groups = new Map<string, MatchResult[]>();
  for (const match of matches) groups.set(match.world, [...(groups.get(match.world) ?? []), match]);
  return groups;
}
