/** The files of runs: one folder of folders, nothing outside it, nothing through a link, and no more of a file than is bounded here. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_NAME } from '~/lib/text/run-name';
import { RunLog } from './run-log';

export const LOG = 'log.jsonl';
/** Of a log; what comes after is not read. */
export const MOST_LOG_BYTES = 64 * 1024 * 1024;
export const MOST_LINE_BYTES = 64 * 1024;
/** Runs of one folder, the newest. */
export const MOST_RUNS = 100;
/** Cards, marks and states are a few kilobytes; one that says how each of 50,000 files was made is none of ours. */
const MOST_CARD_BYTES = 256 * 1024;
const CHUNK = 256 * 1024;
/** Logs whose curves are kept in memory: more than one list asks for, or each list would read every log again. */
const LOGS_KEPT = 3 * MOST_RUNS;

/** `O_NONBLOCK`: a pipe in the place of a log must not hold a thread until somebody writes to it. */
const SAFELY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface RunFolder {
  name: string;
  path: string;
  /** Milliseconds: of its log or card, whichever is newer. */
  written: number;
}

/** Folders that hold a log or a card, newest first. The folder itself may be a link, for whoever set it up; nothing in it. */
export async function listRunFolders(root: string): Promise<RunFolder[]> {
  const real = await realpath(root).catch(() => null);
  if (real === null) return [];
  const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory() && RUN_NAME.test(entry.name)).map(({ name }) => name);
  const found = await Promise.all(names.map((name) => runFolderAt(real, name)));
  return found
    .flatMap((folder) => folder ?? [])
    .sort((one, other) => other.written - one.written)
    .slice(0, MOST_RUNS);
}

/** null: there is no such run. */
export async function findRunFolder(root: string, name: string): Promise<RunFolder | null> {
  const real = await realpath(root).catch(() => null);
  return real !== null && RUN_NAME.test(name) ? runFolderAt(real, name) : null;
}

async function runFolderAt(root: string, name: string): Promise<RunFolder | null> {
  const path = join(root, name);
  if (!(await isRealFolder(path))) return null;
  const times = await Promise.all([LOG, 'run.json'].map((file) => lstat(join(path, file)).catch(() => null)));
  const files = times.filter((one) => one?.isFile() === true);
  return files.length === 0 ? null : { name, path, written: Math.max(...files.map((one) => one?.mtimeMs ?? 0)) };
}

async function isRealFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isDirectory() === true;
}

/** Names of the folders in a run's folder: its checkpoints. */
export async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && RUN_NAME.test(entry.name)).map(({ name }) => name);
}

/** A small JSON file of a run; null: it is not there, no plain file, too large, or no JSON object. */
export async function readCard(path: string): Promise<Readonly<Record<string, unknown>> | null> {
  const file = await openPlain(path);
  if (file === null) return null;
  try {
    if (file.size > MOST_CARD_BYTES) return null;
    const parsed: unknown = JSON.parse(await file.handle.readFile('utf8'));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  } finally {
    await file.handle.close();
  }
}

interface PlainFile {
  handle: FileHandle;
  size: number;
  id: string;
}

async function openPlain(path: string): Promise<PlainFile | null> {
  const before = await lstat(path).catch(() => null);
  if (!before?.isFile()) return null;
  const handle = await open(path, SAFELY).catch(() => null);
  if (handle === null) return null;
  const now = await handle.stat();
  if (now.isFile()) return { handle, size: now.size, id: `${now.dev} ${now.ino}` };
  await handle.close();
  return null;
}

interface Followed {
  id: string;
  log: RunLog;
  /** Bytes that were read, to the end of a whole line. */
  offset: number;
  line: number;
  /** A line that is too long is left out to its end. */
  skipping: boolean;
}

export interface FollowedLog {
  log: RunLog;
  /** The bytes that are read of it, where it has more. */
  cutAt: number | null;
}

/** Reads logs as they grow: of one that was read before only what is new. */
export class LogFollower {
  readonly #known = new Map<string, Followed>();
  readonly #busy = new Map<string, Promise<FollowedLog | null>>();

  /** null: there is no such file. Who asks while it is being read gets the same answer. */
  read(path: string): Promise<FollowedLog | null> {
    const busy = this.#busy.get(path);
    if (busy) return busy;
    const reading = this.#read(path).finally(() => this.#busy.delete(path));
    this.#busy.set(path, reading);
    return reading;
  }

  async #read(path: string): Promise<FollowedLog | null> {
    const file = await openPlain(path);
    if (file === null) {
      this.#known.delete(path);
      return null;
    }
    try {
      const followed = this.#followed(path, file);
      await readOn(file.handle, followed, Math.min(file.size, MOST_LOG_BYTES));
      return { log: followed.log, cutAt: file.size > MOST_LOG_BYTES ? MOST_LOG_BYTES : null };
    } finally {
      await file.handle.close();
    }
  }

  /** A file that was replaced or cut is read from its beginning. */
  #followed(path: string, { id, size }: PlainFile): Followed {
    const known = this.#known.get(path);
    const followed = known && known.id === id && known.offset <= size ? known : newFollowed(id);
    this.#known.delete(path); // the newest is last, the oldest goes
    this.#known.set(path, followed);
    const [oldest] = this.#known.keys();
    if (this.#known.size > LOGS_KEPT && oldest !== undefined) this.#known.delete(oldest);
    return followed;
  }
}

function newFollowed(id: string): Followed {
  return { id, log: new RunLog(), offset: 0, line: 0, skipping: false };
}

/** Whole lines alone: the last one may still be being written. */
async function readOn(handle: FileHandle, followed: Followed, end: number): Promise<void> {
  const buffer = Buffer.alloc(Math.min(CHUNK, Math.max(0, end - followed.offset)));
  while (followed.offset < end) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - followed.offset), followed.offset);
    if (bytesRead === 0) return;
    const taken = takeLines(followed, buffer.subarray(0, bytesRead));
    if (taken === 0) return;
    followed.offset += taken;
  }
}

/** How many bytes were whole lines. */
function takeLines(followed: Followed, bytes: Buffer): number {
  let begin = 0;
  for (let end = bytes.indexOf(10, begin); end !== -1; end = bytes.indexOf(10, begin)) {
    followed.line += 1;
    if (followed.skipping || end - begin > MOST_LINE_BYTES) followed.log.skipLine(followed.line, TOO_LONG);
    else followed.log.takeLine(bytes.toString('utf8', begin, end), followed.line);
    followed.skipping = false;
    begin = end + 1;
  }
  if (bytes.length - begin <= MOST_LINE_BYTES) return begin;
  followed.skipping = true;
  return bytes.length;
}

const TOO_LONG = `longer than ${MOST_LINE_BYTES / 1024} kB`;
