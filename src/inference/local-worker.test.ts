import { expect, test } from 'vitest';
import { LocalWorker } from './local-worker';
import { chatRequest } from './test-request';
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

/** One that takes its time: it has said hello, has one slot, and ends only when it is made to. */
function slowLine() {
  const said: ToWorker[] = [];
  let hear = (_message: unknown) => {};
  let leave = (_why: string) => {};
  const end: WorkerLine = {
    send: (message) => void said.push(message),
    onMessage(listener) {
      hear = listener;
      const worker = { id: `w${Math.random()}`, name: 'w', host: 'here', pid: 1, device: 'cpu', threads: 1, slots: 1, runtime: 'acted 1' };
      hear({ type: 'hello', worker, models: [{ name: 'small', digest: null, adapters: [], context: 2048 }] });
    },
    onClose(listener) {
      leave = listener;
    },
    close: () => leave('it was killed'),
  };
  const asked = () => said.filter((message) => message.type === 'ask');
  function done(text: string): void {
    const reply = {
      text,
      held: true,
      end: 'stop',
      tokens: { prompt: 1, cached: null, completion: 1 },
      timing: { queued: 0, first: 0, total: 0 },
      pin: { model: 'small', digest: null, adapter: null, adapterDigest: null, runtime: 'acted 1' },
    };
    hear({ type: 'done', id: asked().at(-1)?.id, reply });
  }
  return { line: end, said, asked, done, hasEnded: () => said.some(({ type }) => type === 'end') };
}

function slowWorkers() {
  const pool = new WorkerPool();
  const lines: ReturnType<typeof slowLine>[] = [];
  const worker = new LocalWorker(pool, () => {
    const started = slowLine();
    lines.push(started);
    return started.line;
  });
  worker.wake();
  const names = () => pool.state().serves.map(({ name }) => name);
  return { pool, lines, worker, names, at: (index: number) => lines[index] ?? slowLine() };
}

test('turns that a resting worker has, and those that wait for it, are written before it ends', async () => {
  const { pool, at, worker, names } = slowWorkers();
  const [first, second] = [pool.chat(chatRequest()), pool.chat(chatRequest())];
  worker.rest();
  expect([names(), at(0).hasEnded()]).toEqual([[], false]);
  const third = pool.chat(chatRequest()); // it was on its way here when the rest began
  for (const text of ['one', 'two', 'three']) {
    expect(at(0).hasEnded()).toBe(false);
    at(0).done(text);
  }
  expect((await Promise.all([first, second, third])).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  expect(at(0).hasEnded()).toBe(true);
  worker.stop();
  await pool.close();
});

test('a worker that is needed again while it still writes stays', async () => {
  const { pool, lines, at, worker, names } = slowWorkers();
  const reply = pool.chat(chatRequest());
  worker.rest();
  worker.wake();
  expect(names()).toEqual(['small']);
  at(0).done('one');
  expect(await reply).toMatchObject({ text: 'one' });
  expect([lines.length, at(0).hasEnded()]).toEqual([1, false]);
  worker.stop();
  await pool.close();
});

test('a worker that is needed again when it was told to end is followed by another at once, and turns wait for that', async () => {
  const { pool, lines, at, worker, names } = slowWorkers();
  worker.rest();
  expect([names(), at(0).hasEnded(), pool.isStarting]).toEqual([[], true, false]);
  const reply = pool.chat(chatRequest());
  expect(at(0).asked()).toEqual([]);
  worker.wake();
  expect([lines.length, names()]).toEqual([2, ['small']]);
  at(1).done('from the second');
  expect(await reply).toMatchObject({ text: 'from the second', attempts: [{ fault: null }] });
  worker.stop();
  await pool.close();
});
