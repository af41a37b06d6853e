/** What a thread of `score-beside.ts` does: it takes an order, scores it, answers. Started through `solver-entry.mjs`. */
import { parentPort } from 'node:worker_threads';
import { optimumOf, scoreFrom } from './score';
import type { ScoreAnswer, ScoreOrder } from './score-beside';

parentPort?.on('message', ({ world, books, limitSeconds }: ScoreOrder) => {
  void optimumOf(world, limitSeconds).then(
    (best) => answer({ ok: true, score: scoreFrom(world, { best, books }) }),
    (cause: unknown) => answer({ ok: false, why: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }),
  );
});

function answer(message: ScoreAnswer): void {
  parentPort?.postMessage(message);
}
