/**
 * A thread that detects when one match blocks the whole process, and writes down which one. Otherwise, after the process is killed, the
 * next start would run the same match and block again.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** Data for the thread in `block-watch-entry.mjs`. */
export interface BlockWatchData {
  /** The process's heartbeat and the length of the match id that follows; 0: no match is being played. */
  shared: SharedArrayBuffer;
  file: string;
  limitMs: number;
}

const LIMIT_MS = 20_000;
const LONGEST_ID = 128;
const BEAT = 0;
const LENGTH = 1;

let note: { words: Int32Array; id: Uint8Array } | null = null;

/** Attributes synchronous work to this match. */
export function whileAt<T>(matchId: string, work: () => T): T {
  if (note === null) return work();
  const { written } = new TextEncoder().encodeInto(matchId, note.id);
  Atomics.store(note.words, LENGTH, written);
  try {
    return work();
  } finally {
    Atomics.store(note.words, LENGTH, 0);
  }
}

/** Starts the watch of this process. Returns a function that ends it. */
export async function watchForBlocks(folder: string, limitMs = LIMIT_MS): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const shared = new SharedArrayBuffer(8 + LONGEST_ID);
  const words = new Int32Array(shared, 0, 2);
  note = { words, id: new Uint8Array(shared, 8) };
  const file = join(folder, `${process.pid}.json`);
  const workerData: BlockWatchData = { shared, file, limitMs };
  const thread = new Worker(new URL('./block-watch-entry.mjs', import.meta.url), { workerData });
  thread.unref();
  const timer = setInterval(() => Atomics.add(words, BEAT, 1), limitMs / 10);
  timer.unref();
  return async () => {
    note = null;
    clearInterval(timer);
    await thread.terminate();
  };
}

const noted = z.object({ matchId: z.string(), seconds: z.number() });

/** Matches that blocked a process which did not recover, with the sentence for their card. Each is returned only once. */
export async function takeBlocked(folder: string): Promise<Map<string, string>> {
  const blocked = new Map<string, string>();
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const text = await readFile(file, 'utf8').catch(() => '');
    await rm(file, { force: true });
    const read = noted.safeParse(jsonOf(text));
    if (read.success) blocked.set(read.data.matchId, whySetAside(read.data.seconds));
  }
  return blocked;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function whySetAside(seconds: number): string {
  return `This match kept the server from answering for at least ${seconds} seconds in one turn, until the server was ended. It was set aside at the next start. Play it with smaller options.`;
}
