/** What a worker thread of `pool.ts` does: it takes a chunk, plays it, answers. Started through `worker-entry.mjs`. */
import { parentPort } from 'node:worker_threads';
import { type Chunk, playChunk } from './chunk';
import type { WorkerAnswer } from './pool';

parentPort?.on('message', ({ chunk, index }: { chunk: Chunk; index: number }) => {
  void playChunk(chunk).then(
    (episodes) => answer({ ok: true, index, episodes }),
    (cause: unknown) => answer({ ok: false, why: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }),
  );
});

function answer(message: WorkerAnswer): void {
  parentPort?.postMessage(message);
}
