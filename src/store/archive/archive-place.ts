/** Where the archive's files are: a folder, or a store of objects. Files are written once and never changed. */
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AsyncBuffer } from 'hyparquet';
import { codeOf } from '../database-error';

export interface ArchivePlace {
  /** For people, without secrets. */
  readonly name: string;
  /** A new file that `write` makes at a path of this machine; it is durable when this ends. */
  put(file: string, write: (path: string) => Promise<void>): Promise<void>;
  open(file: string): Promise<AsyncBuffer>;
  /** All of it, in order. */
  read(file: string): AsyncIterable<Uint8Array>;
  /** A file that is not there is gone already. */
  remove(file: string): Promise<void>;
}

export function isMissing(fault: unknown): boolean {
  return codeOf(fault) === 'ENOENT' || codeOf(fault) === 'NoSuchKey';
}

const UNFINISHED = '.part';

/** It holds what matches keep secret: only its owner reads it. */
export function folderPlace(folder: string): ArchivePlace {
  return {
    name: folder,
    async put(file, write) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = join(folder, `${file}${UNFINISHED}`);
      await write(unfinished);
      await chmod(unfinished, 0o600);
      await sync(unfinished);
      await rename(unfinished, join(folder, file));
      await sync(folder);
    },
    async open(file) {
      const path = join(folder, file);
      const { size } = await stat(path);
      return { byteLength: size, slice: (start, end) => readBytes(path, start, end ?? size) };
    },
    read: (file) => createReadStream(join(folder, file)) as AsyncIterable<Buffer>,
    async remove(file) {
      await rm(join(folder, file), { force: true });
      await rm(join(folder, `${file}${UNFINISHED}`), { force: true });
    },
  };
}

async function readBytes(path: string, start: number, end: number): Promise<ArrayBuffer> {
  const from = start < 0 ? end + start : start;
  const bytes = new Uint8Array(Math.max(0, end - from));
  const handle = await open(path, 'r');
  try {
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await handle.read(bytes, done, bytes.length - done, from + done);
      if (bytesRead === 0) break; // the file is shorter than it was: whoever reads it finds out
      done += bytesRead;
    }
    return bytes.buffer;
  } finally {
    await handle.close();
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
