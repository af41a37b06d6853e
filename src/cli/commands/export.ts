import { type Command, InvalidArgumentError } from 'commander';
import type { DatasetManifest, DatasetRequest } from '~/dataset/export-dataset';
import type { DatasetFormat } from '~/dataset/formats';
import { Interrupted, UsageError } from '../exits';
import { newCommand } from '../new-command';
import { deliver, print, refuseUnwritable } from '../output';

const FORMATS = ['events', 'transcript', 'sft', 'arena-sft', 'trajectories'] as const;
type Format = (typeof FORMATS)[number];
const SPLITS = ['train', 'validation', 'test', 'none'] as const;

interface Flags {
  format: Format;
  out?: string;
  ruleset: string;
  task?: string;
  player?: string;
  split: string;
  minScore?: string;
  clean?: boolean;
  sample?: string;
}

export function exportCommand(): Command {
  return newCommand('export', 'Writes a stored match as a file, or a dataset of many: chats to train on, or whole trajectories.', [
    'export 9cw2urwtm3nj',
    'export 9cw2urwtm3nj --format transcript --out match.md',
    'export --format sft --ruleset classic --player rule_based_expert --clean --out data',
    'export --format trajectories --ruleset open --task market_round --sample 1',
  ])
    .argument('[match]', 'its id (npx mandi matches), or the beginning of it; left out: a dataset of all that the filters find')
    .option('--format <format>', `of a match: events or transcript; of a dataset: sft, arena-sft or trajectories`, readFormat, 'events')
    .option('--out <path>', 'of a match: the file instead of standard output; of a dataset: the folder, new or of a run that was stopped')
    .option('--ruleset <name>', 'dataset: matches of this ruleset', 'classic')
    .option('--task <name>', 'dataset: matches of this task')
    .option('--player <name>', 'dataset: seats of this policy or agent, e.g. rule_based_expert or smollm2@1')
    .option('--split <name>', `dataset: seeds of this range: ${SPLITS.join(', ')}`, 'train')
    .option('--min-score <n>', 'dataset: seats with at least this score')
    .option('--clean', 'dataset: only seats that were refused nothing')
    .option('--sample <n>', 'dataset: print the first rows instead of writing them')
    .action(runExport);
}

async function runExport(id: string | undefined, flags: Flags): Promise<void> {
  const { format } = flags;
  if (format !== 'events' && format !== 'transcript') {
    if (id !== undefined) throw new UsageError(`--format ${format} is of a dataset: leave "${id}" out, or choose events or transcript`);
    return exportMany(format, flags);
  }
  if (id === undefined)
    throw new UsageError(`--format ${format} is of one match: name it (npx mandi matches), or choose sft, arena-sft or trajectories`);
  await refuseUnwritable(flags.out);
  const [{ withDatabase }, { exportText }] = await Promise.all([import('../database-services'), import('../export-text')]);
  const text = await withDatabase(({ services }) => exportText(services.store, id, format));
  await deliver(text, flags.out);
}

async function exportMany(format: DatasetFormat, flags: Flags): Promise<void> {
  const request = readRequest(format, flags);
  const { withDatabase } = await import('../database-services');
  const { exportDataset, sampleDataset } = await import('~/dataset/export-dataset');
  const { OtherRun } = await import('~/dataset/shard-writer');
  if (flags.sample !== undefined) {
    const most = wholeNumber('--sample', flags.sample);
    const { rows, matches } = await withDatabase(({ services }) => sampleDataset(services.store, request, most));
    if (rows.length === 0)
      process.stderr.write(`mandi: no row among ${matches} matches of that kind; npx mandi matches lists what is stored\n`);
    return print(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
  const folder = flags.out;
  if (folder === undefined) throw new UsageError('--out names the folder for the dataset; --sample 3 prints rows instead');
  const { codeVersion } = await import('~/eval/code-version');
  const stop = new AbortController();
  const onInterrupt = () => stop.abort(new Interrupted(`stopped; the same command goes on where it was`));
  process.once('SIGINT', onInterrupt);
  try {
    const options = { folder, command: commandOf(format, flags), code: codeVersion(), signal: stop.signal };
    await print(textOf(folder, await withDatabase(({ services }) => exportDataset(services.store, request, options))));
  } catch (fault) {
    throw fault instanceof OtherRun ? new UsageError(fault.message) : fault;
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

function readRequest(format: DatasetFormat, { ruleset, task, player, split, minScore, clean }: Flags): DatasetRequest {
  if (!SPLITS.some((one) => one === split)) throw new UsageError(`--split: "${split}" is none of ${SPLITS.join(', ')}`);
  if (split === 'test' && format !== 'trajectories') throw new UsageError('--split test: nothing that trains an agent touches test seeds');
  if (format === 'arena-sft' && ruleset !== 'classic') throw new UsageError('--format arena-sft is the published shape of classic');
  if (!['classic', 'open'].includes(ruleset)) throw new UsageError(`--ruleset: "${ruleset}" is neither classic nor open`);
  if (minScore !== undefined && !Number.isFinite(Number(minScore))) throw new UsageError(`--min-score: "${minScore}" is not a number`);
  return {
    format,
    ruleset,
    split,
    ...(task !== undefined && { task }),
    ...(player !== undefined && { player }),
    ...(minScore !== undefined && { minScore: Number(minScore) }),
    ...(clean && { cleanOnly: true }),
  };
}

function wholeNumber(flag: string, text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`${flag}: "${text}" is not a whole number from 1`);
  return Number(text);
}

/** Whole, to be run again. */
function commandOf(format: Format, { ruleset, task, player, split, minScore, clean }: Flags): string {
  const parts = [`npx mandi export --format ${format} --ruleset ${ruleset} --split ${split}`];
  if (task !== undefined) parts.push(`--task ${task}`);
  if (player !== undefined) parts.push(`--player ${player}`);
  if (minScore !== undefined) parts.push(`--min-score ${minScore}`);
  if (clean) parts.push('--clean');
  return `${parts.join(' ')} --out DIR`;
}

function textOf(folder: string, { rows, counts, files }: DatasetManifest): string {
  const left = Object.entries(counts).filter(([name]) => !['matches', 'seats', 'rows'].includes(name));
  return [
    `${rows} rows of ${counts.seats ?? 0} seats in ${counts.matches ?? 0} matches, ${files.length} file${files.length === 1 ? '' : 's'} in ${folder}, with manifest.json`,
    ...(left.length === 0 ? [] : [`left out: ${left.map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`).join(', ')}`]),
    '',
  ].join('\n');
}

function readFormat(text: string): Format {
  const format = FORMATS.find((known) => known === text);
  if (format === undefined) throw new InvalidArgumentError(`Allowed: ${FORMATS.join(', ')}.`);
  return format;
}
