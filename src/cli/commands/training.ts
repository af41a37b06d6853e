import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { RunCard } from '~/api/training/types';
import { REPOSITORY, readConfig } from '~/config';
import { decodeText } from '~/lib/text/decode-text';
import { runNameOfFile } from '~/lib/text/run-name';
import { CommandFailed, UsageError } from '../exits';
import { newCommand } from '../new-command';
import { oneLine } from '../one-line';
import { print } from '../output';
import { type Column, textTable } from '../text-table';

export function trainingCommand(): Command {
  const training = newCommand('training', 'Training runs as the Training page shows them. Needs no server and no database.', [
    'training list',
    'training import trainer_state.json --name my-grpo-run',
    'training remove my-grpo-run',
  ]);
  training
    .command('list')
    .description('list the runs of this machine, imported logs, shipped adapters and published runs')
    .option('--json', 'print one JSON object')
    .action(list);
  training
    .command('import')
    .argument('<file>', "TRL's log_history as JSON lines, its trainer_state.json, or log.jsonl of Mandi's trainer")
    .description('import a log, to see it on the Training page; every line must be readable')
    .option('--name <name>', "the run's name (default: from the file's name)")
    .action(importLog);
  training
    .command('remove')
    .argument('<name>', 'the name of an imported log')
    .description('delete the imported copy of a log')
    .action(remove);
  return training;
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const { runs, folder } = await (await openRuns()).list({ isOperator: true });
  await print(json ? JSON.stringify({ folder, runs }) : `${textTable(COLUMNS, runs)}\n\nRuns of this machine are in ${folder}`);
}

const figure = (value: number | null): string => (value === null ? '-' : String(Number(value.toPrecision(4))));

const COLUMNS: Column<RunCard>[] = [
  { title: 'run', align: 'left', text: ({ id }) => id },
  { title: 'name', align: 'left', text: ({ name }) => oneLine(name) },
  { title: 'kind', align: 'left', text: ({ kind }) => oneLine(kind ?? '-') },
  { title: 'status', align: 'left', text: ({ status }) => status },
  { title: 'step', align: 'right', text: ({ step }) => figure(step) },
  { title: 'loss', align: 'right', text: ({ loss }) => figure(loss) },
  { title: 'reward', align: 'right', text: ({ reward }) => figure(reward) },
  { title: 'gain', align: 'right', text: ({ gain }) => figure(gain) },
];

async function importLog(path: string, { name }: { name?: string }): Promise<void> {
  const { MOST_IMPORTED } = await import('~/api/training/runs');
  const file = await stat(path).catch(() => null);
  if (!file?.isFile()) throw new UsageError(`${path}: ${file === null ? 'there is no such file' : 'this is a folder, not a file'}`);
  if (file.size > MOST_IMPORTED) throw new UsageError(`${path}: a log can have at most ${MOST_IMPORTED / 1024 / 1024} MB`);
  const decoded = decodeText(await readFile(path));
  if (!decoded.ok) throw new UsageError(`${path}: ${decoded.why}`);
  const answer = await (await openRuns()).import({
    name: name ?? runNameOfFile(basename(path)),
    text: decoded.value,
    file: basename(path),
  });
  if (!answer.ok) throw answer.code === 'name_taken' ? new CommandFailed(answer.why) : new UsageError(answer.why);
  await print(`Imported as ${answer.value}. The Training page shows it: /agents/training/${encodeURIComponent(answer.value)}`);
}

async function remove(name: string): Promise<void> {
  if (!(await (await openRuns()).remove(`imported.${name}`)))
    throw new UsageError(`there is no imported log "${name}"; npx mandi training list shows them`);
  await print(`Removed ${name}.`);
}

async function openRuns() {
  const { trainingFolders, trainingRuns } = await import('~/api/training/runs');
  return trainingRuns(trainingFolders(readConfig(), REPOSITORY));
}
