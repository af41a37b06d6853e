import { randomUUID } from 'node:crypto';
import { BENCHMARK, planEval } from '~/eval/eval-plan';
import { runEvalBySplit } from '~/eval/run-eval';
import { makeStudy, type Study, studyEpisodes } from '~/eval/study';
import type { Log } from '~/match/services';
import type { BenchmarkDesk, BenchmarkProgress } from './context';
import { Refusal } from './errors';
import type { ReportOrder, ReportShelf } from './report-words';

/** Runs that can still be asked about. */
const RUNS_REMEMBERED = 20;
/** What is being computed when somebody asked for a report; one at a time, as of each ruleset's benchmark. */
const REPORT = 'a report';

/** Computes benchmarks and reports in this process, in slices, so that it goes on answering. */
export function benchmarkDesk(shelf: ReportShelf, log: Log, signal: AbortSignal): BenchmarkDesk {
  const runs = new Map<string, BenchmarkProgress>();
  const current = new Map<string, string>();

  function begin(what: string, total: number, work: (run: BenchmarkProgress) => Promise<Study>): string {
    const runId = randomUUID();
    const run: BenchmarkProgress = { done: 0, total, status: 'running', reports: null, fault: null };
    runs.set(runId, run);
    current.set(what, runId);
    for (const oldest of [...runs.keys()].slice(0, -RUNS_REMEMBERED)) runs.delete(oldest);
    void work(run)
      .then(async (study) => {
        await shelf.keep(runId, study);
        Object.assign(run, { status: 'finished', reports: study.reports });
      })
      .catch((fault: unknown) => {
        log.error({ runId, fault }, 'a benchmark run broke off');
        Object.assign(run, { status: 'failed', fault: 'The run broke off; the log of this server says why.' });
      })
      .finally(() => current.delete(what));
    return runId;
  }

  function onProgress(run: BenchmarkProgress) {
    return (done: number, total: number) => void Object.assign(run, { done, total });
  }

  return {
    latest: (ruleset) => shelf.latest(ruleset),
    recompute(ruleset) {
      const underWay = current.get(ruleset);
      if (underWay !== undefined) return underWay;
      const plan = planOf(ruleset);
      const total = plan.policies.length * plan.tasks.length * plan.seeds.length;
      return begin(ruleset, total, async (run) => {
        const reports = await runEvalBySplit(plan, { signal, onProgress: onProgress(run) });
        const [meta] = reports.map((report) => report.meta);
        return { command: meta?.command ?? '', code: meta?.code ?? '', reports, beforeAfter: null, robustness: null };
      });
    },
    progress: (runId) => runs.get(runId) ?? null,
    report({ plans, wish, agents }: ReportOrder) {
      if (current.has(REPORT)) throw new Refusal('too_many_requests', 'Another report is being computed: ask again when it is done.');
      return begin(REPORT, studyEpisodes(plans, wish), (run) => makeStudy(plans, wish, { signal, agents, onProgress: onProgress(run) }));
    },
    shelf,
  };
}

function planOf(ruleset: string) {
  const plan = planEval({ ...BENCHMARK, ruleset });
  if (!plan.ok) throw new Refusal('unknown_ruleset', plan.why);
  return plan.value;
}
