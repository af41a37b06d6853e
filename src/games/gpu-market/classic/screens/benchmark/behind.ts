import type { ChartTable } from '~/kit/charts/csv';
import type { Figure } from './figures';

/** Everything behind the whiskers, a row a figure, means unrounded. */
export function tableBehind(figures: readonly Figure[]): ChartTable {
  return {
    columns: ['policy', 'task', 'split', 'seeds', 'n', 'mean', 'std', 'ci95_low', 'ci95_high', 'invalid', 'published', 'equal'],
    rows: figures.map(({ policy, task, split, row, published, equal }) => [
      policy,
      task,
      split,
      row.seeds,
      row.n,
      row.mean,
      row.std,
      row.ci95?.[0] ?? null,
      row.ci95?.[1] ?? null,
      row.invalid,
      published,
      published === null ? null : equal ? 'yes' : 'no',
    ]),
  };
}
