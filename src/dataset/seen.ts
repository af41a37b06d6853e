/**
 * Which rows are already written, by the first eight bytes of their digests. An open-addressing hash table in a file, so that memory use
 * does not grow with the rows. The file belongs to this run only and is rebuilt when the run continues.
 */
import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';

const BYTES = 8;
/** Slots per read. */
const STRETCH = 64;
const GROWTH = 4;

export class SeenRows {
  readonly #path: string;
  #file: number;
  #slots: number;
  #count = 0;
  readonly #page = Buffer.alloc(STRETCH * BYTES);

  constructor(path: string, slots = 1 << 16) {
    this.#path = path;
    this.#slots = slots;
    this.#file = emptyTable(path, slots);
  }

  /** True if it is new. */
  add(digest: Buffer): boolean {
    if (this.#count * 2 >= this.#slots) this.#grow();
    const isNew = place(this.#file, { slots: this.#slots, page: this.#page }, digest);
    this.#count += Number(isNew);
    return isNew;
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #grow(): void {
    const [old, slots] = [this.#file, this.#slots];
    const next = `${this.#path}.new`;
    this.#slots = slots * GROWTH;
    this.#file = emptyTable(next, this.#slots);
    const stretch = Buffer.alloc(1 << 16);
    for (let at = 0; at < slots * BYTES; at += stretch.length) {
      const read = readSync(old, stretch, 0, stretch.length, at);
      for (let i = 0; i < read; i += BYTES) {
        const digest = stretch.subarray(i, i + BYTES);
        if (!isEmpty(digest)) place(this.#file, { slots: this.#slots, page: this.#page }, digest);
      }
    }
    closeSync(old);
    renameSync(next, this.#path);
  }
}

/** Digest of a row's key. */
export function digestOf(key: string): Buffer {
  const digest = createHash('sha256').update(key).digest().subarray(0, BYTES);
  if (isEmpty(digest)) digest[0] = 1; // all zeros marks an empty slot
  return digest;
}

function emptyTable(path: string, slots: number): number {
  const file = openSync(path, 'w+');
  ftruncateSync(file, slots * BYTES);
  return file;
}

/** Inserts it into the first empty slot from its own on; false: it already exists. */
function place(file: number, { slots, page }: { slots: number; page: Buffer }, digest: Buffer): boolean {
  let slot = digest.readUIntBE(0, 6) % slots;
  for (;;) {
    const read = readSync(file, page, 0, Math.min(STRETCH, slots - slot) * BYTES, slot * BYTES);
    for (let i = 0; i < read; i += BYTES) {
      const there = page.subarray(i, i + BYTES);
      if (there.equals(digest)) return false;
      if (!isEmpty(there)) continue;
      writeSync(file, digest, 0, BYTES, slot * BYTES + i);
      return true;
    }
    slot = (slot + read / BYTES) % slots;
  }
}

function isEmpty(digest: Buffer): boolean {
  return digest.readUInt32BE(0) === 0 && digest.readUInt32BE(4) === 0;
}
