/** An evaluation's results seed by seed: a row for each policy, task and seed. */
import type { TableColumn, TableRow } from '~/lib/tables/result-table';
import { seedsOf } from './episode';
import type { EvalReport } from './report';
import { splitOf } from './seeds';

/** In this order; docs/evaluation.md lists them. */
export const SCORE_COLUMNS: readonly TableColumn[] = [
  { name: 'ruleset', kind: 'text', what: 'game and ruleset' },
  { name: 'version', kind: 'whole', what: 'version of the ruleset' },
  { name: 'code', kind: 'text', what: 'version of Mandi, with the digest of its sources' },
  { name: 'judge_mode', kind: 'text', what: '`off` or `rule`' },
  { name: 'policy', kind: 'text', what: 'policy, or agent as `name@version`' },
  { name: 'control', kind: 'text', what: 'what the policy stands in for, if it is no contestant' },
  { name: 'task', kind: 'text', what: 'task of the ruleset' },
  { name: 'range', kind: 'text', what: '`train`, `validation`, `test` or `none`' },
  { name: 'seed', kind: 'whole', what: 'the world; the same seed is the same world for every policy' },
  { name: 'score', kind: 'number', what: 'cumulative reward of the episode, unrounded' },
];

/** null: a row of the report has no scores by seed (it was kept by an earlier version). */
export function scoreRows(reports: readonly EvalReport[]): TableRow[] | null {
  const rows: TableRow[] = [];
  for (const { meta, rows: all } of reports) {
    for (const row of all) {
      const { policy, task, scores } = row;
      if (scores === undefined) return null;
      const of = { ruleset: `${meta.game}/${meta.ruleset}`, version: meta.version, code: meta.code, judge_mode: meta.judge_mode };
      const control = meta.controls[policy] ?? null;
      for (const [at, seed] of seedsOf(row).entries())
        rows.push({ ...of, policy, control, task, range: splitOf(seed), seed, score: scores[at] ?? null });
    }
  }
  return rows;
}
