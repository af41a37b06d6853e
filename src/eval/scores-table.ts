/** An evaluation's results by seed: one row per policy, task and seed. */
import { isMostlyFallback } from '~/lib/play/whose-play';
import type { TableColumn, TableRow } from '~/lib/tables/result-table';
import { seedsOf } from './episode';
import type { EvalReport, EvalRow } from './report';
import { splitOf } from './seeds';

/** Columns in order; docs/evaluation.md lists them. */
export const SCORE_COLUMNS: readonly TableColumn[] = [
  { name: 'ruleset', kind: 'text', what: 'game and ruleset' },
  { name: 'version', kind: 'whole', what: 'version of the ruleset' },
  { name: 'code', kind: 'text', what: 'version of Mandi, with the digest of its sources' },
  { name: 'judge_mode', kind: 'text', what: '`off` or `rule`' },
  { name: 'policy', kind: 'text', what: 'policy, or agent as `name@version`' },
  { name: 'control', kind: 'text', what: 'the policy’s role, if it is not a contestant' },
  { name: 'task', kind: 'text', what: 'task of the ruleset' },
  { name: 'range', kind: 'text', what: '`train`, `validation`, `test` or `none`' },
  { name: 'seed', kind: 'whole', what: 'the world; the same seed is the same world for every policy' },
  { name: 'score', kind: 'number', what: 'cumulative reward of the episode, unrounded' },
  { name: 'own_turns', kind: 'number', what: 'of a model or program: share of its own turns, over all seeds of the range' },
  { name: 'score_of', kind: 'text', what: '`own`, or `fallback` where the fallback played most of these turns' },
];

/** null: a row of the report has no scores by seed, as in reports of earlier versions. */
export function scoreRows(reports: readonly EvalReport[]): TableRow[] | null {
  const rows: TableRow[] = [];
  for (const { meta, rows: all } of reports) {
    for (const row of all) {
      const { policy, task, scores } = row;
      if (scores === undefined) return null;
      const of = { ruleset: `${meta.game}/${meta.ruleset}`, version: meta.version, code: meta.code, judge_mode: meta.judge_mode };
      const control = meta.controls[policy] ?? null;
      const whose = whoseCells(row.counts);
      for (const [at, seed] of seedsOf(row).entries())
        rows.push({ ...of, policy, control, task, range: splitOf(seed), seed, score: scores[at] ?? null, ...whose });
    }
  }
  return rows;
}

/** Turns are not counted by seed. */
function whoseCells(counts: EvalRow['counts']): TableRow {
  if (!counts) return { own_turns: null, score_of: 'own' };
  return { own_turns: counts.turns === 0 ? null : counts.own / counts.turns, score_of: isMostlyFallback(counts) ? 'fallback' : 'own' };
}
