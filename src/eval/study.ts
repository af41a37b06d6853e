/** A run with all that its report shows: the figures by seed range, two players side by side in one world, and how shocks bend the scores. */

import { unknownName } from '~/lib/text/unknown-name';
import { codeId } from './code-digest';
import { findEpisode, seedsOf } from './episode';
import { commandOf, type EvalPlan } from './eval-plan';
import { type Populations, populationEpisodes, populationFlags, runPopulations, type SeatRotation } from './populations';
import type { EvalReport } from './report';
import { type Grid, type Robustness, robustnessEpisodes, runRobustness } from './robustness';
import { type EvalOptions, runEvalBySplit } from './run-eval';
import { type StudyRow, studyRows } from './study-figures';
import { type BeforeAfter, transcriptOf } from './transcript';

export interface Study {
  /** What to type to get it again. */
  command: string;
  code: string;
  reports: EvalReport[];
  /** null: nobody to set beside anybody. */
  beforeAfter: BeforeAfter | null;
  robustness: Robustness | null;
  /** Absent: of a run before there were such. */
  populations?: Populations | null;
}

export interface StudyWish {
  /** Who is set beside whom, and where (`task/seed`); what is left out is chosen: the lowest and the highest contestant. */
  before?: string | undefined;
  after?: string | undefined;
  at?: string | undefined;
  /** The name of a run that goes by one. */
  preset?: string | undefined;
  grid?: Grid | null | undefined;
  /** Each alone at a table full of each, in these seats. */
  populations?: SeatRotation | undefined;
}

/** Plans with those that are asked for, and with the null policies and farmers beside them. */
export interface StudyPlans {
  asked: EvalPlan;
  whole: EvalPlan;
}

export function studyEpisodes({ asked, whole }: StudyPlans, { grid, populations }: StudyWish): number {
  const { policies, tasks, seeds } = whole;
  const struck = grid ? robustnessEpisodes(withWaiting(asked), grid) : 0;
  return policies.length * tasks.length * seeds.length + struck + (populations ? populationEpisodes(withWaiting(asked), populations) : 0);
}

export async function makeStudy(plans: StudyPlans, wish: StudyWish, options: EvalOptions = {}): Promise<Study> {
  const total = studyEpisodes(plans, wish);
  const first = plans.whole.policies.length * plans.whole.tasks.length * plans.whole.seeds.length;
  const reports = await runEvalBySplit(plans.whole, { ...options, onProgress: (done) => options.onProgress?.(done, total) });
  const beforeAfter = await setBeside(reports, wish);
  const more = withWaiting(plans.asked);
  const after = (already: number): EvalOptions => ({ ...options, onProgress: (done) => options.onProgress?.(already + done, total) });
  const robustness = wish.grid ? await runRobustness(more, wish.grid, after(first)) : null;
  const struck = wish.grid ? robustnessEpisodes(more, wish.grid) : 0;
  const populations = wish.populations ? await runPopulations(more, wish.populations, after(first + struck)) : null;
  return { command: studyCommand(plans, wish), code: `mandi ${codeId()}`, reports, beforeAfter, robustness, populations };
}

/** Why a wish names somebody or something that the run has not; null: it does not. */
export function whyNotBeside({ policies, tasks, seeds }: EvalPlan, { before, after, at }: StudyWish): string | null {
  for (const name of [before, after]) {
    if (name !== undefined && !policies.some((one) => isNamed(one, name))) return unknownName('player of this run', name, policies);
  }
  if (at === undefined) return null;
  const place = readPlace(at);
  if (place === null) return `at: "${at}" is no task and seed, e.g. ${tasks[0]}/${seeds[0]}`;
  if (!tasks.includes(place.task)) return unknownName('task of this run', place.task, tasks);
  return seeds.includes(place.seed) ? null : `at: seed ${place.seed} is not among the seeds of this run`;
}

/** A grid is dear, and so are populations: of what stands beside, doing nothing is in them. */
function withWaiting(plan: EvalPlan): EvalPlan {
  return { ...plan, policies: [...new Set([...plan.policies, 'wait'])] };
}

async function setBeside(reports: readonly EvalReport[], wish: StudyWish): Promise<BeforeAfter | null> {
  const place = wish.at === undefined ? usualPlace(reports) : readPlace(wish.at);
  if (place === null) return null;
  const all = rowsAt(reports, place);
  const usual = contestantsFirst(all);
  const named = (name: string | undefined) => all.find(({ policy }) => name !== undefined && isNamed(policy, name))?.policy;
  const after = named(wish.after) ?? usual.findLast(({ policy }) => !isNamed(policy, wish.before ?? ''))?.policy;
  const before = named(wish.before) ?? usual.find(({ policy }) => policy !== after)?.policy;
  if (before === undefined || after === undefined) return null;
  return besides(reports, { ...place, before, after });
}

/** Two players of a run in one world of it; null: it was not played there. */
export async function besides(
  reports: readonly EvalReport[],
  { task, seed, before, after }: { task: string; seed: number; before: string; after: string },
): Promise<BeforeAfter | null> {
  const [one, other] = [
    await transcriptOf(reports, { task, seed, policy: before }),
    await transcriptOf(reports, { task, seed, policy: after }),
  ];
  return one === null || other === null ? null : { task, seed, before: one, after: other };
}

/** All who played there, from the lowest mean to the highest. */
function rowsAt(reports: readonly EvalReport[], { task, seed }: { task: string; seed: number }): StudyRow[] {
  const rows = studyRows(reports).filter((row) => row.task === task && seedsOf(row).includes(seed));
  return rows.sort((one, other) => one.mean - other.mean);
}

/** Contestants alone; a lone one with the best of those that know nothing. */
function contestantsFirst(rows: readonly StudyRow[]): StudyRow[] {
  const contestants = rows.filter(({ role }) => role === 'contestant');
  return contestants.length > 1 ? contestants : [...rows.filter(({ role }) => role === 'null').slice(-1), ...contestants];
}

/** The last task in the first world of the last range. */
function usualPlace(reports: readonly EvalReport[]): { task: string; seed: number } | null {
  const row = reports.at(-1)?.rows.at(-1);
  const seed = row && seedsOf(row)[0];
  return row && seed !== undefined && findEpisode(reports, { ...row, seed }) ? { task: row.task, seed } : null;
}

function readPlace(text: string): { task: string; seed: number } | null {
  const [, task, seed] = /^([a-z0-9_]+)\/(\d+)$/.exec(text.trim()) ?? [];
  return task === undefined ? null : { task, seed: Number(seed) };
}

/** An agent goes by its name as well as by `name@version`. */
function isNamed(policy: string, name: string): boolean {
  return policy === name || policy.split('@', 1)[0] === name;
}

function studyCommand({ asked, whole }: StudyPlans, { before, after, at, grid, preset, populations }: StudyWish): string {
  const beside = [before && ` --before ${before}`, after && ` --after ${after}`, at && ` --at ${at}`];
  const stress = grid ? ` --robustness --shocks ${grid.kinds.join(',')} --strikes ${grid.strikes.join(',')}` : '';
  const nulls = whole.policies.length > asked.policies.length ? ' --nulls' : '';
  const agents = asked.policies.filter((policy) => policy.includes('@'));
  const named = agents.length > 0 ? ` --policies ${agents.join(',')}` : '';
  const run = preset === undefined ? `${commandOf(asked)} --by-split${nulls}` : `npx mandi eval --preset ${preset}${named}`;
  return `${run}${beside.filter(Boolean).join('')}${stress}${populations ? populationFlags(populations) : ''}`;
}
