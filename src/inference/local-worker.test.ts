import { expect, test } from 'vitest';
import { LocalWorker } from './local-worker';
import type { ToWorker, WorkerLine } from './worker-protocol';
import { WorkerPool } from './workers/worker-pool';

/** A line whose worker ends when it is told to. */
function line(said: ToWorker[]): WorkerLine {
  let hearClose = (_why: string) => {};
  return {
    send(message) {
      said.push(message);
      if (message.type === 'end') hearClose('it was told to end');
    },
    onMessage() {},
    onClose(hear) {
      hearClose = hear;
    },
    close() {},
  };
}

test('a worker that is told to rest ends, and is started again by a wish alone', async () => {
  const pool = new WorkerPool();
  const said: ToWorker[] = [];
  let isWished = true;
  let starts = 0;
  const worker = new LocalWorker(pool, () => {
    if (!isWished) return null;
    starts += 1;
    return line(said);
  });
  worker.wake();
  expect([starts, pool.isStarting]).toEqual([1, true]);
  isWished = false;
  worker.rest();
  expect([said, pool.isStarting]).toEqual([[{ type: 'end' }], false]);
  worker.wake();
  expect(starts).toBe(1);
  isWished = true;
  worker.wake();
  expect([starts, pool.isStarting]).toEqual([2, true]);
  worker.stop();
  await pool.close();
});
