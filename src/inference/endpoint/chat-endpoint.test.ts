import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { chatEndpoint } from './chat-endpoint';

test('a client that hangs up in the middle of its request is no fault of the endpoint', async () => {
  const chat = () => Promise.reject(new Error('nobody asks'));
  const endpoint = chatEndpoint({ gateway: { chat, backends: () => [], book: () => null }, process: 'p', isStarting: () => false });
  let server = createServer();
  const ended = new Promise<string>((resolve) => {
    server = createServer((request, response) => {
      endpoint.answer(request, response).then(
        () => resolve('let go'),
        (fault: unknown) => resolve(String(fault)),
      );
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('POST /v1/chat/completions HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\n{"model"');
  expect(await ended).toBe('let go');
  server.close();
});
