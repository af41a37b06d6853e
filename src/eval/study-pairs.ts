/** Leads in a report: policies are compared seed by seed, because all of them play the same worlds. */
import { type Anytime, comparePairsBy, type PairedMore } from '~/statistics/compare-pairs';
import { NEWEST_STATISTICS, TIE } from '~/statistics/methods';
import type { PairedDifference } from '~/statistics/paired';
import type { EvalReport } from './report';
import { isAbsent, type StudyRow, type StudyTable, studyTables } from './study-figures';
import { fixed, intervalText } from './study-labels';

export interface StudyPair extends PairedDifference, PairedMore {
  anytime: Anytime | null;
}

export interface StudyPairs {
  task: string;
  range: string;
  seeds: string;
  n: number;
  pairs: StudyPair[];
  /** Contestants played by their fallbacks; their leads would be their fallbacks'. */
  leftOut: string[];
}

/** More pairs take long and tell a reader nothing. */
const MOST_COMPARED = 24;

/**
 * One table per task and range: contestants against each other, or a lone one against the null policies. A range is left out if a row was
 * kept without scores by seed. An agent whose fallback played most of its turns is not compared.
 */
export function studyPairs(reports: readonly EvalReport[]): StudyPairs[] {
  return studyTables(reports).flatMap((table) => {
    const rows = compared(table);
    const lists = rows.map(({ scores = [] }) => scores);
    if (rows.length < 2 || lists.some(({ length }) => length !== table.n)) return [];
    const all = lists.flat();
    const tie = TIE * (Math.max(...all) - Math.min(...all));
    const pairs = rows.flatMap((a, i) =>
      rows.slice(i + 1).map((b, j) => {
        const others = lists[i + 1 + j] ?? [];
        return { a: a.policy, b: b.policy, values: (lists[i] ?? []).map((score, at) => score - (others[at] ?? 0)) };
      }),
    );
    const found = comparePairsBy(pairs, { method: NEWEST_STATISTICS, first: table.n, tie });
    const { task, range, seeds, n } = table;
    const leftOut = table.rows.filter((row) => isContestant(row) && isAbsent(row)).map(({ policy }) => policy);
    return [{ task, range, seeds, n, pairs: found.map((pair) => ({ ...pair, anytime: pair.anytime ?? null })), leftOut }];
  });
}

function compared({ rows }: StudyTable): StudyRow[] {
  const contestants = rows.filter((row) => isContestant(row) && !isAbsent(row));
  if (contestants.length === 0) return [];
  const found = contestants.length > 1 ? contestants : [...contestants, ...rows.filter(({ role }) => role === 'null')];
  return found.slice(0, MOST_COMPARED);
}

function isContestant({ role }: StudyRow): boolean {
  return role === 'contestant' || role === 'variant';
}

export const PAIR_HEADS = ['policy', 'against', 'lead', '95% interval', 'effect', 'n', 'p', 'p, corrected', 'p, any time'];

export const PAIR_WORDS =
  'Lead: the mean of the policy’s score minus the other’s, seed by seed in the same worlds. Interval: symmetric bootstrap-t (method bootstrap-t-2), none below 8 seeds. Effect: the lead over the standard deviation of the leads by seed (Cohen’s d_z). p: two-sided sign-flip test; corrected: by Holm over the pairs of this table. p, any time: stays valid however often you look while more seeds are played, corrected as well.';

export function pairLines({ pairs }: Pick<StudyPairs, 'pairs'>): string[][] {
  return pairs.map(({ a, b, difference, interval, effect = null, worlds, p, holm, anytime }) => [
    a,
    b,
    fixed(difference),
    intervalText(interval),
    fixed(effect, 2),
    String(worlds),
    pWords(p),
    pWords(holm),
    pWords(anytime?.holm ?? null),
  ]);
}

/** Four decimals; smaller values are not distinguished. */
function pWords(p: number | null): string {
  if (p === null) return '–';
  return p < 1e-4 ? '< 0.0001' : p.toFixed(4);
}
