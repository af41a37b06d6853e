import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Config, ConfigError, readConfig } from '~/config';
import { findRunning } from '~/start/place';
import { findTarget, kindOf, openDatabase, openExisting, openOrCreate } from '~/store/database';
import { type DatabaseStatus, databaseStatus, resetDatabase } from '~/store/database-admin';
import { DatabaseError } from '~/store/database-error';
import { removeEmbedded, stopEmbedded } from '~/store/embedded/embedded-server';
import { folderOf } from '~/store/embedded/home';
import { CommandFailed, UsageError } from '../exits';
import { newCommand } from '../new-command';
import { print, refuseUnwritable } from '../output';
import { addArchiveCommands } from './db-archive';

const STARTS_BY_ITSELF = 'not running (the next command that needs it starts it)';

export function dbCommand(): Command {
  const db = newCommand('db', 'The database: the embedded one in MANDI_HOME, or the server that DATABASE_URL names.', [
    'db status --json',
    'db backup mandi-2026-11-27.sql.gz',
    'db restore mandi-2026-11-27.sql.gz',
    'db archive --older-than 30d',
    'db reset --yes',
    'db remove --yes',
  ]);
  db.command('status')
    .description('where the database is, its size, and whether its schema is up to date')
    .option('--json', 'print one JSON object')
    .action((options: { json?: true }) => attempt(async (config) => showStatus(await databaseStatus(config), options.json)));
  db.command('migrate')
    .description('create the database if it is missing, and bring its schema up to date')
    .action(() => attempt(migrate));
  db.command('backup')
    .argument('<file>', 'the new file; it holds secrets, and only you can read it')
    .description('write everything in the database to a file; matches can continue meanwhile')
    .action((file: string) => attempt((config) => backUp(config, file)));
  db.command('restore')
    .argument('<file>', 'a file that db backup wrote, by this version of Mandi or an older one')
    .description('fill an empty database from a backup')
    .action((file: string) => attempt((config) => restore(config, file)));
  addArchiveCommands(db, attempt);
  db.command('reset')
    .description('delete every match, event and report')
    .option('--yes', 'confirm')
    .action((options: { yes?: true }) => attempt((config) => reset(config, options.yes)));
  db.command('stop')
    .description('stop the embedded database; the next command that needs it starts it again')
    .option('--force', 'even if Mandi is running')
    .action((options: { force?: true }) => attempt((config) => stop(config, options.force)));
  db.command('remove')
    .description('stop the embedded database and delete its folder (npx mandi db status shows it)')
    .option('--yes', 'confirm')
    .action((options: { yes?: true }) => attempt((config) => remove(config, options.yes)));
  db.command('url')
    .description("print the database's address with its password, for psql and similar tools")
    .action(() => attempt(showUrl));
  return db;
}

async function attempt(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    await work(readConfig());
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    if (error instanceof DatabaseError) throw new CommandFailed(error.message);
    throw error;
  }
}

async function showUrl(config: Config): Promise<void> {
  const target = await findTarget(config, tell);
  const client = await (kindOf(config) === 'embedded' ? openOrCreate(target, tell) : openExisting(target));
  await client.end();
  await print(target.url);
}

async function migrate(config: Config): Promise<void> {
  const database = await openDatabase(config, { say: tell, makeMissing: true });
  await database.close();
  await print(database.migrated.length === 0 ? 'The schema is up to date.' : `Applied: ${database.migrated.join(', ')}.`);
}

async function backUp(config: Config, file: string): Promise<void> {
  if (existsSync(file)) throw new UsageError(`${file} exists: choose another name`);
  await refuseUnwritable(file);
  await mkdir(dirname(resolve(file)), { recursive: true });
  const { writeBackup } = await import('~/store/backup/write-backup');
  const { rows, bytes } = await writeBackup(config, file, tell);
  await print(`${file}: ${countsOf(rows)}, ${(bytes / 1e6).toFixed(1)} MB.`);
}

async function restore(config: Config, file: string): Promise<void> {
  const { restoreBackup } = await import('~/store/backup/restore-backup');
  const { head, rows, migrated } = await restoreBackup(config, file, tell);
  const since =
    migrated.length === 0 ? '' : ` Brought its schema up to date (${migrated.length} ${migrated.length === 1 ? 'step' : 'steps'}).`;
  await print(`Restored ${countsOf(rows)}, as of ${head.at}.${since}`);
}

function countsOf(rows: Record<string, number>): string {
  const [matches = 0, events = 0] = [rows.match, rows.match_event];
  return `${matches} ${matches === 1 ? 'match' : 'matches'}, ${events} ${events === 1 ? 'event' : 'events'}`;
}

async function reset(config: Config, yes: true | undefined): Promise<void> {
  if (!yes) throw new UsageError(`this deletes every match, event and report in ${placeOf(config)}; add --yes to continue`);
  await resetDatabase(config, tell);
  await print('The database is empty.');
}

async function stop(config: Config, force: true | undefined): Promise<void> {
  if (config.databaseUrl !== null)
    throw new CommandFailed('DATABASE_URL points to a server that Mandi did not start, so there is nothing to stop.');
  const user = force ? null : await findRunning(config.home);
  if (user) throw new CommandFailed(`Mandi (process ${user.pid}) is using it: stop it first, or run npx mandi db stop --force`);
  await print((await stopEmbedded(config.home)) ? 'Stopped.' : 'It was not running.');
}

async function remove(config: Config, yes: true | undefined): Promise<void> {
  if (config.databaseUrl !== null)
    throw new CommandFailed('DATABASE_URL points to a server that Mandi did not create, so there is no folder to remove.');
  const user = await findRunning(config.home);
  if (user) throw new CommandFailed(`Mandi (process ${user.pid}) is using it: stop it first`);
  const folder = await folderOf(config.home);
  if (folder === null) return print('There is no embedded database here.');
  if (!yes) throw new UsageError(`this deletes ${folder} with every match, event and report in it; add --yes to continue`);
  await removeEmbedded(config.home);
  await print(`Removed ${folder}.`);
}

function placeOf(config: Config): string {
  return kindOf(config) === 'embedded' ? `the embedded database of ${config.home}` : 'the database that DATABASE_URL names';
}

async function showStatus(status: DatabaseStatus, json: true | undefined): Promise<void> {
  if (json) return print(JSON.stringify(status, null, 2));
  const lines = [
    ['database', status.kind],
    ['address', status.address ?? STARTS_BY_ITSELF],
    ['folder', status.folder],
    ['PostgreSQL', status.version],
    ['size', status.bytes === null ? null : `${(status.bytes / 1e6).toFixed(1)} MB`],
    ['schema', schemaWords(status)],
    ['matches', status.matches],
    ['events', status.events],
    ['archive', archiveWords(status)],
  ];
  const shown = lines.filter(([, value]) => value !== null);
  await print(shown.map(([name, value]) => `${String(name).padEnd(12)}${String(value)}`).join('\n'));
}

function archiveWords({ archive }: DatabaseStatus): string | null {
  if (archive === null || archive.files === 0) return null;
  const files = `${archive.files} ${archive.files === 1 ? 'file' : 'files'}`;
  return `${archive.matches} ${archive.matches === 1 ? 'match' : 'matches'}, ${files}, ${(archive.bytes / 1e6).toFixed(1)} MB`;
}

function schemaWords({ migrations, running }: DatabaseStatus): string | null {
  if (migrations === null) return running ? 'not made yet (mandi db migrate)' : null;
  const { pending, unknown, failed } = migrations;
  if (unknown.length > 0) return `made by a newer Mandi (${unknown.join(', ')})`;
  if (failed.length > 0) return `a migration started but did not finish (${failed.join(', ')})`;
  if (pending.length > 0) return `${pending.length} to apply: ${pending.join(', ')} (mandi db migrate)`;
  return 'up to date';
}

/** Progress goes to standard error, separate from the result. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
