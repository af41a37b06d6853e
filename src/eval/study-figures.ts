/** A study's figures, as its page, files and text show them. */
import { fallbackWords, isMostlyFallback } from '~/lib/play/whose-play';
import { actionsIn } from './action-tally';
import { seedsOf } from './episode';
import type { EvalReport, EvalRow } from './report';
import type { Robustness, RobustnessPoint } from './robustness';
import type { SplitName } from './seeds';

/** A row's role in the table. */
export type Role = 'contestant' | 'variant' | 'null' | 'farmer';

export const ROLE_WORDS: Record<Role, string> = {
  contestant: '',
  variant: 'variant, no contestant',
  null: 'null policy',
  farmer: 'tries to farm the score',
};

export interface StudyRow extends EvalRow {
  role: Role;
  /** null: several ranges. */
  split: SplitName | null;
  /** Submitted actions; null: not counted in that run. */
  handedIn: number | null;
  /** The share of submitted actions that the rules refused. */
  refusalRate: number | null;
}

/** Every row of every report, in order. */
export function studyRows(reports: readonly EvalReport[]): StudyRow[] {
  return reports.flatMap(({ rows, meta }) =>
    rows.map((row) => {
      const handedIn = row.actions === undefined ? null : actionsIn(row.actions);
      return {
        ...row,
        role: roleOf(meta.controls, row.policy),
        split: meta.splits.length === 1 ? (meta.splits[0] ?? null) : null,
        handedIn,
        refusalRate: handedIn === null || handedIn === 0 ? null : row.invalid / handedIn,
      };
    }),
  );
}

/** Null models are known by their names; policies declare what they are. */
function roleOf(controls: EvalReport['meta']['controls'], policy: string): Role {
  return controls[policy] ?? (policy.startsWith('null-') ? 'null' : 'contestant');
}

/** Its fallback played most of its turns, so its figures say nothing about it. */
export function isAbsent({ counts }: Pick<EvalRow, 'counts'>): boolean {
  return counts !== undefined && isMostlyFallback(counts);
}

/** A note next to its figures; empty: they are its own. */
export function scoreNote(row: Pick<EvalRow, 'counts'>): string {
  return row.counts && isAbsent(row) ? fallbackWords(row.counts) : '';
}

/** The same for the score of one episode. */
export function noteIn(reports: readonly EvalReport[], { task, seed }: { task: string; seed: number }, policy: string): string {
  const row = reports.flatMap(({ rows }) => rows).find((one) => one.policy === policy && one.task === task && seedsOf(one).includes(seed));
  const note = row ? scoreNote(row) : '';
  return note === '' ? '' : ` (${note})`;
}

/** Rows of one task and range: contestants, highest mean first, then those played by fallbacks, variants, null policies and farmers. */
export function ranking(rows: readonly StudyRow[]): StudyRow[] {
  const places: Record<Role, number> = { contestant: 0, variant: 2, null: 3, farmer: 4 };
  const place = (row: StudyRow) => (row.role === 'contestant' && isAbsent(row) ? 1 : places[row.role]);
  return [...rows].sort((a, b) => place(a) - place(b) || b.mean - a.mean || (a.policy < b.policy ? -1 : 1));
}

/** Rows by percentile-1 have no median. */
export function hasMedian(rows: readonly EvalRow[]): boolean {
  return rows.some(({ median }) => median !== undefined);
}

export interface StudyTable {
  task: string;
  /** `train`, `validation`, `test` or `mixed`. */
  range: string;
  seeds: string;
  n: number;
  rows: StudyRow[];
}

/** One table per task and range, tasks first. */
export function studyTables(reports: readonly EvalReport[]): StudyTable[] {
  const rows = studyRows(reports);
  const tasks = [...new Set(rows.map(({ task }) => task))];
  return tasks.flatMap((task) =>
    [...new Set(rows.map(({ seeds }) => seeds))].flatMap((seeds) => {
      const own = rows.filter((row) => row.task === task && row.seeds === seeds);
      const [first] = own;
      return first ? [{ task, range: first.split ?? 'mixed', seeds, n: first.n, rows: ranking(own) }] : [];
    }),
  );
}

/** Action types of these rows, most frequent first. */
export function actionTypes(rows: readonly StudyRow[]): string[] {
  const sums = new Map<string, number>();
  for (const { actions = {} } of rows) for (const [type, count] of Object.entries(actions)) sums.set(type, (sums.get(type) ?? 0) + count);
  return [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([type]) => type);
}

/** The share of a row's submitted actions that have this type. */
export function shareOf(row: StudyRow, type: string): number | null {
  return row.handedIn === null || row.handedIn === 0 ? null : (row.actions?.[type] ?? 0) / row.handedIn;
}

export interface Curve {
  policy: string;
  points: RobustnessPoint[];
}

/** One panel per task and kind of shock, one curve per agent. */
export function robustnessPanels({ points }: Robustness): { task: string; kind: RobustnessPoint['kind']; curves: Curve[] }[] {
  const tasks = [...new Set(points.map(({ task }) => task))];
  const kinds = [...new Set(points.map(({ kind }) => kind))];
  const policies = [...new Set(points.map(({ policy }) => policy))];
  return tasks.flatMap((task) =>
    kinds.map((kind) => ({
      task,
      kind,
      curves: policies.map((policy) => ({
        policy,
        points: points.filter((point) => point.task === task && point.kind === kind && point.policy === policy),
      })),
    })),
  );
}
