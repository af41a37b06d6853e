import type { Command } from 'commander';
import type { EvalPlan } from '~/eval/eval-plan';
import type { EvalReport } from '~/eval/report';
import type { EvalOptions } from '~/eval/run-eval';
import type { AgentsHere } from '../agents-here';
import { Interrupted, UsageError } from '../exits';
import { newCommand } from '../new-command';
import { deliver, refuseUnwritable } from '../output';
import { progressBar } from '../progress';

interface Flags {
  ruleset?: string;
  policies?: string;
  tasks?: string;
  seeds?: string;
  judgeMode?: string;
  workers?: string;
  bySplit?: boolean;
  json?: boolean;
  csv?: boolean;
  out?: string;
  save?: boolean;
}

const MOST_WORKERS = 256;

export function evalCommand(): Command {
  return newCommand('eval', 'Plays policies on tasks over seeds and prints a row for each policy and task.', [
    'eval --ruleset classic --policies all --seeds 0-9,50000-50007',
    'eval --policies rule_based_expert,wait,coalition_former --tasks coalition_market --seeds 50000-50007 --json',
    'eval --policies all --seeds 40000-40999 --csv --out validation.csv',
    'eval --policies smollm2,rule_based_expert --tasks single_trade --seeds 0-3',
  ])
    .option('--ruleset <name>', 'the rules to play by (default: classic)')
    .option(
      '--policies <list>',
      'policies and agents by name, with commas; all: the six published ones (default: all); null models are added beside a model',
    )
    .option('--tasks <list>', 'tasks by name, with commas; all: every task of the ruleset (default: all)')
    .option('--seeds <list>', 'numbers and ranges, e.g. 0-9,50000-50007 (the default: ten train and eight test seeds)')
    .option('--judge-mode <mode>', 'off or rule (default: off)')
    .option('--workers <n>', 'threads; 0: none besides this one (default: as many as the work is worth)')
    .option('--by-split', 'a report for each seed range (train, validation, test) instead of one over all seeds')
    .option('--json', 'print {"rows": […], "meta": {…}} (with --by-split: {"reports": […]})')
    .option('--csv', 'print the rows as CSV')
    .option('--out <file>', 'write to a file instead of standard output')
    .option('--save', 'keep the run in the database: the benchmark screen shows the newest one, by seed range')
    .action(runEvalCommand);
}

async function runEvalCommand(flags: Flags): Promise<void> {
  if (flags.json && flags.csv) throw new UsageError('choose one of --json and --csv');
  const workers = readWorkers(flags.workers);
  const { agentNames } = await import('../agent-names');
  const typed = agentNames((flags.policies ?? 'all').split(',').map((name) => name.trim()));
  if (typed.length === 0) return evaluate(flags, { here: null, workers });
  const { withAgents } = await import('../agents-here');
  await withAgents(typed, null, (here) => evaluate(flags, { here, workers }));
}

async function evaluate(flags: Flags, { here, workers }: { here: AgentsHere | null; workers: number | undefined }): Promise<void> {
  const { planEval } = await import('~/eval/eval-plan');
  const reading = planEval({ ...flags, agents: here?.named });
  if (!reading.ok) throw new UsageError(reading.why);
  const plan = here ? withNulls(reading.value, here) : reading.value;
  await refuseUnwritable(flags.out);
  const { runEval, runEvalBySplit } = await import('~/eval/run-eval');
  const reports = await interruptible(plan, (watch) => {
    const options = { ...watch, workers, agents: here?.forEval };
    return flags.bySplit ? runEvalBySplit(plan, options) : runEval(plan, options).then((report) => [report]);
  });
  if (flags.save) await save(plan, reports, here);
  await deliver(await printed(plan, reports, flags), flags.out);
}

/** Kept by seed range, as the benchmark screen shows it. */
async function save(plan: EvalPlan, reports: readonly EvalReport[], here: AgentsHere | null): Promise<void> {
  const { keepReports } = await import('../keep-reports');
  const { runEvalBySplit } = await import('~/eval/run-eval');
  const isSplit = reports.every((report) => report.meta.splits.length === 1);
  await keepReports(isSplit ? reports : await runEvalBySplit(plan, { agents: here?.forEval }));
}

/** Beside a model stand the null models in the same wrapper, so that nobody credits its work to the model. */
function withNulls(plan: EvalPlan, { named }: AgentsHere): EvalPlan {
  if (!plan.policies.some((policy) => named.some(({ ref }) => ref === policy))) return plan;
  const nulls = named.filter(({ name }) => name.startsWith('null-')).map(({ ref }) => ref);
  return { ...plan, policies: [...new Set([...plan.policies, ...nulls])] };
}

async function printed(plan: EvalPlan, reports: readonly EvalReport[], flags: Flags): Promise<string> {
  if (flags.json && !flags.bySplit) return JSON.stringify(reports[0]);
  const { evalCsv, evalReportsJson, evalText } = await import('../eval-text');
  if (flags.json) return evalReportsJson(plan, reports);
  return flags.csv ? evalCsv(reports) : reports.map(evalText).join('\n\n');
}

function readWorkers(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text) || Number(text) > MOST_WORKERS)
    throw new UsageError(`--workers: "${text}" is not a number from 0 to ${MOST_WORKERS}`);
  return Number(text);
}

/** Ctrl-C ends the run, its threads and its progress bar. */
async function interruptible<T>(plan: EvalPlan, run: (watch: Pick<EvalOptions, 'onProgress' | 'signal'>) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onInterrupt = () => stop.abort(new Interrupted('stopped; nothing was saved'));
  process.once('SIGINT', onInterrupt);
  const bar = progressBar(plan.policies.length * plan.tasks.length * plan.seeds.length, 'episodes');
  try {
    return await run({ signal: stop.signal, onProgress: (done) => bar.update(done) });
  } finally {
    bar.stop();
    process.removeListener('SIGINT', onInterrupt);
  }
}
