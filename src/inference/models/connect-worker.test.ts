import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChatRequest } from '../chat-model';
import { workerEndpoint } from '../workers/worker-endpoint';
import { WorkerPool } from '../workers/worker-pool';
import { connectWorker } from './connect-worker';
import { type ShamWorker, shamWorker, stillbornWorker } from './testing/sham-worker';

const REQUEST: ChatRequest = {
  model: 'echo',
  adapter: null,
  messages: [{ role: 'user', content: 'hello' }],
  sampling: { temperature: 0, topP: 1, topK: 1, seed: 1, maxTokens: 8, stop: [] },
  schema: null,
  timeoutMs: 20_000,
};

let server: Server;
let pool: WorkerPool;
let url: string;
let ends: AbortController;
let shams: ShamWorker[];
let token: string | null;

beforeEach(async () => {
  pool = new WorkerPool();
  const endpoint = workerEndpoint({ pool, isAllowed: (request) => request.headers.authorization === 'Bearer right' });
  server = createServer();
  server.on('upgrade', (request, socket, head) => endpoint.upgrade(request, socket, head) || socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/inference/worker`;
  ends = new AbortController();
  shams = [];
  token = 'right';
});

afterEach(async () => {
  ends.abort();
  await pool.close();
  server.closeAllConnections();
  server.close();
});

function connect(): Promise<void> {
  const spawn = () => {
    const sham = shamWorker(`sham-${shams.length}`);
    shams.push(sham);
    return sham;
  };
  return connectWorker({ url, token, spawn, signal: ends.signal, say: () => undefined });
}

async function ready(id: string): Promise<void> {
  await expect.poll(() => pool.workers().map((worker) => worker.id), { timeout: 45_000 }).toEqual([id]);
}

describe('a worker at a server of another machine', () => {
  test('writes its turns, and drains when it is told to end', async () => {
    const connected = connect();
    await ready('sham-0');
    expect((await pool.chat(REQUEST)).text).toBe('HELLO');
    ends.abort();
    await connected;
    expect(shams.map(({ heard }) => heard.at(-1)?.type)).toEqual(['end']);
    await expect.poll(() => pool.workers()).toEqual([]);
  });

  test('one that dies is started again', async () => {
    void connect();
    await ready('sham-0');
    shams[0]?.die();
    await ready('sham-1');
    expect((await pool.chat(REQUEST)).text).toBe('HELLO');
  });

  test('a wrong token is of no use to try again', async () => {
    token = 'wrong';
    await expect(connect()).rejects.toMatchObject({
      name: 'ModelError',
      message: expect.stringMatching(/401: the token is missing or wrong/) as string,
    });
    expect(shams).toEqual([]);
  });

  test('one whose device is not here is not started again: the reason ends the command', async () => {
    let started = 0;
    const spawn = () => {
      started += 1;
      return stillbornWorker('the worker ended (exit code 3): The runtime cannot compute on cuda here.', true);
    };
    const connected = connectWorker({ url, token, spawn, signal: ends.signal, say: () => undefined });
    await expect(connected).rejects.toMatchObject({
      name: 'ModelError',
      message: expect.stringMatching(/cannot compute on cuda here\.$/) as string,
    });
    expect(started).toBe(1);
  });

  test('one that ends before it has reported is started again ever more slowly', async () => {
    const said: string[] = [];
    const spawn = () => stillbornWorker('the worker ended (exit code 1)', false);
    const say = (line: string) => {
      said.push(...(line.includes('Trying') ? [line] : []));
      if (said.length === 2) ends.abort();
    };
    await connectWorker({ url, token, spawn, signal: ends.signal, say });
    expect(said).toEqual([
      'the worker ended (exit code 1). Trying again in 0.5 s.',
      'the worker ended (exit code 1). Trying again in 1 s.',
    ]);
  });
});
