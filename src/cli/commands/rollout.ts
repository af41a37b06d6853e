/** `mandi rollout`: many matches for training, played by processes of this machine and of others, and written as a dataset. */
import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { refuseForeign } from '~/dataset/foreign-folder';
import { OtherRun } from '~/dataset/journal';
import { type DatasetFormat, FILE_FORMS, FORMATS } from '~/dataset/request';
import { readGame, rulesetWord, USUAL_GAME, usualTaskOf } from '~/games/read-game';
import { readPlanText } from '~/tournament/read-plan';
import { UsageError } from '../exits';
import { type GameFlags, gameOptions, namedGame, newCommand } from '../new-command';
import { refuseUnwritableFolder } from '../output';

const BACKENDS = ['processes', 'ray'] as const;
const SPLITS = ['train', 'validation'] as const;

interface Flags extends GameFlags {
  players: string;
  task?: string;
  worlds: string;
  from?: string;
  split: string;
  processes: string;
  backend: string;
  format: string;
  files: string;
  out: string;
  withFallbacks?: boolean;
}

export function rolloutCommand(): Command {
  const command = newCommand(
    'rollout',
    'Plays matches of policies and models in parallel processes, and writes what they did as a dataset.',
    [
      'rollout --ruleset open --players planner,greedy --worlds 100 --out out/rollout',
      'rollout --ruleset open --players my-model,planner --worlds 50 --format sft --files parquet --out out/sft',
      'rollout --ruleset open --players planner,greedy --worlds 1000 --backend ray --processes 32 --out out/ray',
    ],
  )
    .requiredOption('--players <names>', 'two or more policies or agents, separated by commas; each pair meets in every world')
    .option('--task <name>', 'the task (default: the ruleset’s usual one)')
    .option('--worlds <n>', 'number of worlds, 1 to 100000', '20')
    .option('--split <name>', `range of the worlds’ seeds: ${SPLITS.join(' or ')}`, 'train')
    .option('--from <seed>', 'the first seed (default: the first of the range)')
    .addOption(
      new Option('--processes <n>', 'processes to start here, 0 to 64; other machines help with npx mandi worker matches').default(
        String(Math.min(64, availableParallelism())),
        'one for each core',
      ),
    )
    .addOption(
      new Option('--backend <name>', 'what starts the processes; ray: Ray for python3, here or on the cluster that RAY_ADDRESS names')
        .choices(BACKENDS)
        .default(BACKENDS[0]),
    )
    .option('--format <format>', `the dataset’s format: ${FORMATS.join(', ')}`, 'trajectories')
    .option('--files <form>', FILE_FORMS.join(' or '), 'jsonl')
    .option('--with-fallbacks', 'sft, arena-sft, preferences: include turns that a fallback played because the agent gave no usable action')
    .requiredOption('--out <folder>', 'a new folder for the dataset');
  return gameOptions(command, `the ruleset (default: ${rulesetWord(USUAL_GAME)})`).action(rollOut);
}

async function rollOut(flags: Flags): Promise<void> {
  const format = FORMATS.find((one): one is DatasetFormat => one === flags.format);
  if (format === undefined) throw new UsageError(`--format must be one of ${FORMATS.join(', ')}`);
  if (!FILE_FORMS.some((one) => one === flags.files)) throw new UsageError(`--files must be ${FILE_FORMS.join(' or ')}`);
  if (!/^\d{1,2}$/.test(flags.processes) || Number(flags.processes) > 64)
    throw new UsageError('--processes must be a whole number from 0 to 64');
  const ray = flags.backend === 'ray';
  if (ray && Number(flags.processes) === 0) throw new UsageError('--backend ray starts at least one process: --processes 1 to 64');
  await refuseUnwritableFolder(flags.out);
  await refuseForeign(flags.out).catch((fault: unknown) => {
    throw fault instanceof OtherRun ? new UsageError(`--out: ${fault.message}`) : fault;
  });
  const read = readPlanText(JSON.stringify(planOf(flags)));
  if (!read.ok) throw new UsageError(read.faults.map(({ path, why }) => asOption(path, why)).join('\n'));
  const [{ runPlan }, { exportMany }, { hasRay }] = await Promise.all([
    import('../run-tournament'),
    import('./export-dataset'),
    import('../tournament-runner'),
  ]);
  if (ray && !hasRay())
    throw new UsageError('--backend ray: python3 has no Ray here; install it (pip install ray) or activate its environment');
  const played = { workers: Number(flags.processes), detach: false, json: false, silent: true } as const;
  const tournament = await runPlan(read, '--players', { ...played, ...(ray && { ray }) });
  await exportMany({ format, files: flags.files, out: flags.out, tournament, ...(flags.withFallbacks && { withFallbacks: true }) });
}

/** An exhibition: worlds are shared out among processes, and a killed one loses nothing, as in any tournament. */
function planOf({ players, task, worlds, split, from, ...named }: Flags): object {
  const range = SPLITS.find((one) => one === split);
  if (range === undefined) throw new UsageError(`--split must be ${SPLITS.join(' or ')}`);
  const entrants = players.split(',').map((name) => name.trim());
  if (entrants.length < 2) throw new UsageError('--players: name at least two, separated by commas, e.g. planner,greedy');
  const source = { range, ...(from !== undefined && { from: wholeNumber('--from', from) }) };
  const game = namedGame(named);
  const rules = readGame(game);
  const usual = rules.ok ? usualTaskOf(rules.value) : undefined; // a wrong name is told by the plan's reader
  return {
    name: `Rollout of ${entrants.join(', ')}`.slice(0, 80),
    ...(Object.keys(game).length === 0 ? { game: USUAL_GAME } : game),
    task: task ?? usual,
    entrants,
    nulls: [],
    worlds: wholeNumber('--worlds', worlds),
    source,
  };
}

/** Errors of a tournament's file, in the words of this command's options. */
function asOption(path: string, why: string): string {
  const [field = ''] = path.split('.');
  const flag = { entrants: '--players', source: '--from', version: '--rules' }[field] ?? `--${field}`;
  return field === '' ? why : `${flag}: ${why.replace(`${path}: `, '')}`;
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${name}: "${text}" is not a whole number`);
  return Number(text);
}
