import { gameWords, refOf } from '~/contract/game-ref';
import { findEnvGame } from '~/engine/env-games';
import type { Chunk } from './chunk';
import { codeId } from './code-digest';
import { commandOf, controlsOf, type EvalPlan } from './eval-plan';
import { intervalMethod } from './interval';
import { type EvalAgents, playAgent } from './play-agent';
import { playChunks, workersFor } from './pool';
import { type EvalReport, type EvalRow, makeRow } from './report';
import { seedListText, splitOf, splitsOf } from './seeds';

export interface EvalOptions {
  /** Threads; 0: only this one. Default: as many as the work needs. */
  workers?: number | undefined;
  onProgress?: ((episodes: number, of: number) => void) | undefined;
  /** An aborted run rejects with the signal's reason and leaves no thread behind. */
  signal?: AbortSignal | undefined;
  /** Keeps every seed's score, however many there are. */
  withScores?: boolean | undefined;
  /** Players of agents, which are asked in this thread. */
  agents?: EvalAgents | undefined;
}

/** Seeds of `classic` per chunk: enough to keep a thread busy for some milliseconds, few enough for a progress bar. */
const SEEDS_A_CHUNK = 100;

/** Plays every policy on every task over all seeds: one row each, in the plan's order. The number of threads changes nothing. */
export async function runEval(plan: EvalPlan, options: EvalOptions = {}): Promise<EvalReport> {
  const { policies, tasks, seeds } = plan;
  const pairs = tasks.flatMap((task) => policies.map((policy) => ({ task, policy })));
  const house = pairs.filter(({ policy }) => !isAgent(policy));
  const chunks = house.flatMap((pair) => chunksOf(plan, pair));
  const episodes = pairs.length * seeds.length;
  const { onProgress, signal } = options;
  const scores = await playChunks(chunks, {
    workers: options.workers ?? workersFor(episodes * weightOf(plan)),
    onProgress: onProgress && ((done) => onProgress(done, episodes)),
    signal,
  });
  const chunksARow = house.length === 0 ? 0 : chunks.length / house.length;
  const rows: EvalRow[] = [];
  const how = { withScores: options.withScores, statistics: plan.statistics };
  let done = house.length * seeds.length;
  for (const pair of pairs) {
    const { policy, task } = pair;
    signal?.throwIfAborted();
    const index = house.indexOf(pair);
    const of = { policy, task, seeds: seedListText(seeds) };
    if (index === -1) {
      const before = done;
      const told = (played: number) => onProgress?.(before + played, episodes);
      const { scores: own, ...kept } = await playAgent(plan, pair, { agents: options.agents, signal, onProgress: told });
      rows.push({ ...makeRow(of, own, how), ...kept });
      done += seeds.length;
    } else rows.push(makeRow(of, scores.slice(index * chunksARow, (index + 1) * chunksARow).flat(), how));
    await new Promise((resolve) => setImmediate(resolve)); // the intervals of long rows take a while too
  }
  return { rows, meta: metaOf(plan, episodes) };
}

/** One report per seed range of the plan, so that no figure mixes ranges. */
export async function runEvalBySplit(plan: EvalPlan, options: EvalOptions = {}): Promise<EvalReport[]> {
  const reports: EvalReport[] = [];
  const total = plan.policies.length * plan.tasks.length * plan.seeds.length;
  let before = 0;
  for (const split of splitsOf(plan.seeds)) {
    const part = { ...plan, seeds: plan.seeds.filter((seed) => splitOf(seed) === split) };
    const already = before;
    const report = await runEval(part, { ...options, onProgress: (done) => options.onProgress?.(already + done, total) });
    before += report.meta.episodes;
    reports.push(report);
  }
  return reports;
}

/** A model or a remote program, rather than a scripted policy. */
export function isAgent(policy: string): boolean {
  return policy.includes('@');
}

export function weightOf(plan: Pick<EvalPlan, 'game' | 'version'>): number {
  return findEnvGame(refOf(plan))?.weight ?? 1;
}

function chunksOf(plan: EvalPlan, { policy, task }: { policy: string; task: string }): Chunk[] {
  const { game, version, judgeMode, seeds, stress, opponents, seat, options } = plan;
  const size = Math.ceil(SEEDS_A_CHUNK / weightOf(plan));
  const count = Math.ceil(seeds.length / size);
  return Array.from({ length: count }, (_, index) => {
    const part = seeds.slice(index * size, (index + 1) * size);
    return { game, version, judgeMode, policy, task, seeds: part, stress, opponents, seat, options };
  });
}

function metaOf(plan: EvalPlan, episodes: number): EvalReport['meta'] {
  return {
    ...gameWords(refOf(plan)),
    judge_mode: plan.judgeMode,
    ...(plan.options && { options: plan.options }),
    splits: splitsOf(plan.seeds),
    episodes,
    controls: controlsOf(plan),
    command: commandOf(plan),
    code: `mandi ${codeId()}`,
    std: 'sample (n - 1)',
    ci95: intervalMethod(plan.seeds.length, plan.statistics),
  };
}
