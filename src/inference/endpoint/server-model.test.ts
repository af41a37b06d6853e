import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { BackendState } from '../chat-model';
import { chatRequest } from '../test-request';
import { listOf } from './answers';
import { ENDPOINT_PATH } from './extension';
import { ServerModel } from './server-model';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const backend: BackendState = {
  id: 'workers',
  kind: 'workers',
  place: 'there',
  health: 'up',
  why: null,
  serves: [{ name: 'small', digest: null, adapters: [], context: null }],
  capabilities: { schema: true, adapters: true, batching: true, streaming: true },
  queued: 0,
  running: 0,
  slots: 4,
};

/** A server that lists a model, and answers chats so. */
async function openModel(chats: RequestListener) {
  const server = createServer((request, response) => {
    if (request.url !== `${ENDPOINT_PATH}/models`) return chats(request, response);
    response.end(JSON.stringify(listOf([backend], { process: 'p', starting: false })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const changes: boolean[] = [];
  const model = new ServerModel({
    find: async () => ({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: null }),
    caller: 'test',
    onChange: (isThere) => void changes.push(isThere),
    lookEveryMs: 60_000,
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  closers.push(() => model.close());
  await model.look();
  return { model, changes };
}

test('a server that freezes is left while a turn of the usual 20 s still has time to go on elsewhere', { timeout: 900_000 }, async () => {
  const { model, changes } = await openModel(() => undefined);
  await expect(model.chat(chatRequest({ timeoutMs: 16_000 }))).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('it sent nothing for 6.4 s') as string,
  });
  expect(changes).toEqual([true, false]);
});

test('a server whose endpoint is full is busy, and not lost: no weights are loaded beside it', async () => {
  const { model, changes } = await openModel((_request, response) => {
    response.writeHead(503, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ error: { message: '1024 chats are already waiting.', type: 'server_error', param: null, code: 'overloaded' } }),
    );
  });
  await expect(model.chat(chatRequest())).rejects.toMatchObject({ code: 'overloaded', again: true });
  expect([model.isThere, changes]).toEqual([true, [true]]);
});
