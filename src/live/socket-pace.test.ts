import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { SocketPace } from './socket-pace';

const ANSWER = 'x'.repeat(4 * 1024 * 1024);
const ASKED = 20;

test('a client that asks again and again without reading is answered no more than what is on its way', async () => {
  const http = createServer();
  const server = new Server(http, { transports: ['websocket'], serveClient: false });
  let answered = 0;
  let tooSlow = 0;
  server.on('connection', (socket) => {
    const pace = new SocketPace(socket, 200);
    socket.on('ask', (say: (text: string) => void) => {
      const answer = async () => {
        answered += 1;
        say(ANSWER);
      };
      const refuse = () => {
        tooSlow += 1;
        say('too slow');
      };
      void pace.inTurn(answer, refuse);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const client = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports: ['websocket'] });
  await new Promise<void>((resolve) => client.on('connect', resolve));
  const line = (client.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } }).ws;
  line.pause();
  const heard: string[] = [];
  for (let i = 0; i < ASKED; i += 1) client.emit('ask', (text: string) => heard.push(text));
  await expect.poll(() => answered + tooSlow, { timeout: 60_000 }).toBe(ASKED);
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThan(8); // a few are in the kernel's buffers
  line.resume();
  await expect.poll(() => heard.length, { timeout: 60_000 }).toBe(ASKED);
  expect(await client.emitWithAck('ask')).toBe(ANSWER);
  client.disconnect();
  await server.close();
});
