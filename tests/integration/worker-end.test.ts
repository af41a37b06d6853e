// The end of a worker's process, without a model: what it says before it refuses a turn.
import { expect, test } from 'vitest';
import { chatRequest } from '~/inference/test-request';
import type { FromWorker } from '~/inference/worker-protocol';
import type { Engine } from '../../workers/inference/engine';
import { Worker } from '../../workers/inference/worker';

test('a worker that is told to end says that it serves nothing any more before it refuses a turn', async () => {
  const said: FromWorker[] = [];
  const engine = { look: async () => [] } as unknown as Engine;
  const card = { id: 'w1', name: 'w1', host: 'here', pid: 1, device: 'cpu' as const, threads: 1, slots: 1, runtime: 'none' };
  const worker = new Worker({ card, engine, send: (message) => said.push(message), onEnd: () => undefined });
  const { signal: _signal, onText: _onText, account: _account, ...chat } = chatRequest();
  await worker.start();
  worker.hear({ type: 'look' });
  worker.hear({ type: 'end' });
  worker.hear({ type: 'ask', id: 't1', chat: { ...chat, stream: false } });
  await Promise.resolve();
  expect(said).toEqual([
    expect.objectContaining({ type: 'hello' }),
    { type: 'models', models: [] },
    expect.objectContaining({ type: 'failed', id: 't1', code: 'overloaded' }),
  ]);
});
