import type { Command } from 'commander';
import { type Config, readConfig } from '~/config';
import { refText } from '~/contract/game-ref';
import type { JudgePrompt } from '~/contract/hearing';
import type { Labelled } from '~/contract/pack';
import type { Estimate } from '~/judging/agreement';
import type { CalibrationReport } from '~/judging/calibrate';
import type { Judge } from '~/judging/judge';
import type { AgentRuntime } from '~/start/agent-runtime';
import { CommandFailed, UsageError } from '../exits';
import { intervalText, trueMinus } from '../figure-text';
import { type GameFlags, gameOptions, namedGame, newCommand } from '../new-command';
import { deliver, refuseUnwritable } from '../output';
import { programName } from '../program-name';
import { progressBar } from '../progress';

interface Flags extends GameFlags {
  model?: string | false;
  pitches?: string;
  json?: boolean;
  out?: string;
}

/** For a round's two readings; a small model on a busy core is slow. */
const LIMIT_MS = 180_000;
const QUIET = { info() {}, warn() {}, error() {} };

export function judgeCommand(): Command {
  const command = newCommand('judge', 'Judges of pitches: the rule judge, a language model, people.', [
    'judge calibrate',
    'judge calibrate --no-model',
  ]);
  const said = new Set<string>();
  command.addCommand(
    gameOptions(
      newCommand('calibrate', 'Compares the rule judge, a model and human marks on labeled pitches.', [
        'judge calibrate --model smollm2-135m-instruct',
        'judge calibrate --no-model --json',
      ]),
      'the rules whose labeled pitches are read',
    )
      .option('--model <name>', 'a model’s name; null:random answers at random (default: MANDI_MODEL)')
      .option('--no-model', 'only the rule judge and the human marks')
      .option('--pitches <n>', 'only the first n')
      .option('--json', 'print the report as JSON')
      .option('--out <file>', 'write to a file instead of standard output')
      // Both options set the same value, so only the last would be visible.
      .on('option:model', () => said.add('--model'))
      .on('option:no-model', () => said.add('--no-model'))
      .action(async (flags: Flags) => {
        if (said.size > 1) throw new UsageError('choose one of --model and --no-model');
        await runCalibrate(flags);
      }),
  );
  return command;
}

async function runCalibrate(flags: Flags): Promise<void> {
  const { model, pitches, json, out } = flags;
  if (pitches !== undefined && !/^[1-9]\d*$/.test(pitches)) throw new UsageError(`--pitches: "${pitches}" is not a whole number from 1`);
  await refuseUnwritable(out);
  const labelled = await labelledOf(namedGame(flags));
  const { calibrate } = await import('~/judging/calibrate');
  const most = pitches === undefined ? {} : { most: Number(pitches) };
  const bar = progressBar(100, '% of the rounds');
  const onRound = (done: number, of: number) => bar.update(Math.floor((100 * done) / of));
  const work = (judge: Judge | null) => calibrate({ labelled, judge, limitMs: LIMIT_MS, ...most, onRound });
  const report = await withJudge({ asked: model, prompt: labelled.prompt }, work).finally(() => bar.stop());
  await deliver(json ? JSON.stringify(report) : textOf(report), out);
}

async function labelledOf(raw: ReturnType<typeof namedGame>): Promise<Labelled> {
  const [{ readGame }, { packOf }] = await Promise.all([import('~/games/read-game'), import('~/games/packs')]);
  const game = readGame(raw);
  if (!game.ok) throw new UsageError(`--${game.why}`);
  const { ref } = game.value;
  const labelled = await packOf(ref).labelled?.();
  if (!labelled) throw new UsageError(`${refText(ref)} has no labeled pitches to compare judges with`);
  return labelled;
}

/** The judge's model or agent. */
interface Asked {
  asked: string | false | undefined;
  prompt: JudgePrompt;
}

async function withJudge<T>({ asked, prompt }: Asked, work: (judge: Judge | null) => Promise<T>): Promise<T> {
  const config = readConfig();
  const model = asked === undefined ? config.model : asked;
  if (model === false || model === null) return work(null);
  const { openAgentRuntime } = await import('~/start/agent-runtime');
  const { modelJudge } = await import('~/judging/model-judge');
  const agentRuntime = await openAgentRuntime(config, { log: QUIET, store: null, fetches: false, sharesAs: programName() });
  try {
    await awaitServed(agentRuntime, model, config);
    return await work(modelJudge({ chat: agentRuntime.inference.gateway, model, prompt }));
  } finally {
    await agentRuntime.close();
  }
}

/** Does not wait for an unknown name. */
async function awaitServed(agentRuntime: AgentRuntime, model: string, config: Config): Promise<void> {
  const { awaitModel, lossOf, modelsHere, remedyFor } = await import('../await-model');
  const isReady = () => agentRuntime.inference.gateway.backends().some(({ serves }) => serves.some(({ name }) => name === model));
  const isHere = (await modelsHere(config)).has(model);
  if (isHere && !isReady()) process.stderr.write(`mandi: waiting for ${model} to load\n`);
  await awaitModel(agentRuntime, { isReady, isHere, began: Date.now(), loss: () => lossOf(agentRuntime) });
  if (isReady()) return;
  const remedy = await remedyFor({ model, backends: [] }, agentRuntime);
  throw new CommandFailed(`no backend serves ${model}. ${remedy} --no-model leaves it out`);
}

function textOf({ pitches, human, ruleHuman, model }: CalibrationReport): string {
  const lines = [
    `${pitches} pitches; human marks: ${human}`,
    "Cohen's kappa with quadratic weights on five marks, 95% bootstrap intervals over pitches:",
    `  rule judge and human   ${told(ruleHuman)}`,
  ];
  if (model === null) return lines.join('\n');
  const silent = Object.entries(model.fallbacks).map(([why, count]) => `${count} ${why}`);
  return [
    ...lines,
    `  model and human        ${told(model.human)}`,
    `  model and rule judge   ${told(model.rule)}`,
    `model: ${model.judge}; mean score ${fixed(model.meanScore)}; its two readings of a round differ by ${fixed(model.disagreement)} at most, on average`,
    silent.length === 0 ? 'it answered for every pitch' : `pitches without its answer, left out above: ${silent.join(', ')}`,
  ].join('\n');
}

function told({ value, interval }: Estimate): string {
  if (value === null) return 'not defined (too few answers, or one mark for all)';
  return [fixed(value), intervalText(interval, fixed)].filter(Boolean).join(' ');
}

function fixed(value: number | null): string {
  return value === null ? '-' : trueMinus(value.toFixed(3));
}
