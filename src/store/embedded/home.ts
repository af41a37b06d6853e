/** The folder of the embedded database: its layout, and what later commands need to find a running server. */
import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, chmod, chown, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { z } from 'zod';
import { codeOf, DatabaseError, messageOf } from '../database-error';
import { commandOf } from './process-command';
import { canReach, chooseRunAs, type RunAs } from './run-as';

/** Used for root's data if the user that Postgres runs as cannot access MANDI_HOME. */
const SHARED_PLACE = '/var/lib/mandi';

const card = z.object({
  /** null: `postgres` in MANDI_HOME, which can then be moved. */
  folder: z.string().nullable(),
  port: z.number().int(),
  password: z.string(),
});
type Card = z.infer<typeof card>;

export interface Home {
  /** MANDI_HOME. */
  path: string;
  /** Everything of Postgres: data, log, and programs if they had to be copied. */
  folder: string;
  data: string;
  log: string;
  port: number;
  password: string;
  runAs: RunAs | null;
}

/** What an earlier command stored; null if there is none. */
export async function readHome(path: string): Promise<Home | null> {
  const text = await readCard(path);
  if (text === null) return null;
  const read = card.safeParse(parse(text));
  if (!read.success)
    throw new DatabaseError('embedded_failed', `${cardOf(path)} is damaged: restore it, or move ${path} away to start over.`);
  return describe(path, read.data);
}

/** Creates the folders and the card. */
export async function createHome(path: string): Promise<Home> {
  const inside = join(path, 'postgres');
  const runAs = chooseRunAs(join(inside, 'data'));
  const elsewhere = canReach(runAs, join(inside, 'data'))
    ? null
    : ((await targetOf(inside)) ?? join(SHARED_PLACE, randomBytes(6).toString('hex')));
  const fresh = describe(path, { folder: elsewhere, port: 0, password: randomBytes(24).toString('base64url') });
  if (existsSync(join(fresh.data, 'PG_VERSION'))) {
    throw new DatabaseError(
      'embedded_failed',
      `${fresh.data} has a database, but ${cardOf(path)} is missing: restore it, or move ${path} away to start over.`,
    );
  }
  await attempt(fresh.folder, () => makeFolder(fresh.folder));
  if (elsewhere) {
    await chmod(SHARED_PLACE, 0o755);
    await clearLeftovers();
  }
  if (runAs) await chown(fresh.folder, runAs.uid, runAs.gid);
  if (elsewhere) await pointThere(inside, path, elsewhere);
  await writeHome(fresh);
  return fresh;
}

/** Leaves a pointer, so that someone who looks into one of the two folders finds the other. */
async function pointThere(inside: string, path: string, elsewhere: string): Promise<void> {
  await writeFile(join(elsewhere, 'BELONGS_TO'), `${path}\n`);
  if ((await targetOf(inside)) === null) await attempt(inside, () => symlink(elsewhere, inside));
}

/** Deletes data whose MANDI_HOME was in the temporary folder and no longer exists. */
async function clearLeftovers(): Promise<void> {
  for (const name of await readdir(SHARED_PLACE)) {
    const folder = join(SHARED_PLACE, name);
    const owner = (await readFile(join(folder, 'BELONGS_TO'), 'utf8').catch(() => '')).trim();
    if (!owner.startsWith(join(tmpdir(), sep)) || existsSync(owner)) continue;
    const pid = Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    if (commandOf(pid).includes(join(folder, 'data'))) process.kill(pid, 'SIGQUIT');
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function targetOf(link: string): Promise<string | null> {
  try {
    return await readlink(link);
  } catch {
    return null;
  }
}

/** Location of the embedded database of this MANDI_HOME; null if there is none. */
export async function folderOf(path: string): Promise<string | null> {
  return (await readHome(path))?.folder ?? null;
}

export async function deleteHome({ path, folder }: Home): Promise<void> {
  await attempt(folder, async () => {
    await rm(folder, { recursive: true, force: true });
    await rm(join(path, 'postgres'), { recursive: true, force: true });
    await rm(cardOf(path), { force: true });
  });
}

/** Written atomically and readable only by its owner, because it contains the password. */
export async function writeHome(home: Home): Promise<void> {
  const folder = home.folder === join(home.path, 'postgres') ? null : home.folder;
  const content: Card = { folder, port: home.port, password: home.password };
  const file = cardOf(home.path);
  await attempt(home.path, async () => {
    await writeFile(`${file}.part`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    if (process.getuid?.() === 0) await giveToOwnerOf(home.path, `${file}.part`);
    await rename(`${file}.part`, file);
  });
}

/** Files that root writes into someone's folder get that folder's owner. */
async function giveToOwnerOf(folder: string, file: string): Promise<void> {
  const { uid, gid } = await stat(folder);
  await chown(file, uid, gid);
}

/** Creates MANDI_HOME, or throws a sentence that says why it cannot. */
export async function ensureFolder(path: string): Promise<void> {
  await attempt(path, async () => {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
  });
}

/** Level by level, because Node's recursive mkdir never returns if an existing parent reports that it does not exist (/proc/x). */
async function makeFolder(path: string): Promise<void> {
  const fault = await makeOne(path);
  if (fault === null) return;
  if (codeOf(fault) !== 'ENOENT' || dirname(path) === path) throw fault;
  await makeFolder(dirname(path));
  const still = await makeOne(path);
  if (still !== null) throw still;
}

/** null if the folder exists afterwards, whoever created it. */
async function makeOne(path: string): Promise<Error | null> {
  try {
    await mkdir(path);
    return null;
  } catch (error) {
    if (await isFolder(path)) return null;
    if (error instanceof Error) return error;
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() ?? false;
}

function describe(path: string, { folder: elsewhere, port, password }: Card): Home {
  const folder = elsewhere ?? join(path, 'postgres');
  const data = join(folder, 'data');
  return { path, folder, data, log: join(folder, 'server.log'), port, password, runAs: chooseRunAs(data) };
}

function cardOf(path: string): string {
  return join(path, 'database.json');
}

async function readCard(path: string): Promise<string | null> {
  try {
    return await readFile(cardOf(path), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw explain(path, error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function attempt(path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw explain(path, error);
  }
}

/** A file error as a sentence for the operator. */
export function explain(path: string, error: unknown): unknown {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new DatabaseError('disk_full', `The disk that holds ${path} is full: free some space and start again.`, error);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new DatabaseError(
        'home_not_writable',
        `${path} cannot be used by this user (${codeOf(error)}): set MANDI_HOME to a folder you may write to.`,
        error,
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new DatabaseError('home_not_writable', `${path} is not a folder: set MANDI_HOME to one.`, error);
    case 'ENAMETOOLONG':
    case 'ENOENT':
    case 'EINVAL':
      return new DatabaseError(
        'home_not_writable',
        `${path} could not be created (${messageOf(error)}): set MANDI_HOME to another folder.`,
        error,
      );
    default:
      return error;
  }
}
