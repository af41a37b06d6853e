// The thread of `block-watch.ts`. Plain JavaScript without imports, because it must run while the main thread is blocked.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { shared, file, limitMs } = workerData;
const words = new Int32Array(shared, 0, 2);
const id = new Uint8Array(shared, 8);
let beat = -1;
let since = performance.now();
let isNoted = false;

setInterval(() => {
  const now = Atomics.load(words, 0);
  const blockedMs = performance.now() - since;
  if (now !== beat) {
    beat = now;
    since = performance.now();
    if (isNoted) rmSync(file, { force: true });
    isNoted = false;
  } else if (blockedMs >= limitMs) noteBlock(blockedMs);
}, limitMs / 4);

function noteBlock(blockedMs) {
  const length = Atomics.load(words, 1);
  if (length === 0) return;
  const matchId = Buffer.from(id.slice(0, length)).toString();
  writeFileSync(`${file}.new`, JSON.stringify({ matchId, seconds: Math.floor(blockedMs / 1000) }));
  renameSync(`${file}.new`, file);
  isNoted = true;
}
