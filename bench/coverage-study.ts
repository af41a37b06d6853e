/** How intervals and p-values behave on Mandi's own scores: how often a 95% interval contains the mean, how often a p-value is wrong. */
import { gameKey } from '~/contract/game-ref';
import { playChunk } from '../src/eval/chunk';
import { anytimeEvidence } from '../src/statistics/anytime';
import { mean, sampleStd, sfc32 } from '../src/statistics/basics';
import { intervalsOf } from '../src/statistics/bootstrap';
import { isMostlyEqual, medianOf } from '../src/statistics/median';
import { STATISTICS, type StatisticsMethod } from '../src/statistics/methods';
import { moreNeeded, signFlipP } from '../src/statistics/paired';

export interface Population {
  name: string;
  /** For each world, a score or the lead of one policy over another. */
  values: number[];
}

export interface Setting {
  ruleset: 'classic' | 'open';
  version: number;
  tasks: readonly string[];
  policies: readonly string[];
  from: number;
  worlds: number;
}

/** Scores of each policy on each task, and leads of each policy over the next, world by world. */
export async function populationsOf({ ruleset, version, tasks, policies, from, worlds }: Setting): Promise<Population[]> {
  const seeds = Array.from({ length: worlds }, (_, i) => from + i);
  const found: Population[] = [];
  for (const task of tasks) {
    const scores: Population[] = [];
    for (const policy of policies) {
      const episodes = await playChunk({ game: gameKey('gpu-market', ruleset), version, judgeMode: 'off', policy, task, seeds });
      scores.push({ name: `${ruleset} ${task} ${policy}`, values: episodes.map(({ score }) => score) });
    }
    const leads = scores.slice(1).map(({ name, values }, i) => ({
      name: `${name} less ${policies[i]}`,
      values: values.map((value, world) => value - (scores[i]?.values[world] ?? 0)),
    }));
    found.push(...scores, ...leads);
  }
  return found;
}

export interface Coverage {
  n: number;
  method: StatisticsMethod;
  /** Share of intervals that contained the population's mean, over all populations. */
  held: number;
  /** The same share in the median population, and in the worst one. */
  median: number;
  worst: number;
  /** Share of samples that had an interval. */
  given: number;
  /** Median of the widths, in standard deviations of the population. */
  width: number;
}

/** Samples are drawn with replacement; a population's mean is the truth. */
export function coverageOf(
  populations: readonly Population[],
  { sizes, samples }: { sizes: readonly number[]; samples: number },
): Coverage[] {
  const rows: Coverage[] = [];
  for (const n of sizes) {
    for (const method of STATISTICS) {
      const next = sfc32(31_000 + n);
      let [held, given] = [0, 0];
      const shares: number[] = [];
      const widths: number[] = [];
      for (const { values } of populations) {
        const truth = mean(values);
        const spread = sampleStd(values) ?? 1;
        const lists = Array.from({ length: samples }, () => draw(values, n, next));
        const intervals = intervalsOf(lists, method).filter((one) => one !== null);
        const right = intervals.filter(([low, high]) => low <= truth && truth <= high).length;
        for (const [low, high] of intervals) widths.push((high - low) / spread);
        given += intervals.length;
        held += right;
        if (intervals.length > 0) shares.push(right / intervals.length);
      }
      const [all, worst] = [populations.length * samples, Math.min(...shares)];
      const [median, width] = [medianOf(shares) ?? 0, medianOf(widths) ?? 0];
      rows.push({ n, method, held: held / Math.max(1, given), median, worst, given: given / all, width });
    }
  }
  return rows;
}

/** Populations whose values are not mostly one value; for the others no method reaches its stated coverage below 20 worlds. */
export function varied(populations: readonly Population[]): Population[] {
  return populations.filter(({ values }) => !isMostlyEqual(values));
}

export interface Wrong {
  /** The first look comes after this many worlds. */
  first: number;
  atFirst: number;
  /** A look after every eighth world, up to `last`. */
  last: number;
  looking: number;
  anytime: number;
}

const SIZE = 0.05;
const EVERY = 8;

/** No true lead: leads of the populations with random signs (two equals who swap seats). How often is something called significant? */
export function wrongRates(leads: readonly Population[], { runs, first, last }: { runs: number; first: number; last: number }): Wrong {
  const next = sfc32(32_000);
  let [atFirst, looking, anytime] = [0, 0, 0];
  for (let run = 0; run < runs; run += 1) {
    const { values } = leads[run % leads.length] ?? { values: [] };
    const drawn = draw(values, last, next).map((value) => (next() < 0.5 ? value : -value));
    if ((signFlipP(drawn.slice(0, first)) ?? 1) < SIZE) atFirst += 1;
    for (let n = EVERY; n <= last; n += EVERY) {
      if ((signFlipP(drawn.slice(0, n)) ?? 1) >= SIZE) continue;
      looking += 1;
      break;
    }
    if ((anytimeEvidence(drawn)?.p ?? 1) < SIZE) anytime += 1;
  }
  return { first, last, atFirst: atFirst / runs, looking: looking / runs, anytime: anytime / runs };
}

/** A true lead of this many standard deviations, normal: how often is it significant at the end, when "more" is followed once? */
export function powerOf(
  lead: number,
  { runs, first, most }: { runs: number; first: number; most: number },
): { power: number; toldNoLead: number } {
  const next = sfc32(33_000);
  let [found, none] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const leads = Array.from({ length: first }, () => lead + normal(next));
    if ((signFlipP(leads) ?? 1) < SIZE) {
      found += 1;
      continue;
    }
    const more = moreNeeded(leads);
    if (more === null || first + more > most) {
      none += 1;
      continue;
    }
    for (let i = 0; i < more; i += 1) leads.push(lead + normal(next));
    if ((signFlipP(leads) ?? 1) < SIZE) found += 1;
  }
  return { power: found / runs, toldNoLead: none / runs };
}

function draw(values: readonly number[], n: number, next: () => number): number[] {
  return Array.from({ length: n }, () => values[Math.floor(next() * values.length)] ?? 0);
}

function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}
