/** A study as one long table: a line for each figure, the grid of shocks below the rest. */
import { csvTable } from './csv';
import { publishedFigures } from './presets';
import type { Study } from './study';
import { actionTypes, shareOf, studyRows } from './study-figures';

type Cell = string | number | null;

const COLUMNS = 'section,policy,role,task,range,seeds,n,mean,std,ci95_low,ci95_high,refused,handed_in,refusal_rate,published,equal'.split(
  ',',
);
const STRESS = 'shock,strikes,change,change_low,change_high'.split(',');

export function studyCsv({ reports, robustness }: Study): string {
  const rows = studyRows(reports);
  const types = actionTypes(rows);
  const published = publishedFigures(reports);
  const names = [...COLUMNS, ...STRESS, ...types.map((type) => `share_${type}`)];
  const lines: Cell[][] = [];
  for (const row of rows) {
    const { policy, role, task, split, seeds, n, mean, std, ci95, invalid, handedIn, refusalRate } = row;
    const printed = published.find((one) => one.policy === policy && one.task === task && SEEDS_OF[one.split] === split);
    const figures = [n, mean, std, ...(ci95 ?? [null, null]), invalid, handedIn, refusalRate];
    const beside = [printed?.published ?? null, printed ? (printed.equal ? 'yes' : 'no') : null];
    lines.push([
      'eval',
      policy,
      role,
      task,
      split ?? 'mixed',
      seeds,
      ...figures,
      ...beside,
      ...STRESS.map(() => null),
      ...types.map((type) => shareOf(row, type)),
    ]);
  }
  for (const { policy, task, kind, strikes, n, mean, ci95, change } of robustness?.points ?? []) {
    const figures = [n, mean, null, ...(ci95 ?? [null, null]), null, null, null, null, null];
    const stress = [kind, strikes, change?.mean ?? null, ...(change?.ci95 ?? [null, null])];
    lines.push([
      'robustness',
      policy,
      null,
      task,
      robustness?.splits.join(' ') ?? null,
      robustness?.seeds ?? null,
      ...figures,
      ...stress,
      ...types.map(() => null),
    ]);
  }
  return `${csvTable(names, lines)}\n`;
}

const SEEDS_OF = { train: 'train', holdout: 'test' } as const;
