/**
 * The journal of a run: one line per match, written after its rows; an incomplete line never happened. A killed process loses nothing that
 * was written. A power failure may lose what was not synced, so lines after the last sync mark are checked against their rows.
 */
import { closeSync, createReadStream, existsSync, fdatasyncSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { EndPlace } from '~/store/event-store';

/** When a match ended, and its id. */
const placeShape = z.object({ at: z.number(), id: z.string() });
const entryShape = placeShape.extend({
  /** The file that received the rows, and its length afterwards. */
  shard: z.number(),
  bytes: z.number(),
  rows: z.number(),
  counts: z.record(z.string(), z.number()),
  /** Digests of rows that are written only once, concatenated in base64. */
  seen: z.string(),
  /** Digest of the rows' text. */
  text: z.string(),
  /** End time and id of the first match skipped because of a sealed world; null: none. */
  passed: placeShape.nullable(),
});
export type JournalEntry = z.infer<typeof entryShape>;
const headShape = z.object({ request: z.string() });
const MARK = { synced: true };

/** The folder belongs to another run. */
export class OtherRun extends Error {
  override readonly name = 'OtherRun';
}

export class Journal {
  readonly #path: string;
  readonly #file: number;
  #end: number;

  private constructor(path: string, end: number) {
    this.#path = path;
    this.#file = openSync(path, existsSync(path) ? 'r+' : 'w+');
    this.#end = end;
    ftruncateSync(this.#file, end);
  }

  /**
   * Reports the entries of an earlier run of the same request, and continues after them; throws `OtherRun`. `isThere`: checks whether rows
   * are on disk, for entries that were not synced. From the first missing one on, entries are dropped.
   */
  static async open(path: string, request: string, ears: JournalEars): Promise<Journal> {
    const end = existsSync(path) ? await readAll(path, request, ears) : 0;
    const journal = new Journal(path, end);
    if (end === 0) journal.#write({ request });
    return journal;
  }

  append(entry: JournalEntry): void {
    this.#write(entry);
  }

  /** Call after the rows were synced: confirms all lines so far. */
  sync(): void {
    this.#write(MARK);
    fdatasyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }

  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
  }

  #write(line: object): void {
    const text = `${JSON.stringify(line)}\n`;
    writeSync(this.#file, text, this.#end);
    this.#end += Buffer.byteLength(text);
  }
}

export function placeOf({ at, id }: z.infer<typeof placeShape>): EndPlace {
  return { finishedAt: new Date(at), id };
}

export interface JournalEars {
  tell(entry: JournalEntry): void;
  isThere(entry: JournalEntry): boolean;
}

/** The number of bytes of all valid lines. */
async function readAll(path: string, request: string, { tell, isThere }: JournalEars): Promise<number> {
  const synced = await lastMark(path);
  let last = 0;
  for await (const { value, start, end } of linesOf(path)) {
    if (start === 0) {
      const head = headShape.safeParse(value);
      if (!head.success) throw new OtherRun(`${path} does not belong to an export; name another folder.`);
      if (head.data.request !== request)
        throw new OtherRun(`${path} belongs to a different export, version of Mandi or prompt; name another folder.`);
    } else if (!isMark(value)) {
      const entry = entryShape.parse(value);
      if (start > synced && !isThere(entry)) return start;
      tell(entry);
    }
    last = end;
  }
  return last;
}

/** Position of the last sync mark; 0: there is none. */
async function lastMark(path: string): Promise<number> {
  let found = 0;
  for await (const { value, start } of linesOf(path)) if (isMark(value)) found = start;
  return found;
}

function isMark(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'synced' in value;
}

/** Complete lines, up to the first incomplete one. */
async function* linesOf(path: string): AsyncGenerator<{ value: unknown; start: number; end: number }> {
  let start = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const value = parsed(line);
    if (value === null) return;
    const end = start + Buffer.byteLength(line) + 1;
    yield { value, start, end };
    start = end;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}
