import { type Command, InvalidArgumentError } from 'commander';
import { FILE_FORMS, OUTCOMES, PAIR_SOURCES, FORMATS as ROWS, SPLIT_NAMES } from '~/dataset/request';
import { UsageError } from '../exits';
import { newCommand } from '../new-command';
import { deliver, refuseUnwritable } from '../output';
import type { DatasetFlags } from './export-dataset';

const OF_A_MATCH = ['events', 'transcript', 'books'] as const;
const FORMATS = [...OF_A_MATCH, ...ROWS] as const;
type Format = (typeof FORMATS)[number];

interface Flags extends Omit<DatasetFlags, 'format'> {
  format: Format;
}

export function exportCommand(): Command {
  return newCommand('export', 'Writes a stored match as a file, or a dataset of many: chats, preferences, trajectories, judge scores.', [
    'export 9cw2urwtm3nj',
    'export 9cw2urwtm3nj --format transcript --out out/match.md',
    'export --format sft --ruleset classic --player rule_based_expert --clean --out out/data',
    'export --format preferences --ruleset open --files parquet --out out/pairs',
    'export --format trajectories --ruleset open --task market_round --sample 1',
  ])
    .argument(
      '[match]',
      'its id (npx mandi matches), or the first characters of it; without a match: a dataset of all matches that fit the filters',
    )
    .option('--format <format>', `for a match: ${OF_A_MATCH.join(', ')}; for a dataset: ${ROWS.join(', ')}`, readFormat, 'events')
    .option('--out <path>', 'for a match: a file instead of standard output; for a dataset: a new folder, or that of an interrupted export')
    .option('--files <form>', `dataset: ${FILE_FORMS.join(' or ')}`, 'jsonl')
    .option('--ruleset <name>', 'dataset: matches of this ruleset (default: classic; with --tournament, its own)')
    .option('--game <key>', 'dataset: matches of this game, by its full name; a wrong name lists them all')
    .option('--rules <version>', 'dataset: matches under this version of its rules (default: the newest)')
    .option('--task <name>', 'dataset: matches of this task')
    .option('--player <name>', 'dataset: seats of this policy or agent, e.g. rule_based_expert or smollm2@1')
    .option('--split <name>', `dataset: seeds of this range: ${SPLIT_NAMES.join(', ')} (default: train; with --tournament, its own)`)
    .option('--outcome <name>', `dataset: seats that ${OUTCOMES.join(', ')}`)
    .option('--min-score <n>', 'dataset: seats with at least this score')
    .option('--min-gain <n>', 'dataset: seats with at least this gain over autarky (open)')
    .option('--min-judge <n>', 'dataset: seats with a pitch that a judge scored at least this, 0 to 1')
    .option('--clean', 'dataset: only seats without refused actions')
    .option('--tournament <id>', 'dataset: matches of this tournament, by its id or the first characters of it')
    .option(
      '--with-people',
      'dataset: include tables with people and programs where everybody agreed, and programs behind addresses whose owners agree',
    )
    .option('--for-analysis', 'trajectories, judge: rows for analysis, marked as not for training; needed for test seeds')
    .option('--with-fallbacks', 'sft, arena-sft, preferences: include turns that a fallback played because the agent gave no usable action')
    .option('--pairs <source>', `preferences: from ${PAIR_SOURCES.join(' or ')} (default: ${PAIR_SOURCES[0]})`)
    .option('--rest <policy>', 'preferences: the policy that plays on after the action (default: rule_based_expert; in open, planner)')
    .option('--follow', 'dataset: continue as matches end, until Ctrl-C or the end of the tournament')
    .option('--sample <n>', 'dataset: print the first rows instead of writing them')
    .action(runExport);
}

async function runExport(id: string | undefined, flags: Flags, command: Command): Promise<void> {
  const { format } = flags;
  if (format !== 'events' && format !== 'transcript' && format !== 'books') {
    if (id !== undefined) throw new UsageError(`--format ${format} is for datasets: leave "${id}" out, or choose ${OF_A_MATCH.join(', ')}`);
    const { exportMany } = await import('./export-dataset');
    return exportMany({ ...flags, format });
  }
  if (id === undefined) throw new UsageError(whatIsMissing(command.getOptionValueSource('format') === 'cli' ? format : null));
  refuseOfDatasets(flags);
  await refuseUnwritable(flags.out);
  const [{ withDatabase }, { exportText }] = await Promise.all([import('../database-services'), import('../export-text')]);
  const text = await withDatabase(({ services }) => exportText(services.store, id, format), { takesLong: true });
  await deliver(text, flags.out);
}

/** `format`: as typed; null: missing. */
function whatIsMissing(format: string | null): string {
  const rows = ROWS.join(', ');
  if (format !== null) return `--format ${format} is for one match: name it (npx mandi matches), or choose ${rows}`;
  return `name a match (npx mandi matches lists them), or say which dataset you want: --format ${rows}`;
}

/** A match is exported whole, so filters are refused rather than ignored. */
function refuseOfDatasets(flags: Flags): void {
  const given = Object.keys(flags).find((name) => !OF_MATCHES.includes(name) && (name !== 'files' || flags.files !== 'jsonl'));
  const flag = given?.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (flag !== undefined)
    throw new UsageError(`--${flag} is for datasets, and --format ${flags.format} is for one match: leave --${flag} out`);
}

const OF_MATCHES = ['format', 'out'];

function readFormat(text: string): Format {
  const format = FORMATS.find((known) => known === text);
  if (format === undefined) throw new InvalidArgumentError(`Allowed: ${FORMATS.join(', ')}.`);
  return format;
}
