// A real server's endpoint over HTTP, and a worker here that is acted: weights take their time, and the end is to be seen.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { BackendState } from '~/inference/chat-model';
import { chatEndpoint } from '~/inference/endpoint/chat-endpoint';
import { type Inference, openInference } from '~/inference/open-inference';
import type { ToWorker, WorkerLine } from '~/inference/worker-protocol';
import { openShare, type Share } from './agent-runtime';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const log = { info() {}, warn() {} };

/** A server that serves what `serves` says at the moment. */
async function openServer(serves: () => string[]): Promise<string> {
  const state = (): BackendState => ({
    id: 'workers',
    kind: 'workers',
    place: 'there',
    health: 'up',
    why: null,
    serves: serves().map((name) => ({ name, digest: null, adapters: [], context: null })),
    capabilities: { schema: true, adapters: true, batching: true, streaming: true },
    queued: 0,
    running: 0,
    slots: 4,
  });
  const chat = () => Promise.reject(new Error('nobody asks'));
  const endpoint = chatEndpoint({ gateway: { chat, backends: () => [state()], book: () => null }, process: 'p', isStarting: () => false });
  const server = createServer((request, response) => void endpoint.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function actedWorker() {
  const said: ToWorker[] = [];
  let hear = (_message: unknown) => {};
  let leave = (_why: string) => {};
  const line: WorkerLine = {
    send(message) {
      said.push(message);
      if (message.type === 'end') leave('it was told to end');
    },
    onMessage(listener) {
      hear = listener;
      const worker = { id: 'w1', name: 'w1', host: 'here', pid: 1, device: 'cpu', threads: 1, slots: 1, runtime: 'acted 1' };
      hear({ type: 'hello', worker, models: [{ name: 'small', digest: null, adapters: [], context: null }] });
    },
    onClose(listener) {
      leave = listener;
    },
    close() {},
  };
  return { line, said };
}

test('a worker here is let go when a server that came up serves what it serves, and not before', async () => {
  let served: string[] | null = null;
  const url = await openServer(() => served ?? []);
  const { line, said } = actedWorker();
  const find = async () => (served === null ? null : { url, key: null });
  const share: Share = await openShare({ find, caller: 'test', lookEveryMs: 10, inference: () => inference });
  const inference: Inference = await openInference(
    { home: '', inferenceFile: null, openaiUrl: null, openaiModel: null, model: null, secret: () => null },
    { log, server: share.server, local: () => (share.isEnough ? null : line) },
  );
  closers.push(() => inference.close());
  const names = () => inference.pool.state().serves.map(({ name }) => name);
  expect(names()).toEqual(['small']);
  served = [];
  await vi.waitFor(() => expect(share.server.isThere).toBe(true), 45_000);
  served = ['another'];
  await vi.waitFor(() => expect(share.server.servesModels).toBe(true), 45_000);
  await share.server.look();
  expect(names()).toEqual(['small']);
  served = ['another', 'small'];
  await vi.waitFor(() => expect(names()).toEqual([]), 45_000);
  expect(said).toContainEqual({ type: 'end' });
});
