/** Prepares stored reports for the benchmark screen: one row per policy, one panel per task, train and holdout side by side. */

import type { Role } from '~/kit/charts/whiskers';
import { isEqual } from '~/lib/text/printed-mean';
import { publishedMean, SPLITS, type Split } from '../../published-results';

export interface FigureRow {
  policy: string;
  task: string;
  seeds: string;
  n: number;
  mean: number;
  std: number | null;
  ci95: [number, number] | null;
  invalid: number;
}

export interface FigureReport {
  rows: FigureRow[];
  meta: { splits: string[]; controls: Record<string, 'null' | 'farmer' | 'variant'> };
}

export interface Figure {
  policy: string;
  task: string;
  role: Role;
  split: Split;
  row: FigureRow;
  /** As printed; null if not published. */
  published: string | null;
  equal: boolean;
}

const SPLIT_OF_RANGE: Record<string, Split> = { train: 'train', test: 'holdout' };
const ROLE_ORDER: Record<Role, number> = { contestant: 0, variant: 1, null: 2, farmer: 3 };

/** The figures of reports with a single range; others are not shown. */
export function figuresOf(reports: readonly FigureReport[]): Figure[] {
  return reports.flatMap(({ rows, meta }) => {
    const split = meta.splits.length === 1 ? SPLIT_OF_RANGE[meta.splits[0] ?? ''] : undefined;
    return split ? rows.map((row) => figureOf(row, split, meta.controls[row.policy] ?? 'contestant')) : [];
  });
}

/** Contestants from best to worst by their mean over everything shown, then variants, null policies and farmers. */
export function policyOrder(figures: readonly Figure[]): { policy: string; role: Role }[] {
  const roles = new Map(figures.map(({ policy, role }) => [policy, role]));
  const standing = (policy: string) => average(figures.filter((figure) => figure.policy === policy).map(({ row }) => row.mean));
  return [...roles]
    .map(([policy, role]) => ({ policy, role, standing: standing(policy) }))
    .sort((a, b) => ROLE_ORDER[a.role] - ROLE_ORDER[b.role] || b.standing - a.standing || a.policy.localeCompare(b.policy))
    .map(({ policy, role }) => ({ policy, role }));
}

/** In the order of the reports. */
export function taskOrder(figures: readonly Figure[]): string[] {
  return [...new Set(figures.map((figure) => figure.task))];
}

export function figureAt(figures: readonly Figure[], at: Pick<Figure, 'policy' | 'task' | 'split'>): Figure | null {
  return figures.find((figure) => figure.policy === at.policy && figure.task === at.task && figure.split === at.split) ?? null;
}

/** The figures of one policy on one task, in the order of the splits. */
export function pairOf(figures: readonly Figure[], policy: string, task: string): Figure[] {
  return SPLITS.flatMap((split) => figureAt(figures, { policy, task, split }) ?? []);
}

/** The number of published figures, and how many of ours are equal. */
export function agreement(figures: readonly Figure[]): { published: number; equal: number } {
  const published = figures.filter((figure) => figure.published !== null);
  return { published: published.length, equal: published.filter((figure) => figure.equal).length };
}

export interface FarmedTask {
  task: string;
  split: Split;
  farmer: FigureRow;
  /** The best honest contestant of that task and split. */
  best: FigureRow;
}

/** Tasks in which a farmer outscores every honest contestant. */
export function farmedTasks(figures: readonly Figure[]): FarmedTask[] {
  return taskOrder(figures).flatMap((task) =>
    SPLITS.flatMap((split) => {
      const here = figures.filter((figure) => figure.task === task && figure.split === split);
      const best = highest(here.filter(({ role }) => role === 'contestant'));
      const farmer = highest(here.filter(({ role }) => role === 'farmer'));
      return best && farmer && farmer.mean > best.mean ? [{ task, split, farmer, best }] : [];
    }),
  );
}

function figureOf(row: FigureRow, split: Split, role: Role): Figure {
  const published = publishedMean(row.policy, row.task, split);
  return { policy: row.policy, task: row.task, role, split, row, published, equal: published !== null && isEqual(row.mean, published) };
}

function highest(figures: readonly Figure[]): FigureRow | null {
  return figures.reduce<FigureRow | null>((best, { row }) => (best === null || row.mean > best.mean ? row : best), null);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
