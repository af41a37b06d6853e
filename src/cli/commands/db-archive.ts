/** `mandi db archive` and related commands: what leaves the database, and what comes back. */
import type { Command } from 'commander';
import type { Config } from '~/config';
import { archiveMatches } from '~/store/archive/archive-matches';
import { waitingForArchive } from '~/store/archive/archive-state';
import { checkArchive, removeUnused, type UnusedFile, unusedFiles } from '~/store/archive/check-archive';
import { openArchivePlace } from '~/store/archive/open-archive-place';
import { oldExhibitions, pruneExhibitions } from '~/store/archive/prune-exhibitions';
import { archivedAmong, restoreMatches } from '~/store/archive/restore-matches';
import { openForUpkeep, withUpkeep } from '~/store/archive/upkeep';
import { CommandFailed, UsageError } from '../exits';
import { print } from '../output';

type Attempt = (work: (config: Config) => Promise<void>) => Promise<void>;

interface AgeOptions {
  olderThan?: string;
  dryRun?: true;
}

export function addArchiveCommands(db: Command, attempt: Attempt): void {
  db.command('archive')
    .description('move the events of finished matches to Parquet files in MANDI_ARCHIVE; everything still reads them')
    .option('--older-than <age>', 'matches that ended longer ago than this: 30d, 12h or 0d (default: ARCHIVE_AFTER_DAYS)')
    .option('--dry-run', 'only count them')
    .action((options: AgeOptions) => attempt((config) => archive(config, options)));
  db.command('check-archive')
    .description('read every file of the archive and compare it with what was written')
    .option('--remove-unused', 'delete files whose matches were all restored: only if no older backup needs them')
    .action(({ removeUnused: asked = false }: { removeUnused?: boolean }) => attempt((config) => check(config, asked)));
  db.command('restore-matches')
    .argument('[matches...]', 'ids of archived matches')
    .option('--all', 'every archived match')
    .description('move matches from the archive back into the database')
    .action((ids: string[], options: { all?: true }) => attempt((config) => restore(config, ids, options.all)));
  db.command('prune')
    .description('delete old unrated matches outside tournaments, series and judging, and without people')
    .option('--older-than <age>', 'matches that ended longer ago than this: 90d or 12h (default: RETAIN_EXHIBITIONS_DAYS)')
    .option('--with-people', 'those with people or their programs as well')
    .option('--dry-run', 'only count them')
    .option('--yes', 'confirm')
    .action((options: AgeOptions & { withPeople?: true; yes?: true }) => attempt((config) => prune(config, options)));
}

async function archive(config: Config, { olderThan, dryRun }: AgeOptions): Promise<void> {
  const before = momentOf(olderThan, config.archive.afterDays, 'ARCHIVE_AFTER_DAYS');
  const place = openArchivePlace(config);
  if (dryRun) {
    const { matches, events } = await look(config, (client) => waitingForArchive(client, before));
    return print(`Would archive ${count(matches, 'match', 'matches')} with ${count(events, 'event', 'events')} in ${place.name}.`);
  }
  const stop = onInterrupt();
  const run = await withUpkeep({ config, kind: 'archive', say }, (client) =>
    archiveMatches({
      client,
      place,
      before,
      isStopped: stop.isAsked,
      kept: ({ matches, files }) => say(`${count(matches, 'match', 'matches')} archived in ${count(files, 'file', 'files')}.`),
    }),
  ).finally(stop.end);
  if (run.matches === 0) return print('No match is old enough to archive.');
  const size = `${count(run.files, 'file', 'files')}, ${(run.bytes / 1e6).toFixed(1)} MB`;
  await print(
    `Archived ${count(run.matches, 'match', 'matches')} with ${count(run.events, 'event', 'events')} in ${place.name} (${size}).`,
  );
}

async function check(config: Config, removes: boolean): Promise<void> {
  const place = openArchivePlace(config);
  const { files, matches, faults } = await look(config, (client) => checkArchive({ client, place }, () => undefined));
  for (const { file, why, matches: held } of faults) say(`${file}: ${why} (${count(held, 'match', 'matches')})`);
  if (faults.length > 0)
    throw new CommandFailed(
      `${count(faults.length, 'file', 'files')} of ${files} in ${place.name} cannot be read: restore them from a copy`,
    );
  await print(`${count(files, 'file', 'files')} with ${count(matches, 'match', 'matches')} in ${place.name}: all as written.`);
  const unused = await look(config, unusedFiles);
  if (unused.length === 0) return;
  if (!removes) return say(`${sizeOf(unused)} without archived matches. To delete: npx mandi db check-archive --remove-unused`);
  await withUpkeep({ config, kind: 'prune', say }, async (client) => {
    await removeUnused({ client, place });
    return { matches: 0 };
  });
  await print(`Deleted ${sizeOf(unused)} without archived matches.`);
}

function sizeOf(files: readonly UnusedFile[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${count(files.length, 'file', 'files')} (${(bytes / 1e6).toFixed(1)} MB)`;
}

async function restore(config: Config, ids: readonly string[], all: true | undefined): Promise<void> {
  if ((ids.length === 0) !== (all === true)) throw new UsageError('name the matches to restore, or use --all');
  const place = openArchivePlace(config);
  const known = await look(config, (client) => archivedAmong(client, ids));
  const missing = ids.filter((id) => !known.includes(id));
  if (missing.length > 0) throw new UsageError(`not in the archive: ${missing.join(', ')}`);
  const { matches } = await withUpkeep({ config, kind: 'restore', say }, async (client) => ({
    matches: await restoreMatches({ client, place }, all ? 'all' : ids),
  }));
  await print(`Restored ${count(matches, 'match', 'matches')}. Their files stay in ${place.name}, as an older backup may need them.`);
  const unused = await look(config, unusedFiles);
  if (unused.length > 0) say(`${sizeOf(unused)} without archived matches. To delete: npx mandi db check-archive --remove-unused`);
}

async function prune(
  config: Config,
  { olderThan, dryRun, withPeople = false, yes }: AgeOptions & { withPeople?: boolean; yes?: true },
): Promise<void> {
  const before = momentOf(olderThan, config.archive.retainExhibitionsDays, 'RETAIN_EXHIBITIONS_DAYS');
  if (dryRun) {
    const ids = await look(config, (client) => oldExhibitions({ client, before, withPeople }));
    return print(`Would delete ${count(ids.length, 'match', 'matches')}.`);
  }
  if (!yes) throw new UsageError('this deletes matches for good: look with --dry-run first, then add --yes');
  const stop = onInterrupt();
  const { matches } = await withUpkeep({ config, kind: 'prune', say }, (client) =>
    pruneExhibitions({ client, place: openArchivePlace(config), before, withPeople, isStopped: stop.isAsked }),
  ).finally(stop.end);
  await print(`Deleted ${count(matches, 'match', 'matches')}.`);
}

async function look<T>(config: Config, work: (client: Awaited<ReturnType<typeof openForUpkeep>>) => Promise<T>): Promise<T> {
  const client = await openForUpkeep(config, say);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const HOURS = { d: 24, h: 1 } as const;

function momentOf(age: string | undefined, days: number | null, setting: string): Date {
  const text = age ?? (days === null ? '' : `${days}d`);
  if (text === '') throw new UsageError(`say how old: --older-than 30d, or set ${setting}`);
  const [, amount = '', unit] = /^(\d{1,6})([dh])$/.exec(text) ?? [];
  if (amount === '') throw new UsageError(`--older-than: "${text}" must be days or hours, such as 30d or 12h`);
  return new Date(Date.now() - Number(amount) * HOURS[unit as keyof typeof HOURS] * 3_600_000);
}

/** Ctrl-C ends it after the current step. */
function onInterrupt(): { isAsked(): boolean; end(): void } {
  let isAsked = false;
  function ask(): void {
    isAsked = true;
  }
  process.once('SIGINT', ask);
  process.once('SIGTERM', ask);
  return {
    isAsked: () => isAsked,
    end() {
      process.off('SIGINT', ask);
      process.off('SIGTERM', ask);
    },
  };
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Progress goes to standard error, separate from the result. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
