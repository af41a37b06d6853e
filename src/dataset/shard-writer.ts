/**
 * JSON lines in numbered files, durable: what a match brought is on disk before the next is read. `progress.json` says how far it got;
 * a run that was killed is taken up there, and what lies beyond (half a match) is cut off.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const PROGRESS = 'progress.json';

const progressShape = z.object({
  /** What the run was asked for: another question is another run. */
  request: z.string(),
  /** The last match whose rows are all on disk, as the store pages; null: none yet. */
  after: z.string().nullable(),
  shard: z.number(),
  bytes: z.number(),
  rows: z.number(),
  shardRows: z.number(),
  counts: z.record(z.string(), z.number()),
});
export type WriterProgress = z.infer<typeof progressShape>;

/** What was there is another run's. */
export class OtherRun extends Error {
  override readonly name = 'OtherRun';
}

export class ShardWriter {
  readonly #folder: string;
  readonly #rowsAShard: number;
  #progress: WriterProgress;
  #file: number;

  /** Takes up what a killed run of the same request left in the folder, else begins. Throws `OtherRun`. */
  constructor(folder: string, request: string, rowsAShard = 50_000) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#rowsAShard = rowsAShard;
    this.#progress = readProgress(folder, request) ?? { request, after: null, shard: 0, bytes: 0, rows: 0, shardRows: 0, counts: {} };
    this.#file = this.#openShard();
    ftruncateSync(this.#file, this.#progress.bytes);
  }

  get progress(): Readonly<WriterProgress> {
    return this.#progress;
  }

  /** All rows of one match, and what was counted of it: together or not at all. */
  append(after: string, rows: readonly object[], counts: Readonly<Record<string, number>>): void {
    const progress = { ...this.#progress, after, counts: { ...this.#progress.counts } };
    for (const [name, count] of Object.entries(counts)) progress.counts[name] = (progress.counts[name] ?? 0) + count;
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    if (text !== '') writeSync(this.#file, text, progress.bytes);
    progress.bytes += Buffer.byteLength(text);
    progress.rows += rows.length;
    progress.shardRows += rows.length;
    if (text !== '') fdatasyncSync(this.#file);
    this.#keep(progress);
    if (progress.shardRows >= this.#rowsAShard) this.#nextShard();
  }

  /** Writes the manifest and takes the progress away: the set is whole. */
  finish(manifest: object): void {
    closeSync(this.#file);
    writeWhole(join(this.#folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    rmSync(join(this.#folder, PROGRESS), { force: true });
  }

  /** Without an end: the next run goes on here. */
  leave(): void {
    closeSync(this.#file);
  }

  /** What a killed run has left, line by line. */
  async *lines(): AsyncGenerator<string> {
    for (let shard = 0; shard <= this.#progress.shard; shard += 1) yield* linesOf(join(this.#folder, shardName(shard)));
  }

  /** Names, rows, bytes and digests of the files so far. */
  async files(): Promise<{ name: string; rows: number; bytes: number; digest: string }[]> {
    const found = [];
    for (let shard = 0; shard <= this.#progress.shard; shard += 1) {
      const name = shardName(shard);
      const hash = createHash('sha256');
      let rows = 0;
      let bytes = 0;
      for await (const line of linesOf(join(this.#folder, name))) {
        hash.update(`${line}\n`);
        bytes += Buffer.byteLength(line) + 1;
        rows += 1;
      }
      if (rows > 0 || shard === 0) found.push({ name, rows, bytes, digest: `sha256:${hash.digest('hex')}` });
    }
    return found;
  }

  #nextShard(): void {
    closeSync(this.#file);
    this.#keep({ ...this.#progress, shard: this.#progress.shard + 1, bytes: 0, shardRows: 0 });
    this.#file = this.#openShard();
    ftruncateSync(this.#file, 0);
  }

  #openShard(): number {
    const path = join(this.#folder, shardName(this.#progress.shard));
    return openSync(path, existsSync(path) ? 'r+' : 'w+');
  }

  #keep(progress: WriterProgress): void {
    writeWhole(join(this.#folder, PROGRESS), JSON.stringify(progress));
    this.#progress = progress;
  }
}

function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

function shardName(shard: number): string {
  return `part-${String(shard).padStart(5, '0')}.jsonl`;
}

function readProgress(folder: string, request: string): WriterProgress | null {
  if (existsSync(join(folder, 'manifest.json'))) throw new OtherRun(`${folder} holds a whole dataset already; name another folder.`);
  const path = join(folder, PROGRESS);
  if (!existsSync(path)) return null;
  const progress = progressShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  if (progress.request !== request) throw new OtherRun(`${folder} holds a run that was asked for something else; name another folder.`);
  return progress;
}

/** The old text or the new one, never half of it. */
function writeWhole(path: string, text: string): void {
  const file = openSync(`${path}.new`, 'w');
  writeFileSync(file, text);
  fdatasyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}
