/** What a run has done, a line a match: a line stands there when the match's rows are on disk, and what is no whole line never happened. */
import { closeSync, createReadStream, existsSync, fdatasyncSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { EndPlace } from '~/store/event-store';

const entryShape = z.object({
  /** When the match ended, and its id. */
  at: z.number(),
  id: z.string(),
  /** The file that the rows went to, and where they end in it. */
  shard: z.number(),
  bytes: z.number(),
  rows: z.number(),
  counts: z.record(z.string(), z.number()),
  /** Digests of the rows that are kept once, end to end in base64. */
  seen: z.string(),
});
export type JournalEntry = z.infer<typeof entryShape>;
const headShape = z.object({ request: z.string() });

/** What was there is another run's. */
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

  /** Tells what a run of the same request has left, entry by entry, and goes on behind it; throws `OtherRun`. */
  static async open(path: string, request: string, tell: (entry: JournalEntry) => void): Promise<Journal> {
    const end = existsSync(path) ? await readAll(path, request, tell) : 0;
    const journal = new Journal(path, end);
    if (end === 0) journal.#write({ request });
    return journal;
  }

  append(entry: JournalEntry): void {
    this.#write(entry);
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
    fdatasyncSync(this.#file);
    this.#end += Buffer.byteLength(text);
  }
}

export function placeOf({ at, id }: JournalEntry): EndPlace {
  return { finishedAt: new Date(at), id };
}

/** The bytes of all whole lines. */
async function readAll(path: string, request: string, tell: (entry: JournalEntry) => void): Promise<number> {
  let end = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const value = parsed(line);
    if (value === null) break;
    if (end === 0) {
      if (headShape.parse(value).request !== request)
        throw new OtherRun(`${path} is of a run that was asked for something else; name another folder.`);
    } else tell(entryShape.parse(value));
    end += Buffer.byteLength(line) + 1;
  }
  return end;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}
