import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { EvalPlan } from '~/eval/eval-plan';
import type { EvalReport } from '~/eval/report';
import type { EvalOptions } from '~/eval/run-eval';
import type { Study, StudyWish } from '~/eval/study';
import type { AgentsHere } from '../agents-here';
import type { ArmsFlags } from '../eval-arms';
import type { EvalJournal } from '../eval-journal';
import { CommandFailed, UsageError } from '../exits';
import { type GameFlags, gameOptions, namedGame, newCommand, optionFault, optionsGiven, optionTexts } from '../new-command';
import { deliver, refuseUnwritable } from '../output';
import { interruptible, type Watch } from '../progress';
import { collect } from '../read-seats';
import { deliverTable, tableKind } from '../table-file';

interface Flags extends GameFlags, ArmsFlags {
  preset?: string;
  policies?: string;
  tasks?: string;
  seeds?: string;
  judgeMode?: string;
  option: string[];
  episodes?: string;
  statistics?: string;
  workers?: string;
  bySplit?: boolean;
  nulls?: boolean;
  before?: string;
  after?: string;
  at?: string;
  robustness?: boolean;
  shocks?: string;
  strikes?: string;
  populations?: boolean;
  rotation?: string;
  csv?: string | true;
  html?: string;
  scores?: string;
  save?: boolean;
}

const MOST_WORKERS = 256;

export function evalCommand(): Command {
  const command = newCommand('eval', 'Plays policies and agents on tasks and seeds, and prints one row for each policy and task.', [
    'eval --ruleset classic --policies all --seeds 0-9,50000-50007',
    'eval --preset published --html out/published.html',
    'eval --policies rule_based_expert,wait,coalition_former --tasks coalition_market --seeds 50000-50007 --json',
    'eval --policies smollm2,rule_based_expert --tasks single_trade --seeds 0-3 --html out/report.html --save',
    'eval --ruleset open --policies planner,house --tasks market_round --seeds 40000-40009 --robustness --md out/report.md',
  ]);
  command.option(
    '--preset <name>',
    'published: the tables of the published GPU arena, with null policies and farmers; --policies adds agents',
  );
  return gameOptions(command, 'the rules to play by (default: classic)')
    .option(
      '--policies <list>',
      'policies and agents by name, separated by commas; all: every scripted contestant (default: all). Agents are compared with the null models',
    )
    .option('--tasks <list>', 'tasks by name, separated by commas; all: every task of the ruleset (default: all)')
    .option('--seeds <list>', 'numbers and ranges (default: 0-9,50000-50007, ten train and eight test seeds)')
    .option('--option <name=value>', 'an option of the tasks, e.g. labs=8; may be repeated', collect, [])
    .option('--episodes <n>', 'the first n episodes of tasks that have several (--option episodes=n)')
    .option('--judge-mode <mode>', 'off or rule (default: off)')
    .option(
      '--statistics <method>',
      'method for intervals: bootstrap-t-3, bootstrap-t-2 or percentile-1 (default: bootstrap-t-2; with --preset percentile-1)',
    )
    .option('--workers <n>', 'threads; 0: only the main one (default: as many as the work needs)')
    .option('--by-split', 'one report per seed range (train, validation, test) instead of one over all seeds')
    .option('--nulls', 'add null policies and every farming script, as in report files and saved runs')
    .option('--before <name>', 'in report files: the contestant whose transcript is on the left (default: the lowest)')
    .option('--after <name>', 'in report files: the contestant whose transcript is on the right (default: the highest)')
    .option('--at <task/seed>', 'in report files: the world of both transcripts (default: the last task, the first seed of the last range)')
    .option('--robustness', 'play the same worlds with more and more shocks (ruleset open)')
    .option('--shocks <list>', 'with --robustness: kinds of shock (default: all)')
    .option('--strikes <list>', 'with --robustness: how often a kind strikes (default: 1,2,3)')
    .option(
      '--populations',
      'for every two policies, play one in one seat and the other in all others: payoffs, best responses, cycles, Nash average (ruleset open)',
    )
    .option('--rotation <name>', 'with --populations, the lone seat: full (each seat in turn) or none (the first) (default: full)')
    .option(
      '--ablate <list>',
      'compare prompts of one agent in the same worlds: versions (open-3,open-4), or parts to leave out (jobs,jobs+blocks); null models play too',
    )
    .option(
      '--ladder <list>',
      'compare agents that get the same prompt, as untrained, fine-tuned, trained or larger: untrained=smollm2,trained=sauda',
    )
    .option(
      '--effect <difference>',
      'with --ablate or --ladder: the smallest difference that matters to you; says how many worlds would show it',
    )
    .option('--pilot <n>', 'with --ablate or --ladder: worlds played first to estimate what the run can show; 0: none (default: 8)')
    .option('--json', 'print {"rows": […], "meta": {…}} (with --by-split: {"reports": […]})')
    .option('--csv [file]', 'print the rows as CSV; with a file, --robustness or --populations: the whole report')
    .option('--html <file>', 'write the report as one self-contained page')
    .option('--md <file>', 'write the report as Markdown')
    .option('--scores <file>', 'write every score by policy, task and seed: a .csv or .parquet file')
    .option('--out <file>', 'write the output to a file instead')
    .option('--save', 'keep the run in the database; its page is under /rankings/reports')
    .option('--dry-run', 'print episodes, calls, tokens, time and cost, and play nothing')
    .option('--fresh', 'start over: forget the answers of an interrupted run of the same command')
    .option(
      '--go-on',
      'keep playing when an agent does not answer; without it, the run stops when nearly all of its last turns had no answer',
    )
    .action(runEvalCommand);
}

async function runEvalCommand(flags: Flags): Promise<void> {
  if (flags.json && flags.csv === true) throw new UsageError('choose one of --json and --csv');
  if (!flags.robustness && (flags.shocks ?? flags.strikes) !== undefined) throw new UsageError('--shocks and --strikes need --robustness');
  if (!flags.populations && flags.rotation !== undefined) throw new UsageError('--rotation needs --populations');
  const workers = readWorkers(flags.workers);
  const isArms = (flags.ablate ?? flags.ladder) !== undefined;
  if (isArms) refuseBesideArms(flags);
  if (!isArms && (flags.effect ?? flags.pilot) !== undefined) throw new UsageError('--effect and --pilot need --ablate or --ladder');
  const { agentNames } = await import('../agent-names');
  const rungs = flags.ladder?.split(',').map((item) => item.split('=')[1] ?? '');
  const named = [flags.policies ?? 'all', flags.before, flags.after].flatMap((list) => list?.split(',') ?? []).concat(rungs ?? []);
  const typed = [...new Set(agentNames(named.map((name) => name.trim())))];
  if (typed.length === 0 && isArms) throw new UsageError('--ablate and --ladder ask models: name one, e.g. --policies smollm2');
  if (typed.length === 0) return evaluate(flags, { here: null, workers });
  const { withAgents } = await import('../agents-here');
  await withAgents({ typed, asksNobody: flags.dryRun === true }, null, (here) => evaluate(flags, { here, workers }));
}

interface Means {
  here: AgentsHere | null;
  workers: number | undefined;
}

async function evaluate(flags: Flags, { here, workers }: Means): Promise<void> {
  if (here && (flags.ablate ?? flags.ladder) !== undefined) {
    const { planEval } = await import('~/eval/eval-plan');
    const { evaluateArms } = await import('../eval-arms');
    return evaluateArms(flags, here, (policies) => planOfArms(planEval, flags, { here, policies }));
  }
  const plan = await readPlan(flags, here);
  if (flags.dryRun) return deliver(await (await import('../eval-rehearsal')).dryRunText(plan, here, flags.json === true), flags.out);
  const files = [flags.out, flags.html, flags.md, flags.csv === true ? undefined : flags.csv, flags.scores];
  if (flags.scores !== undefined) tableKind(flags.scores);
  for (const file of files) await refuseUnwritable(file);
  refuseSameFile(files);
  if (flags.save) await (await import('../database-services')).withDatabase(async () => undefined); // checked before the work, not after it
  const journal = here && (await journalOf(plan, flags));
  const withScores = flags.scores !== undefined;
  const options = { workers, withScores, agents: here && journal ? { ...here.forEval, journal } : undefined };
  if (!isStudy(flags)) {
    const reports = await plainReports(plan, flags, options);
    await writeScores(reports, flags);
    if (flags.json) tellLeftOut(reports);
    await deliver(await printed(plan, reports, flags), flags.out);
    return journal?.done();
  }
  const study = await studyOf(plan, flags, options);
  await writeFiles(study, flags);
  await writeScores(study.reports, flags);
  if (flags.json) tellLeftOut(study.reports);
  if (flags.save) await save(study);
  await deliver(await printedStudy(plan, study, flags), flags.out);
  journal?.done();
  await refuseUnequal(flags, study);
}

async function journalOf(plan: EvalPlan, flags: Flags): Promise<EvalJournal> {
  const { openJournalOf } = await import('../eval-journal');
  const { robustness, shocks, strikes, populations, rotation, nulls, bySplit } = flags;
  return openJournalOf({ plan, robustness, shocks, strikes, populations, rotation, nulls, bySplit }, flags);
}

function refuseSameFile(files: readonly (string | undefined)[]): void {
  const named = files.flatMap((file) => (file === undefined ? [] : [resolve(file)]));
  const twice = named.find((file, place) => named.indexOf(file) !== place);
  if (twice !== undefined) throw new UsageError(`${twice} is named for two formats of the report: give each format its own file`);
}

async function readPlan(flags: Flags, here: AgentsHere | null): Promise<EvalPlan> {
  const { planEval, withNullModels } = await import('~/eval/eval-plan');
  if (flags.preset !== undefined) {
    const { game, ruleset, rules, tasks, seeds, judgeMode, statistics } = flags;
    if (
      [game, ruleset, rules, tasks, seeds, judgeMode, statistics].some((one) => one !== undefined) ||
      flags.option.length > 0 ||
      flags.episodes !== undefined
    )
      throw new UsageError('--preset sets ruleset, tasks, seeds, judge and statistics itself; you can only add agents with --policies');
    const { planPreset } = await import('~/eval/presets');
    const reading = planPreset(flags.preset, { policies: flags.policies, agents: here?.named });
    if (!reading.ok) throw new UsageError(reading.why);
    return here ? withNullModels(reading.value, here.named) : reading.value;
  }
  const given = optionsGiven(flags);
  const reading = planEval({ ...flags, ...namedGame(flags), options: optionTexts(given), agents: here?.named });
  if (!reading.ok) throw new UsageError(optionFault(reading.why, given));
  return here ? withNullModels(reading.value, here.named) : reading.value;
}

function asksAgents({ policies }: EvalPlan): boolean {
  return policies.some((policy) => policy.includes('@'));
}

/** '' : as `--policies` says; a ladder needs none. */
function planOfArms(
  planEval: typeof import('~/eval/eval-plan').planEval,
  flags: Flags,
  { here, policies }: { here: AgentsHere; policies: string },
): EvalPlan {
  const isBare = policies === '' && flags.policies === undefined;
  const given = optionsGiven(flags);
  const typed = policies === '' ? flags.policies : policies;
  const read = planEval({ ...flags, ...namedGame(flags), options: optionTexts(given), agents: here.named, policies: typed });
  if (!read.ok) throw new UsageError(optionFault(read.why, given));
  return isBare ? { ...read.value, policies: [] } : read.value;
}

function refuseBesideArms(flags: Flags): void {
  const { preset, robustness, populations, nulls, bySplit, html, csv, scores, save, before, after, at, statistics } = flags;
  if (flags.ablate !== undefined && flags.ladder !== undefined) throw new UsageError('choose one of --ablate and --ladder');
  const others = { preset, robustness, populations, nulls, bySplit, html, csv, scores, save, before, after, at, statistics };
  const other = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (other !== undefined)
    throw new UsageError(
      `--${other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} does not go with --ablate or --ladder, which print a report of their own (--json, --md FILE)`,
    );
}

/** Whether it needs more than rows. */
function isStudy({ preset, nulls, robustness, populations, html, md, csv, save, before, after, at }: Flags): boolean {
  return [preset, nulls, robustness, populations, html, md, save, before, after, at].some(Boolean) || typeof csv === 'string';
}

async function plainReports(plan: EvalPlan, flags: Flags, options: EvalOptions): Promise<EvalReport[]> {
  const { runEval, runEvalBySplit } = await import('~/eval/run-eval');
  const episodes = plan.policies.length * plan.tasks.length * plan.seeds.length;
  return interruptible({ isAsked: asksAgents(plan), episodes }, async (watch) => {
    const heard = await withHearing(options, flags, watch);
    return flags.bySplit ? runEvalBySplit(plan, heard) : [await runEval(plan, heard)];
  });
}

/** The run's options, with agents that must answer. */
async function withHearing(options: EvalOptions, flags: Flags, { signal, onProgress, stop }: Watch): Promise<EvalOptions> {
  const { agents } = options;
  if (agents === undefined) return { ...options, signal, onProgress };
  const { hearFor } = await import('../eval-journal');
  const hear = hearFor(flags, stop);
  return { ...options, signal, onProgress, agents: { ...agents, ...(hear && { hear }) } };
}

async function studyOf(plan: EvalPlan, flags: Flags, options: EvalOptions): Promise<Study> {
  const { withNulls } = await import('~/eval/eval-plan');
  const { makeStudy, studyEpisodes, whyNotBeside } = await import('~/eval/study');
  const wish = await readWish(plan, flags);
  const plans = { asked: plan, whole: withNulls(plan) };
  const why = whyNotBeside(plans.whole, wish);
  if (why !== null) throw new UsageError(why);
  return interruptible({ isAsked: asksAgents(plan), episodes: studyEpisodes(plans, wish) }, async (watch) =>
    makeStudy(plans, wish, await withHearing(options, flags, watch)),
  );
}

async function readWish(plan: EvalPlan, flags: Flags): Promise<StudyWish> {
  const { before, after, at, robustness, shocks, strikes, preset } = flags;
  const plain = { before, after, at, preset, populations: await readPopulations(plan, flags) };
  if (!robustness) return plain;
  const { readGrid, stressKinds, whyNoRobustness } = await import('~/eval/robustness');
  const why = whyNoRobustness(plan);
  if (why !== null) throw new UsageError(why);
  const grid = readGrid({ shocks, strikes }, stressKinds(plan));
  if (!grid.ok) throw new UsageError(grid.why);
  return { ...plain, grid: grid.value };
}

async function readPopulations(plan: EvalPlan, { populations, rotation }: Flags): Promise<StudyWish['populations']> {
  if (!populations) return undefined;
  const { readRotation, whyNoPopulations } = await import('~/eval/populations');
  const read = readRotation(rotation);
  const why = read.ok ? whyNoPopulations(plan) : read.why;
  if (!read.ok || why !== null) throw new UsageError(why ?? '');
  return read.value;
}

async function writeFiles(study: Study, { html, md, csv }: Flags): Promise<void> {
  const { studyFile } = await import('~/eval/study-files');
  if (html !== undefined) await deliver(studyFile(study, 'html'), html);
  if (md !== undefined) await deliver(studyFile(study, 'md'), md);
  if (typeof csv === 'string') await deliver(studyFile(study, 'csv'), csv);
}

function tellLeftOut(reports: readonly EvalReport[]): void {
  if (reports.every(({ rows }) => rows.every(({ scores }) => scores !== undefined))) return;
  process.stderr.write(
    'mandi: scores by seed are left out of rows of more than 200 seeds; --scores FILE keeps them, in a file and in the JSON\n',
  );
}

async function writeScores(reports: readonly EvalReport[], { scores }: Flags): Promise<void> {
  if (scores === undefined) return;
  const { SCORE_COLUMNS, scoreRows } = await import('~/eval/scores-table');
  await deliverTable({ columns: SCORE_COLUMNS, rows: Readable.from(scoreRows(reports) ?? []) }, scores);
}

async function save(study: Study): Promise<void> {
  const { keepStudy } = await import('../keep-study');
  const id = await keepStudy(study);
  process.stderr.write(`Saved. A running Mandi (npm start) shows it at /rankings/reports/${id}\n`);
}

/** With a preset of published tables, fails if the results differ. */
async function refuseUnequal({ preset }: Flags, { reports }: Study): Promise<void> {
  if (preset !== 'published') return;
  const { publishedFigures } = await import('~/eval/presets');
  const unequal = publishedFigures(reports).filter((figure) => !figure.equal);
  if (unequal.length > 0) throw new CommandFailed(`${unequal.length} figures differ from the published ones`);
}

async function printed(plan: EvalPlan, reports: readonly EvalReport[], flags: Flags): Promise<string> {
  if (flags.json && !flags.bySplit) return JSON.stringify(reports[0]);
  const { evalCsv, evalReportsJson, evalText } = await import('../eval-text');
  if (flags.json) return evalReportsJson(plan, reports);
  return flags.csv === true ? evalCsv(reports) : reports.map(evalText).join('\n\n');
}

async function printedStudy(plan: EvalPlan, study: Study, flags: Flags): Promise<string> {
  if (flags.json) return JSON.stringify(study);
  const { agreementText, publishedFigures } = await import('~/eval/presets');
  const { robustnessText } = await import('../robustness-text');
  const { populationsText } = await import('../eval-text');
  if (flags.csv === true && (study.robustness || study.populations)) return (await import('~/eval/study-files')).studyFile(study, 'csv');
  const rows = await printed(plan, study.reports, { ...flags, bySplit: true });
  if (flags.csv === true) return rows;
  const words = agreementText(publishedFigures(study.reports));
  const more = [study.robustness && robustnessText(study.robustness), study.populations && populationsText(study.populations)];
  return [rows, words, ...more].filter((part) => typeof part === 'string').join('\n\n');
}

function readWorkers(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text) || Number(text) > MOST_WORKERS)
    throw new UsageError(`--workers: "${text}" is not a number from 0 to ${MOST_WORKERS}`);
  return Number(text);
}
