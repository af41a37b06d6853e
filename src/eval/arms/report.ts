/** What an ablation or a ladder found, as `--json` prints it, and in words. */
import type { TurnCounts } from '~/agents/agent-turn';
import type { OptionValue } from '~/contract/options';
import type { SplitName } from '../seeds';
import { fixed, intervalText } from '../study-labels';

export interface Power {
  pilot: number[];
  /** Of the run. */
  worlds: number;
  /** Primary comparisons over all tasks. */
  comparisons: number;
  /** 5% divided by them. */
  level: number;
  effect: number | null;
  /** The largest standard deviation of a difference by world in the pilot; null: there was no pilot. */
  spread: number | null;
  /** Worlds that `effect` needs. */
  needed: number | null;
  /** The smallest difference that the run finds in four of five runs. */
  detectable: number | null;
}

export interface CellRow {
  cell: string;
  kind: 'agent' | 'null' | 'script';
  player: string;
  arm: string;
  rung?: string;
  task: string;
  n: number;
  mean: number;
  interval: [number, number] | null;
  std: number | null;
  /** By seed, in the run's order. */
  scores: number[];
  counts?: TurnCounts;
  pin?: { agent: string; weights: string | null };
  /** Its fallback played most of its turns. */
  isFallbacks?: boolean;
  prompts?: { asked: number; notAsked: number; differ: number; wrong: number };
}

export interface Contrast {
  task: string;
  a: string;
  b: string;
  /** Decided beforehand, and corrected by Holm over all such. */
  isPrimary: boolean;
  worlds: number;
  /** a minus b, by world. */
  difference: number;
  interval: [number, number] | null;
  effect: number | null;
  p: number | null;
  holm: number | null;
  /** Why it says nothing of the player; null: nothing speaks against it. */
  why: string | null;
}

export interface Check {
  what: string;
  found: string;
  /** []: it held. */
  why: string[];
}

export interface ArmsReport {
  kind: 'ablation' | 'ladder';
  game: string;
  version: number;
  judgeMode: string;
  options?: Readonly<Record<string, OptionValue>>;
  tasks: string[];
  seeds: number[];
  ranges: SplitName[];
  base: string;
  prompt: string;
  power: Power;
  rows: CellRow[];
  contrasts: Contrast[];
  checks: Check[];
  /** A check failed, so nothing is claimed. */
  isVoid: boolean;
  /** Rungs for which nobody was named. */
  absent: string[];
  statistics: string;
  command: string;
  code: string;
}

export const ROW_HEADS = ['player', 'asked', 'task', 'n', 'mean', '95% interval', 'own turns', 'prompts'];
export const CONTRAST_HEADS = ['difference', 'task', 'n', 'mean', '95% interval', 'effect', 'p', 'p, corrected'];

export function rowLines({ rows }: ArmsReport): string[][] {
  return rows.map(({ rung, player, arm, task, n, mean, interval, counts, prompts }) => [
    rung === undefined || rung === 'null' ? player : `${rung}: ${player}`,
    arm,
    task,
    String(n),
    fixed(mean),
    intervalText(interval),
    counts ? `${Math.round((100 * counts.own) / Math.max(1, counts.turns))}%` : '',
    prompts ? String(prompts.asked) : '',
  ]);
}

export function contrastLines({ contrasts }: ArmsReport, isPrimary: boolean): string[][] {
  return contrasts
    .filter((one) => one.isPrimary === isPrimary)
    .map(({ a, b, task, worlds, difference, interval, effect, p, holm, why }) => [
      `${a} − ${b}${why === null ? '' : ` (void: ${why})`}`,
      task,
      String(worlds),
      fixed(difference),
      intervalText(interval),
      fixed(effect, 2),
      pText(p),
      holm === null ? '' : pText(holm),
    ]);
}

function pText(p: number | null): string {
  if (p === null) return '–';
  return p < 1e-4 ? '< 0.0001' : p.toFixed(4);
}

export function powerWords({ pilot, worlds, comparisons, level, effect, spread, needed, detectable }: Power): string {
  const tests = comparisons === 1 ? 'one comparison' : `${comparisons} comparisons`;
  if (spread === null) return `No pilot was played, so nothing is known of the power of ${worlds} worlds (${tests}).`;
  const from = `The differences of ${pilot.length} pilot worlds (seeds ${pilot[0]}-${pilot.at(-1)}, none of them in the run) spread by ${spread.toFixed(4)}, a rough figure`;
  const finds =
    detectable === null ? 'too few to find anything' : `which find a difference of ${detectable.toFixed(4)} in four of five runs`;
  const wanted =
    effect === null || needed === null
      ? ''
      : ` A difference of ${effect} needs ${needed} worlds${needed > worlds ? `: this run is too small for it` : ''}.`;
  return `${from}. The run has ${worlds} worlds, ${finds} (${tests}, level ${level.toPrecision(2)}).${wanted}`;
}

export function verdictWords({ isVoid, checks, absent }: ArmsReport): string[] {
  const failed = checks.filter(({ why }) => why.length > 0);
  return [
    ...(isVoid ? ['VOID: this run did not ask what it should have, so nothing follows from its figures.'] : []),
    ...failed.map(({ what, why }) => `${what}: ${why.join('; ')}.`),
    ...(isVoid
      ? []
      : ['Every stored prompt is what it should be, and differs from the base’s nowhere else. All cells played the same worlds.']),
    ...absent.map((rung) => `${rung}: not here. Nobody was named for this rung, and no other takes its place.`),
  ];
}

export const ARMS_WORDS =
  'Differences are paired by world. Intervals: symmetric bootstrap-t (method bootstrap-t-2), none below 8 worlds. Effect: the mean difference over its standard deviation by world. p: two-sided sign-flip test; corrected: by Holm over the first table’s comparisons. The second table was not chosen beforehand and is not corrected.';

export function armsMarkdown(report: ArmsReport): string {
  const title = report.kind === 'ladder' ? 'Ladder' : 'Ablation';
  return [
    `# ${title}: ${report.game}@${report.version}, ${report.tasks.join(', ')}`,
    ...verdictWords(report),
    powerWords(report.power),
    table(CONTRAST_HEADS, contrastLines(report, true)),
    table(CONTRAST_HEADS, contrastLines(report, false)),
    table(ROW_HEADS, rowLines(report)),
    table(
      ['check', 'found', 'result'],
      report.checks.map(({ what, found, why }) => [what, why.length > 0 ? why.join('; ') : found, why.length > 0 ? 'failed' : 'held']),
    ),
    ARMS_WORDS,
    `Prompt ${report.prompt}; ranges ${report.ranges.join(', ')}; ${report.code}.`,
    `\`${report.command}\``,
  ].join('\n\n');
}

function table(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  return [heads, heads.map(() => '---'), ...lines].map((line) => `| ${line.map(cell).join(' | ')} |`).join('\n');
}
