import { randomUUID } from 'node:crypto';
import { type GameRef, refText } from '~/contract/game-ref';
import { benchmarkOf, planEval } from '~/eval/eval-plan';
import { type EvalAgents, type Silence, silenceWatch } from '~/eval/play-agent';
import { runEvalBySplit } from '~/eval/run-eval';
import { makeStudy, type Study, studyEpisodes } from '~/eval/study';
import type { Log } from '~/match/services';
import type { RunProgress } from '~/store/peers/peer-store';
import type { BenchmarkService } from '../context';
import { Refusal } from '../errors';
import type { ReportOrder, ReportStore } from '../report/types';
import type { RunBooks } from './run-books';

/** The lock for reports. Only one runs at a time; each game's benchmark has its own lock. */
const REPORT = 'a report';
/** How often progress is stored; often enough that the run is considered alive. */
const NOTE_EVERY_MS = 1_000;

export interface BenchmarkServiceOptions {
  store: ReportStore;
  books: RunBooks;
  processId: string;
  log: Log;
  signal: AbortSignal;
}

/** Computes benchmarks and reports in this process, in slices, so that it keeps answering. Any process can report their progress. */
export function benchmarkService({ store, books, processId, log, signal }: BenchmarkServiceOptions): BenchmarkService {
  async function begin(what: string, total: number, work: (run: RunProgress) => Promise<Study>): Promise<{ id: string; isNew: boolean }> {
    const runId = randomUUID();
    const id = await books.beginRun({ id: runId, what, total, process: processId });
    if (id === runId) void compute(runId, total, work);
    return { id, isNew: id === runId };
  }

  async function compute(runId: string, total: number, work: (run: RunProgress) => Promise<Study>): Promise<void> {
    const run: RunProgress = { done: 0, total, status: 'running', fault: null };
    const note = (): Promise<void> =>
      books.noteRun(runId, { ...run }).catch((fault: unknown) => log.warn({ runId, fault }, 'the progress of a run could not be stored'));
    const timer = setInterval(() => void note(), NOTE_EVERY_MS);
    try {
      await store.keep(runId, await work(run));
      run.status = 'finished';
    } catch (fault) {
      const isSilent = fault instanceof Silent;
      log[isSilent ? 'warn' : 'error']({ runId, fault }, isSilent ? 'a report was stopped' : 'a benchmark run broke off');
      Object.assign(run, { status: 'failed', fault: isSilent ? fault.message : 'The run failed. The server’s log says why.' });
    } finally {
      clearInterval(timer);
      await note();
    }
  }

  function onProgress(run: RunProgress) {
    return (done: number, total: number) => void Object.assign(run, { done, total });
  }

  return {
    latest: (game) => store.latest(game),
    async recompute(game) {
      const plan = planOf(game);
      const total = plan.policies.length * plan.tasks.length * plan.seeds.length;
      const { id } = await begin(refText(game), total, async (run) => {
        const reports = await runEvalBySplit(plan, { signal, onProgress: onProgress(run) });
        const [meta] = reports.map((report) => report.meta);
        return { command: meta?.command ?? '', code: meta?.code ?? '', reports, beforeAfter: null, robustness: null };
      });
      return id;
    },
    async progress(runId) {
      const run = await books.run(runId);
      if (run === null) return null;
      const kept = run.status === 'finished' ? await store.get(runId) : null;
      return { ...run, reports: kept?.study.reports ?? null };
    },
    async report({ plans, wish, agents, goOn }: ReportOrder) {
      const { id, isNew } = await begin(REPORT, studyEpisodes(plans, wish), (run) => {
        const heard = goOn || agents === undefined ? { signal, agents } : stoppedBySilence(agents, signal);
        return makeStudy(plans, wish, { ...heard, onProgress: onProgress(run) });
      });
      if (!isNew) throw new Refusal('too_many_requests', 'Another report is being computed. Try again when it is done.');
      return id;
    },
    store,
  };
}

/** An agent hardly answers any more, so the report would be that of its fallback. Everybody may read the message. */
class Silent extends Error {
  override readonly name = 'Silent';

  constructor({ agent, unanswered, last, asked, turnMs, why }: Silence) {
    const counts = `${agent} gave no answer in ${unanswered} of its last ${last} turns (asked in ${asked} so far), so its fallback played them.`;
    const next = `Check that what it asks is running and answers within ${turnMs / 1000} s, and make the report again, or choose to play on without answers.`;
    super(`Stopped: ${counts} ${next}`, { cause: why }); // the reason may name an address: for the log alone
  }
}

function stoppedBySilence(agents: EvalAgents, signal: AbortSignal): { signal: AbortSignal; agents: EvalAgents } {
  const stop = new AbortController();
  return {
    signal: AbortSignal.any([signal, stop.signal]),
    agents: { ...agents, hear: silenceWatch((silence) => stop.abort(new Silent(silence))) },
  };
}

function planOf(game: GameRef) {
  const plan = planEval(benchmarkOf(game));
  if (!plan.ok) throw new Refusal('unknown_ruleset', plan.why);
  return plan.value;
}
