/** A study as one long table: a line for each figure, the grid of shocks and the populations below the rest. */
import { csvTable } from './csv';
import { publishedFigures } from './presets';
import type { EvalRow } from './report';
import type { Study } from './study';
import { actionTypes, shareOf, studyRows } from './study-figures';

type Cell = string | number | null;

const COLUMNS = 'section,policy,role,task,range,seeds,n,mean,std,ci95_low,ci95_high,refused,handed_in,refusal_rate,published,equal'.split(
  ',',
);
const STRESS = 'shock,strikes,change,change_low,change_high'.split(',');
const TURNS = 'turns,own,repaired,guarded,fallback,walk_backs,calls,tokens,cost'.split(',');
const MADE_BY = 'among,command,code,ruleset,version,settings,weights'.split(',');
const NO_ROLE_FIGURES: Cell[] = [null, null, null, null, null];
const NO_STRESS: Cell[] = STRESS.map(() => null);
const NO_TURNS: Cell[] = TURNS.map(() => null);

export function studyCsv(study: Study): string {
  const types = actionTypes(studyRows(study.reports));
  const names = [...COLUMNS, ...STRESS, ...types.map((type) => `share_${type}`), ...TURNS, ...MADE_BY];
  const none = [...types.map(() => null), ...NO_TURNS];
  return `${csvTable(names, [...evalLines(study, types), ...robustnessLines(study, none), ...populationLines(study, none)])}\n`;
}

function evalLines(study: Study, types: readonly string[]): Cell[][] {
  const published = publishedFigures(study.reports);
  return studyRows(study.reports).map((row) => {
    const { policy, role, task, split, seeds, n, mean, std, ci95, invalid, handedIn, refusalRate, pin } = row;
    const printed = published.find((one) => one.policy === policy && one.task === task && SEEDS_OF[one.split] === split);
    const figures = [n, mean, std, ...(ci95 ?? [null, null]), invalid, handedIn, refusalRate];
    const beside = [printed?.published ?? null, printed ? (printed.equal ? 'yes' : 'no') : null];
    const shares = types.map((type) => shareOf(row, type));
    const made = madeBy(study, { among: null, pin });
    return [
      'eval',
      policy,
      role,
      task,
      split ?? 'mixed',
      seeds,
      ...figures,
      ...beside,
      ...NO_STRESS,
      ...shares,
      ...turnCells(row),
      ...made,
    ];
  });
}

/** Whose turns they were, and what they cost; nothing of a script, of which there is nothing to tell apart. */
function turnCells({ counts }: EvalRow): Cell[] {
  if (!counts) return NO_TURNS;
  const { turns, own, repaired, guarded, fallback, walkBacks, calls, tokens, cost } = counts;
  return [turns, own, repaired, guarded, fallback, walkBacks, calls, tokens.prompt + tokens.completion, cost];
}

function robustnessLines(study: Study, shares: readonly Cell[]): Cell[][] {
  const { robustness } = study;
  if (!robustness) return [];
  return robustness.points.map(({ policy, task, kind, strikes, n, mean, ci95, change }) => {
    const where = ['robustness', policy, null, task, robustness.splits.join(' '), robustness.seeds];
    const figures = [n, mean, null, ...(ci95 ?? [null, null]), ...NO_ROLE_FIGURES];
    const stress = [kind, strikes, change?.mean ?? null, ...(change?.ci95 ?? [null, null])];
    return [...where, ...figures, ...stress, ...shares, ...madeBy(study, { among: null, pin: pinOf(study, policy) })];
  });
}

/** A line for each row alone among each column. */
function populationLines(study: Study, shares: readonly Cell[]): Cell[][] {
  const { populations } = study;
  if (!populations) return [];
  return populations.games.flatMap(({ task, cells }) =>
    cells.map(({ row, column, n, mean, ci95 }) => {
      const where = ['populations', row, null, task, populations.splits.join(' '), populations.seeds];
      const figures = [n, mean, null, ...(ci95 ?? [null, null]), ...NO_ROLE_FIGURES];
      return [...where, ...figures, ...NO_STRESS, ...shares, ...madeBy(study, { among: column, pin: pinOf(study, row) })];
    }),
  );
}

/** Who else was there, and what makes the figure again: command, versions, and of an agent digests of its settings and weights. */
function madeBy({ command, code, reports }: Study, { among, pin }: { among: string | null; pin: EvalRow['pin'] }): Cell[] {
  const meta = reports[0]?.meta;
  const rules = meta ? `${meta.game}/${meta.ruleset}` : null;
  return [among, command, code, rules, meta?.version ?? null, pin?.agent ?? null, pin?.weights ?? null];
}

function pinOf({ reports }: Study, policy: string): EvalRow['pin'] {
  return reports.flatMap(({ rows }) => rows).find((row) => row.policy === policy && row.pin)?.pin;
}

const SEEDS_OF = { train: 'train', holdout: 'test' } as const;
