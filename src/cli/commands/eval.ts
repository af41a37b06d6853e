import type { Command } from 'commander';
import type { EvalReport } from '~/eval/report';
import type { EvalOptions } from '~/eval/run-eval';
import { Interrupted, UsageError } from '../exits';
import { newCommand } from '../new-command';
import { deliver } from '../output';
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

export function evalCommand(): Command {
  return newCommand('eval', 'Plays policies on tasks over seeds and prints a row for each policy and task.', [
    'eval --ruleset classic --policies all --seeds 0-9,50000-50007',
    'eval --policies rule_based_expert,wait,coalition_former --tasks coalition_market --seeds 50000-50007 --json',
    'eval --policies all --seeds 40000-40999 --csv --out validation.csv',
  ])
    .option('--ruleset <name>', 'the rules to play by (default: classic)')
    .option('--policies <list>', 'policies by name, with commas; all: the six published ones (default: all)')
    .option('--tasks <list>', 'tasks by name, with commas; all: every task of the ruleset (default: all)')
    .option('--seeds <list>', 'numbers and ranges, e.g. 0-9,50000-50007 (the default: ten train and eight test seeds)')
    .option('--judge-mode <mode>', 'off or rule (default: off)')
    .option('--workers <n>', 'threads; 0: none besides this one (default: as many as the work is worth)')
    .option('--by-split', 'a report for each seed range (train, validation, test) instead of one over all seeds')
    .option('--json', 'print {"rows": […], "meta": {…}} (with --by-split: {"reports": […]})')
    .option('--csv', 'print the rows as CSV')
    .option('--out <file>', 'write to a file instead of standard output')
    .option('--save', 'keep the run in the database, for the benchmark screen')
    .action(runEvalCommand);
}

async function runEvalCommand(flags: Flags): Promise<void> {
  if (flags.json && flags.csv) throw new UsageError('choose one of --json and --csv');
  const { planEval } = await import('~/eval/eval-plan');
  const plan = planEval(flags);
  if (!plan.ok) throw new UsageError(plan.why);
  const { runEval, runEvalBySplit } = await import('~/eval/run-eval');
  const workers = readWorkers(flags.workers);
  const reports = await interruptible(plan.value.policies.length * plan.value.tasks.length * plan.value.seeds.length, async (watch) => {
    const options = { ...watch, workers };
    return flags.bySplit ? runEvalBySplit(plan.value, options) : [await runEval(plan.value, options)];
  });
  await deliver(await printed(reports, flags), flags.out);
}

async function printed(reports: readonly EvalReport[], flags: Flags): Promise<string> {
  if (flags.json) return flags.bySplit ? JSON.stringify({ reports }, null, 1) : JSON.stringify(reports[0]);
  const { evalCsv, evalText } = await import('../eval-text');
  return flags.csv ? evalCsv(reports) : reports.map(evalText).join('\n\n');
}

function readWorkers(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,3}$/.test(text)) throw new UsageError(`--workers: "${text}" is no number of threads; allowed: 0 to 999`);
  return Number(text);
}

/** Ctrl-C ends the run, its threads and its progress bar. */
async function interruptible<T>(episodes: number, run: (watch: Pick<EvalOptions, 'onProgress' | 'signal'>) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onInterrupt = () => stop.abort(new Interrupted('stopped; nothing was saved'));
  process.once('SIGINT', onInterrupt);
  const bar = progressBar(episodes, 'episodes');
  try {
    return await run({ signal: stop.signal, onProgress: (done) => bar.update(done) });
  } finally {
    bar.stop();
    process.removeListener('SIGINT', onInterrupt);
  }
}
