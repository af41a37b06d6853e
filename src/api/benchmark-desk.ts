import { randomUUID } from 'node:crypto';
import { BENCHMARK, planEval } from '~/eval/eval-plan';
import type { EvalReport } from '~/eval/report';
import { runEvalBySplit } from '~/eval/run-eval';
import type { Log } from '~/match/services';
import type { BenchmarkDesk, BenchmarkProgress } from './context';
import { Refusal } from './errors';

/** Where finished reports are kept. */
export interface ReportShelf {
  /** The newest kept reports, one a seed range; [] when there are none. */
  latest(ruleset: string): Promise<EvalReport[]>;
  keep(runId: string, reports: readonly EvalReport[]): Promise<void>;
}

/** Runs that can still be asked about. */
const RUNS_REMEMBERED = 20;

/** Recomputes benchmarks in this process, in slices, so that it goes on answering; one run a ruleset at a time. */
export function benchmarkDesk(shelf: ReportShelf, log: Log, signal: AbortSignal): BenchmarkDesk {
  const runs = new Map<string, BenchmarkProgress>();
  const current = new Map<string, string>();

  async function play(runId: string, ruleset: string): Promise<void> {
    const run = progressOf(runs, runId);
    try {
      const reports = await runEvalBySplit(planOf(ruleset), { signal, onProgress: (done, total) => Object.assign(run, { done, total }) });
      await shelf.keep(runId, reports);
      Object.assign(run, { status: 'finished', reports });
    } catch (fault) {
      log.error({ runId, fault }, 'a benchmark run broke off');
      Object.assign(run, { status: 'failed', fault: 'The run broke off; the log of this server says why.' });
    } finally {
      current.delete(ruleset);
    }
  }

  return {
    latest: (ruleset) => shelf.latest(ruleset),
    recompute(ruleset) {
      const underWay = current.get(ruleset);
      if (underWay !== undefined) return underWay;
      const plan = planOf(ruleset);
      const runId = randomUUID();
      const total = plan.policies.length * plan.tasks.length * plan.seeds.length;
      runs.set(runId, { done: 0, total, status: 'running', reports: null, fault: null });
      current.set(ruleset, runId);
      for (const oldest of [...runs.keys()].slice(0, -RUNS_REMEMBERED)) runs.delete(oldest);
      void play(runId, ruleset);
      return runId;
    },
    progress: (runId) => runs.get(runId) ?? null,
  };
}

function planOf(ruleset: string) {
  const plan = planEval({ ...BENCHMARK, ruleset });
  if (!plan.ok) throw new Refusal('unknown_ruleset', plan.why);
  return plan.value;
}

function progressOf(runs: ReadonlyMap<string, BenchmarkProgress>, runId: string): BenchmarkProgress {
  const run = runs.get(runId);
  if (!run) throw new Error(`benchmark run ${runId} is not known`);
  return run;
}
