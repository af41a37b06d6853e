// Workers as processes of their own behind real WebSockets: who may come in, what becomes of bad messages, and of turns whose worker dies.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { ChatReply } from '~/inference/chat-model';
import { makeGateway } from '~/inference/gateway/gateway';
import { chatRequest } from '~/inference/test-request';
import { WORKER_PATH, workerAccess, workerEndpoint } from '~/inference/workers/worker-endpoint';
import { type PoolOptions, WorkerPool } from '~/inference/workers/worker-pool';

const TOKEN = 'a-token-of-workers-1';
const PROGRAM = fileURLToPath(new URL('support/test-worker.mjs', import.meta.url));
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Broadcaster {
  pool: WorkerPool;
  url: string;
  hire(id: string, how?: { slots?: number; pace?: number; token?: string }): ChildProcess;
}

async function openBroadcaster(options: PoolOptions & { loopback?: boolean } = {}): Promise<Broadcaster> {
  const pool = new WorkerPool(options);
  const showsToken = workerAccess([null, TOKEN]);
  const endpoint = workerEndpoint({ pool, isAllowed: (request) => (options.loopback ?? true) || showsToken(request) });
  const server = createServer();
  server.on('upgrade', (request, socket, head) => {
    if (!endpoint.upgrade(request, socket, head)) socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    await pool.close();
    endpoint.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${WORKER_PATH}`;
  return {
    pool,
    url,
    hire(id, { slots = 1, pace = 5, token = '' } = {}) {
      const child = spawn(process.execPath, [PROGRAM, url, id, String(slots), String(pace), token], { stdio: 'ignore' });
      closers.push(() => ended(child));
      return child;
    },
  };
}

/** Answers once the process is gone. */
function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

const here = ({ pool }: Broadcaster) => pool.workers().map(({ id }) => id);
const until = <T>(look: () => T) => expect.poll(look, { timeout: 300_000, interval: 20 });
const ask = ({ pool }: Broadcaster, onText?: (piece: string, restart: boolean) => void): Promise<ChatReply> =>
  pool.chat(chatRequest({ timeoutMs: 50_000, ...(onText ? { onText } : {}) }));

describe('the endpoint', () => {
  test('lets a worker in, which takes turns', async () => {
    const broadcaster = await openBroadcaster();
    broadcaster.hire('w1');
    await until(() => here(broadcaster)).toEqual(['w1']);
    expect(await ask(broadcaster)).toMatchObject({ text: 'I am w1.', tokens: { completion: 4 } });
  });

  test('asks workers of other machines for the token', async () => {
    const broadcaster = await openBroadcaster({ loopback: false });
    expect(await knock(broadcaster.url)).toBe(401);
    expect(await knock(broadcaster.url, { authorization: 'Bearer wrong' })).toBe(401);
    expect(await knock(broadcaster.url, { authorization: `Basic ${TOKEN}` })).toBe(401);
    broadcaster.hire('w1', { token: TOKEN });
    await until(() => here(broadcaster)).toEqual(['w1']);
  });

  test('is not for pages, and answers nowhere else', async () => {
    const broadcaster = await openBroadcaster();
    expect(await knock(broadcaster.url, { origin: 'http://localhost:3000' })).toBe(403);
    expect(await knock(broadcaster.url.replace('worker', 'workers'))).toBe(404);
    expect(await knock(`${broadcaster.url}?x=1`)).toBe(101);
  });

  test.each<[string, string | Buffer, number, RegExp]>([
    ['no JSON', 'hello', 1008, /sent an invalid message/],
    ['bytes', Buffer.from('{"type":"beat"}'), 1008, /sent an invalid message/],
    ['a message of no kind', '{"type":"shout"}', 1008, /type/],
    ['a frame beyond 4 MiB', JSON.stringify({ type: 'x'.repeat(5 * 1024 * 1024) }), 1009, /^$/],
  ])('closes the line of whoever sends %s, and says why', async (...[, frame, code, why]) => {
    const broadcaster = await openBroadcaster();
    const socket = new WebSocket(broadcaster.url);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(frame);
    const [closed, reason] = await new Promise<[number, string]>((resolve) => {
      socket.once('close', (number, words) => resolve([number, words.toString()]));
    });
    expect(closed).toBe(code);
    expect(reason).toMatch(why);
  });
});

describe('a worker', () => {
  test('killed in mid-thought: another writes the turn, and the reply says what happened', async () => {
    const broadcaster = await openBroadcaster();
    const first = broadcaster.hire('first', { pace: 60_000 });
    await until(() => here(broadcaster)).toEqual(['first']);
    const heard: [string, boolean][] = [];
    const reply = ask(broadcaster, (piece, restart) => heard.push([piece, restart]));
    await until(() => heard.length).toBe(1);
    broadcaster.hire('second');
    await until(() => here(broadcaster)).toEqual(['first', 'second']);
    first.kill('SIGKILL');
    const { text, attempts } = await reply;
    expect(text).toBe('I am second.');
    expect(attempts).toMatchObject([
      { backend: 'workers', fault: 'unreachable', why: expect.stringContaining('first on test is gone') as string },
      { backend: 'workers', fault: null },
    ]);
    expect(heard.map(([, restart]) => restart)).toEqual([false, true, false, false, false]);
    expect(here(broadcaster)).toEqual(['second']);
  });

  test('that freezes is taken for dead; when it wakes, nobody hears it', async () => {
    const broadcaster = await openBroadcaster({ silenceMs: 4_000 });
    const frozen = broadcaster.hire('frozen', { pace: 1_000 });
    await until(() => here(broadcaster)).toEqual(['frozen']);
    let pieces = 0;
    const reply = ask(broadcaster, () => {
      pieces += 1;
    });
    await until(() => pieces).toBeGreaterThan(0);
    frozen.kill('SIGSTOP');
    broadcaster.hire('awake');
    const { text, attempts } = await reply;
    expect(text).toBe('I am awake.');
    expect(attempts[0]?.why).toContain('sent nothing for 4.0 s');
    const gone = new Promise((resolve) => frozen.once('exit', resolve));
    frozen.kill('SIGCONT');
    await gone;
    expect(here(broadcaster)).toEqual(['awake']);
  });

  test('that dies alone is waited for, then the turn fails in words; behind the gateway too', async () => {
    const broadcaster = await openBroadcaster({ returnMs: 300 });
    const only = broadcaster.hire('only', { pace: 60_000 });
    await until(() => here(broadcaster)).toEqual(['only']);
    const reply = makeGateway({ backends: [broadcaster.pool] }).chat(chatRequest({ timeoutMs: 50_000 }));
    await until(() => broadcaster.pool.state().running).toBe(1);
    only.kill('SIGKILL');
    await expect(reply).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('No inference worker') as string });
  });

  test('one of three killed under load: every turn is answered, none twice', async () => {
    const broadcaster = await openBroadcaster();
    const workers = ['w1', 'w2', 'w3'].map((id) => broadcaster.hire(id, { slots: 4, pace: 20 }));
    await until(() => here(broadcaster).sort()).toEqual(['w1', 'w2', 'w3']);
    const turns = Array.from({ length: 60 }, () => ask(broadcaster));
    await Promise.race(turns);
    workers[0]?.kill('SIGKILL');
    const replies = await Promise.all(turns);
    expect(replies.every(({ text }) => /^I am w[123]\.$/.test(text))).toBe(true);
    expect(replies.filter(({ attempts }) => attempts.length > 1).length).toBeLessThanOrEqual(4);
    expect(broadcaster.pool.state()).toMatchObject({ queued: 0, running: 0 });
  });
});

/** The status with which a WebSocket is refused; 101: it is not. */
function knock(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers });
    socket.on('unexpected-response', (_, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on('open', () => {
      socket.close();
      resolve(101);
    });
    socket.on('error', reject);
  });
}
