/** An evaluation report as text and as CSV. */

import { commandOf, type EvalPlan } from '~/eval/eval-plan';
import type { PopulationGame, Populations } from '~/eval/populations';
import type { EvalReport, EvalReports, EvalRow } from '~/eval/report';
import { scoreOf } from '~/eval/study';
import { gameWords, nashHeads, nashLines, payoffHeads, payoffLines, populationWords } from '~/eval/study-labels';
import { FALLBACK_REASONS_NOTE, fallbackReasons, isMostlyFallback, ownTurnsWords } from '~/lib/play/whose-play';
import { csvTable } from '~/lib/text/csv';
import { intervalText, trueMinus } from './figure-text';
import { type Column, textTable, wordTable } from './text-table';

const COLUMNS: readonly Column<EvalRow>[] = [
  { title: 'task', align: 'left', text: (row) => row.task },
  { title: 'policy', align: 'left', text: (row) => row.policy },
  { title: 'n', align: 'right', text: (row) => String(row.n) },
  { title: 'mean', align: 'right', text: (row) => figure(row.mean) },
  { title: 'std', align: 'right', text: (row) => figure(row.std) },
  { title: '95% interval', align: 'right', text: (row) => intervalText(row.ci95, figure) || '-' },
  { title: 'invalid', align: 'right', text: (row) => String(row.invalid) },
];

export function evalText(report: EvalReport): string {
  const { meta, rows } = report;
  const ranges = meta.splits.join(' + ') || 'none';
  const controls = Object.entries(meta.controls).map(([policy, kind]) => `${policy} (${kind})`);
  return [
    `${meta.game}/${meta.ruleset} version ${meta.version}, judge ${meta.judge_mode}, seeds ${rows[0]?.seeds ?? ''} (${ranges})`,
    '',
    textTable(columnsFor(rows), rows),
    '',
    ...countsText(rows),
    `mean and std of the ${scoreOf(meta)?.scale ?? 'cumulative reward'}; invalid: refused actions, over all seeds`,
    `std: ${meta.std}; interval: bootstrap (${meta.ci95.method}), ${meta.ci95.resamples.toLocaleString('en')} resamples, seed ${meta.ci95.seed}`,
    ...(controls.length > 0 ? [`controls, no contestants: ${controls.join(', ')}`] : []),
    `${meta.code}: ${meta.command}`,
  ].join('\n');
}

/** A mean of a model or program is shown with its share of own turns. */
function columnsFor(rows: readonly EvalRow[]): readonly Column<EvalRow>[] {
  const own: Column<EvalRow> = { title: 'own turns', align: 'right', text: ({ counts }) => ownTurnsWords(counts) };
  const median: Column<EvalRow> = { title: 'median', align: 'right', text: (row) => figure(row.median ?? null) };
  const hasOwn = rows.some(({ counts }) => counts);
  return COLUMNS.flatMap((column) => {
    if (column.title === 'mean' && hasOwn) return [column, own];
    return column.title === '95% interval' && hasMedian(rows) ? [column, median] : [column];
  });
}

function hasMedian(rows: readonly EvalRow[]): boolean {
  return rows.some((row) => row.median !== undefined);
}

const COUNTS: readonly Column<CountedRow>[] = [
  { title: 'task', align: 'left', text: (row) => row.task },
  { title: 'agent', align: 'left', text: (row) => row.policy },
  { title: 'turns', align: 'right', text: ({ counts }) => String(counts.turns) },
  { title: 'own', align: 'right', text: ({ counts }) => share(counts.own, counts.turns) },
  { title: 'repaired', align: 'right', text: ({ counts }) => share(counts.repaired, counts.turns) },
  { title: 'fallback', align: 'right', text: ({ counts }) => `${share(counts.fallback, counts.turns)}${fallbackReasons(counts)}` },
  { title: 'guarded', align: 'right', text: ({ counts }) => share(counts.guarded, counts.turns) },
  { title: 'walked back', align: 'right', text: ({ counts }) => String(counts.walkBacks) },
  { title: 'calls', align: 'right', text: ({ counts }) => String(counts.calls) },
  { title: 'tokens', align: 'right', text: ({ counts }) => String(counts.tokens.prompt + counts.tokens.completion) },
  {
    title: 'p50/p95 s',
    align: 'right',
    text: ({ counts: { latency } }) => (latency ? `${seconds(latency.p50)}/${seconds(latency.p95)}` : '-'),
  },
];

type CountedRow = EvalRow & { counts: NonNullable<EvalRow['counts']> };

/** Turn counts, with a note on null models. Empty without agents. */
function countsText(rows: readonly EvalRow[]): string[] {
  const counted = rows.filter((row): row is CountedRow => row.counts !== undefined);
  if (counted.length === 0) return [];
  return [
    textTable(COUNTS, counted),
    '',
    'own: the first reply as it was (guards may have changed it); null models write random legal actions, or the first one',
    ...(counted.some(({ counts }) => counts.fallback > 0) ? [FALLBACK_REASONS_NOTE] : []),
    '',
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)}%`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}

/** The reports of a run by seed range, with the command that reproduces them. */
export function evalReportsJson(plan: EvalPlan, reports: readonly EvalReport[]): string {
  const all: EvalReports = { command: `${commandOf(plan)} --by-split --json`, reports: [...reports] };
  return JSON.stringify(all, null, 1);
}

const TURN_CELLS: readonly [name: string, of: (counts: CountedRow['counts']) => number | string][] = [
  ['turns', ({ turns }) => turns],
  ['own', ({ own }) => own],
  ['repaired', ({ repaired }) => repaired],
  ['guarded', ({ guarded }) => guarded],
  ['fallback', ({ fallback }) => fallback],
  ['walk_backs', ({ walkBacks }) => walkBacks],
  ['calls', ({ calls }) => calls],
  ['tokens', ({ tokens }) => tokens.prompt + tokens.completion],
  ['cost', ({ cost }) => cost],
  ['score_of', (counts) => (isMostlyFallback(counts) ? 'fallback' : 'own')],
];

/** For agents, with turn counts and cost; these columns are empty for scripts. */
export function evalCsv(reports: readonly EvalReport[]): string {
  const rows = reports.flatMap((report) => report.rows);
  const turns = rows.some(({ counts }) => counts) ? TURN_CELLS : [];
  const names = ['policy', 'task', 'seeds', 'n', 'mean', 'std', 'ci95_low', 'ci95_high', 'invalid'];
  return csvTable(
    [...names, ...turns.map(([name]) => name), ...(hasMedian(rows) ? ['median'] : [])],
    rows.map((row) => [
      row.policy,
      row.task,
      row.seeds,
      row.n,
      row.mean,
      row.std,
      row.ci95?.[0] ?? null,
      row.ci95?.[1] ?? null,
      row.invalid,
      ...turns.map(([, of]) => (row.counts ? of(row.counts) : null)),
      ...(hasMedian(rows) ? [row.median ?? null] : []),
    ]),
  );
}

/** Four decimals, or five if the fourth would hide an exact tie (.08255). */
function figure(value: number | null): string {
  if (value === null) return '-';
  const five = value.toFixed(5);
  return trueMinus(five.endsWith('0') ? five.slice(0, -1) : tie(value) ? five : value.toFixed(4));
}

function tie(value: number): boolean {
  return Math.abs(value * 1e5 - Math.round(value * 1e5)) < 1e-6 && value.toFixed(5).endsWith('5');
}

/** The payoffs of populations, and the resulting game. */
export function populationsText(populations: Populations): string {
  const { games, command } = populations;
  return [`populations: ${populationWords(populations)}`, ...games.map(gameText), command].join('\n\n');
}

function gameText(game: PopulationGame): string {
  return [
    game.task,
    '',
    wordTable(payoffHeads(game, 'alone \\ among'), payoffLines(game)),
    '',
    wordTable(nashHeads(game), nashLines(game)),
    '',
    ...gameWords(game),
  ].join('\n');
}
