/**
 * Durable rows in numbered files. A match's rows are written before the next match is read, and synced match by match, or in groups while
 * catching up. The journal records the progress; a killed run continues there, and anything after it (half a match) is cut off. Parquet
 * files need a footer, so rows are kept as JSON lines until a file is full, and then converted.
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
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { EndPlace } from '~/store/event-store';
import { CARD } from './card';
import { asWritten } from './columns';
import { JOURNAL, wholeText } from './foreign-folder';
import { isBefore } from './held-back';
import { Journal, type JournalEntry, OtherRun, placeOf } from './journal';
import { lineOf } from './line-of';
import { toParquet } from './parquet';
import { RecentMatches } from './recent';
import { type DatasetFormat, type DatasetRequest, type FileForm, identityOf } from './request';
import { digestOf, SeenRows } from './seen';

/** A match that ends this long after the last sync is synced separately. */
const SYNC_MS = 200;

export interface ShardOptions {
  folder: string;
  request: DatasetRequest;
  form: FileForm;
  /** Hash of the chats' prompt; null: none. A run with another prompt is a different run. */
  prompt: string | null;
  rowsAShard?: number | undefined;
}

export interface DatasetFile {
  name: string;
  rows: number;
  bytes: number;
  digest: string;
}

export class ShardWriter {
  readonly #folder: string;
  readonly #form: FileForm;
  readonly #format: DatasetFormat;
  readonly #rowsAShard: number;
  readonly #seen: SeenRows;
  #journal: Journal | null = null;
  /** Rows of each file. */
  readonly #shards: number[] = [0];
  #bytes = 0;
  #file = -1;
  #added: Buffer[] = [];
  #isSynced = true;
  #syncedAt = 0;
  /** Counts over all matches. */
  readonly counts: Record<string, number> = {};
  /** The last match whose rows are all on disk. */
  place: EndPlace | null = null;
  /** The first skipped match that is still to come, recorded with each match. */
  passed: EndPlace | null = null;
  readonly recent = new RecentMatches();

  private constructor({ folder, request, form, rowsAShard = 50_000 }: ShardOptions) {
    this.#folder = folder;
    this.#form = form;
    this.#format = request.format;
    this.#rowsAShard = rowsAShard;
    this.#seen = new SeenRows(join(folder, 'seen.bin'));
  }

  /** Continues a killed run of the same request in the folder, or starts one. Throws `OtherRun`. */
  static async open(options: ShardOptions): Promise<ShardWriter> {
    const { folder, request, form, prompt } = options;
    mkdirSync(folder, { recursive: true });
    if (existsSync(join(folder, 'manifest.json'))) {
      tidy(folder);
      throw new OtherRun(wholeText(folder));
    }
    const writer = new ShardWriter(options);
    try {
      writer.#journal = await Journal.open(join(folder, JOURNAL), identityOf(request, form, prompt), {
        tell: (entry) => writer.#recall(entry),
        isThere: (entry) => writer.#isThere(entry),
      });
    } catch (fault) {
      writer.#seen.close();
      throw fault;
    }
    for (let shard = 0; shard < writer.#shard; shard += 1) writer.#seal(shard);
    writer.#openShard();
    return writer;
  }

  get rows(): number {
    return this.counts.rows ?? 0;
  }

  /** False if a row with that key is written or pending. */
  isNew(key: string): boolean {
    const digest = digestOf(key);
    if (!this.#seen.add(digest)) return false;
    this.#added.push(digest);
    return true;
  }

  /** Writes all rows and counts of one match, together or not at all. */
  append({ finishedAt, id }: EndPlace, rows: readonly object[], counts: Readonly<Record<string, number>>): void {
    const text = rows.map((row) => lineOf(asWritten(this.#format, row))).join('');
    if (text !== '') writeSync(this.#file, text, this.#bytes);
    const bytes = this.#bytes + Buffer.byteLength(text);
    const seen = Buffer.concat(this.#added).toString('base64');
    this.#added = [];
    const entry = {
      at: finishedAt.getTime(),
      id,
      shard: this.#shard,
      bytes,
      rows: rows.length,
      counts: { ...counts },
      seen,
      text: textDigest(text),
      passed: this.passed && { at: this.passed.finishedAt.getTime(), id: this.passed.id },
    };
    this.#journal?.append(entry);
    this.#note(entry);
    this.#isSynced = false;
    if (Date.now() - this.#syncedAt >= SYNC_MS) this.sync();
    if ((this.#shards[this.#shard] ?? 0) >= this.#rowsAShard) this.#nextShard();
  }

  /** Makes everything so far survive a power failure. */
  sync(): void {
    if (this.#isSynced) return;
    fdatasyncSync(this.#file);
    this.#journal?.sync();
    this.#isSynced = true;
    this.#syncedAt = Date.now();
  }

  /**
   * Completes the files and returns names, rows, bytes and digests. Until `finish`, the last one's JSON lines are kept, so that a killed
   * run can continue.
   */
  async files(): Promise<DatasetFile[]> {
    this.sync();
    this.#convert(this.#shard);
    const found: DatasetFile[] = [];
    for (const [shard, rows] of this.#shards.entries()) {
      if (this.#isSpare(shard)) continue;
      const name = shardName(shard, this.#form);
      const hash = createHash('sha256');
      for await (const piece of createReadStream(join(this.#folder, name))) hash.update(piece as Buffer);
      found.push({ name, rows, bytes: statSync(join(this.#folder, name)).size, digest: `sha256:${hash.digest('hex')}` });
    }
    return found;
  }

  /** Writes the card and the manifest and removes the journal: the set is complete. */
  finish(manifest: object, card: string): void {
    closeSync(this.#file);
    this.#seen.close();
    writeWhole(join(this.#folder, CARD), card);
    writeWhole(join(this.#folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    this.#dropLines(this.#shard);
    this.#journal?.remove();
  }

  /** For a run without rows: removes its files, so that the folder can be used again. */
  discard(): void {
    closeSync(this.#file);
    this.#seen.close();
    rmSync(join(this.#folder, shardName(this.#shard, 'jsonl')), { force: true });
    this.#journal?.remove();
  }

  /** Closes the files without completing the set; the next run continues here. */
  leave(): void {
    this.sync();
    closeSync(this.#file);
    this.#seen.close();
    this.#journal?.close();
  }

  get #shard(): number {
    return this.#shards.length - 1;
  }

  /** Restores the state of an earlier run. */
  #recall(entry: JournalEntry): void {
    while (this.#shard < entry.shard) this.#shards.push(0);
    this.#note(entry);
    const digests = Buffer.from(entry.seen, 'base64');
    for (let at = 0; at < digests.length; at += 8) this.#seen.add(digests.subarray(at, at + 8));
    if ((this.#shards[this.#shard] ?? 0) >= this.#rowsAShard) {
      this.#shards.push(0);
      this.#bytes = 0;
    }
  }

  /** Whether the rows of the next entry are in their file. */
  #isThere({ shard, bytes, text }: JournalEntry): boolean {
    const path = join(this.#folder, shardName(shard, 'jsonl'));
    const from = shard === this.#shard ? this.#bytes : 0;
    if (!existsSync(path) || statSync(path).size < bytes) return false;
    const file = openSync(path, 'r');
    const rows = Buffer.alloc(bytes - from);
    readSync(file, rows, 0, rows.length, from);
    closeSync(file);
    return textDigest(rows) === text;
  }

  #note(entry: JournalEntry): void {
    const place = placeOf(entry);
    if (this.place === null || isBefore(this.place, place)) this.place = place;
    this.passed = entry.passed && placeOf(entry.passed);
    this.recent.add(entry.id, entry.at);
    for (const [name, count] of Object.entries(entry.counts)) this.counts[name] = (this.counts[name] ?? 0) + count;
    this.#shards[this.#shard] = (this.#shards[this.#shard] ?? 0) + entry.rows;
    this.#bytes = entry.bytes;
  }

  #nextShard(): void {
    this.sync();
    closeSync(this.#file);
    this.#seal(this.#shard);
    this.#shards.push(0);
    this.#bytes = 0;
    this.#openShard();
  }

  #openShard(): void {
    const path = join(this.#folder, shardName(this.#shard, 'jsonl'));
    this.#file = openSync(path, existsSync(path) ? 'r+' : 'w+');
    ftruncateSync(this.#file, this.#bytes);
  }

  /** Converts a full file to its final form, unless it has it. */
  #seal(shard: number): void {
    this.#convert(shard);
    this.#dropLines(shard);
  }

  #convert(shard: number): void {
    const lines = join(this.#folder, shardName(shard, 'jsonl'));
    if (this.#form === 'jsonl' || !existsSync(lines) || this.#isSpare(shard)) return;
    const whole = join(this.#folder, shardName(shard, 'parquet'));
    toParquet(lines, `${whole}.new`, this.#format);
    renameSync(`${whole}.new`, whole);
  }

  #dropLines(shard: number): void {
    if (this.#form === 'jsonl' && !this.#isSpare(shard)) return;
    rmSync(join(this.#folder, shardName(shard, 'jsonl')), { force: true });
  }

  /** A file that was started after a full one and is still empty. */
  #isSpare(shard: number): boolean {
    return shard > 0 && this.#shards[shard] === 0;
  }
}

/** Cleans up after a run that was killed between manifest and end. */
function tidy(folder: string): void {
  if (!existsSync(join(folder, JOURNAL))) return;
  const { files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { files?: readonly DatasetFile[] };
  if (files === undefined) return;
  const whole = files.map(({ name }) => name);
  const lines = readdirSync(folder).filter((name) => /^part-\d{5}\.jsonl$/.test(name) && !whole.includes(name));
  for (const name of [...lines, 'seen.bin', JOURNAL]) rmSync(join(folder, name), { force: true });
}

function textDigest(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

function shardName(shard: number, form: FileForm): string {
  return `part-${String(shard).padStart(5, '0')}.${form}`;
}

/** Writes atomically: the file has the old or the new text. */
function writeWhole(path: string, text: string): void {
  const file = openSync(`${path}.new`, 'w');
  writeFileSync(file, text);
  fdatasyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}
