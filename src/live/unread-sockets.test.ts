import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { closeUnread, type UnreadRule } from './unread-sockets';

const MESSAGE = 'x'.repeat(256 * 1024);
const NEVER = 1_000_000_000;

test.each([
  ['has taken nothing for a while', { lookEveryMs: 10, mostLooks: 20, mostWaiting: NEVER }],
  ['has too many messages waiting', { lookEveryMs: 10, mostLooks: NEVER, mostWaiting: 50 }],
] satisfies [string, UnreadRule][])('a client that %s is closed, though it sends pongs; who reads stays', async (_, rule) => {
  const http = createServer();
  const server = new Server(http, { transports: ['websocket'], serveClient: false, pingInterval: 20, pingTimeout: 60_000 });
  const stop = closeUnread(server, rule);
  const why = new Map<string, string>();
  server.on('connection', (socket) => {
    void socket.join('room');
    socket.on('disconnect', (reason) => why.set(String(socket.handshake.auth.name), reason));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const connect = (name: string) =>
    io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports: ['websocket'], auth: { name }, reconnection: false });
  const [reader, silent] = [connect('reader'), connect('silent')];
  await Promise.all([reader, silent].map((client) => new Promise<void>((resolve) => client.on('connect', resolve))));
  let heard = 0;
  reader.on('told', () => {
    heard += 1;
  });
  const { ws } = silent.io.engine.transport as unknown as { ws: { pause(): void; send(text: string): void; terminate(): void } };
  ws.pause();
  let told = 0;
  await expect
    .poll(
      () => {
        if (why.has('silent')) return why.get('silent');
        if (heard === told) {
          server.to('room').emit('told', MESSAGE);
          told += 1;
        }
        ws.send('3'); // a pong
        return null;
      },
      { timeout: 60_000, interval: 2 },
    )
    .toBe('forced close');
  expect(why.has('reader')).toBe(false);
  await expect.poll(() => heard, { timeout: 60_000 }).toBe(told);
  expect(server.sockets.sockets.size).toBe(1);
  stop();
  reader.disconnect();
  ws.terminate();
  await server.close();
});
