/** How a study's figures are written in its files. */
import type { EvalMeta, EvalReport } from './report';
import type { Study } from './study';
import type { StudyRow } from './study-figures';

/** Four places, with a true minus. */
export function fixed(value: number | null, places = 4): string {
  if (value === null) return '–';
  const text = value.toFixed(places);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

export function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)}%`;
}

export function intervalText(ci95: readonly [number, number] | null): string {
  return ci95 === null ? '–' : `${fixed(ci95[0])} … ${fixed(ci95[1])}`;
}

export function titleOf({ reports }: Study): string {
  const meta = reports[0]?.meta;
  return meta ? `Evaluation: ${meta.game}/${meta.ruleset} version ${meta.version}` : 'Evaluation';
}

/** What the figures are, in a sentence each. */
export function howMade(reports: readonly EvalReport[]): string[] {
  const [first] = reports;
  if (!first) return [];
  const { meta } = first;
  const episodes = reports.reduce((sum, report) => sum + report.meta.episodes, 0);
  const score = meta.ruleset === 'open' ? 'gain (profit above autarky, in the world’s own unit)' : 'cumulative reward';
  return [
    `Score: ${score}. Judge: ${meta.judge_mode}. Episodes: ${episodes}.`,
    `Interval: 95% ${meta.ci95.method} bootstrap of the mean, ${meta.ci95.resamples} resamples, seed ${meta.ci95.seed}. Standard deviation: ${meta.std}.`,
    'Seeds: train 0–39999, validation 40000–49999, test 50000–59999.',
  ];
}

/** Whose turns they were, where a model or a remote program played; null: a script. */
export function ownText({ counts }: StudyRow): string | null {
  if (counts === undefined || counts.turns === 0) return null;
  const { turns, own, repaired, fallback, guarded } = counts;
  return `${percent(own / turns)} own, ${percent(repaired / turns)} repaired, ${percent(fallback / turns)} played for it, ${percent(guarded / turns)} guarded`;
}

/** What to type to see an episode again. */
export function episodeCommand(meta: EvalMeta, { task, seed, policy }: { task: string; seed: number | string; policy: string }): string {
  const judge = meta.judge_mode === 'off' ? '' : ` --judge-mode ${meta.judge_mode}`;
  const world = `--task ${task} --seed ${seed}`;
  if (policy.startsWith('farmer_'))
    return `npx mandi eval --ruleset open --policies ${policy} --tasks ${task} --seeds ${seed}${judge} --md episode.md --before wait --after ${policy}`;
  return meta.ruleset === 'open'
    ? `npx mandi play --ruleset open ${world} --policy house --seat lab_0=${policy}${judge}`
    : `npx mandi play ${world} --policy ${policy}${judge}`;
}
