/** MCP through the official TypeScript client: `mandi mcp` on standard input and output, and the running server over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '~/config';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer } from './support/server';

const PATIENCE = 900_000;
const client = new Client({ name: 'test', version: '1' });

beforeAll(async () => {
  const args = [join(REPOSITORY, 'bin', 'mandi.mjs'), 'mcp'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: REPOSITORY }), { timeout: PATIENCE });
}, PATIENCE);
afterAll(() => client.close());

interface Told {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: Record<string, unknown> & { observation?: Record<string, unknown> };
}

async function call(name: string, args: Record<string, unknown> = {}): Promise<Told> {
  return (await client.callTool({ name, arguments: args }, { timeout: PATIENCE })) as unknown as Told;
}

describe('mandi mcp', () => {
  it(
    'lists its tools, and says when there is no episode',
    async () => {
      expect(client.getServerVersion()).toMatchObject({ name: 'mandi' });
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['reset', 'observe', 'legal_actions', 'act']);
      for (const tool of ['observe', 'legal_actions']) expect(await call(tool)).toMatchObject({ isError: true });
      expect((await call('act', { action: { action_type: 'wait' } })).content[0]?.text).toContain('reset');
      expect(await call('dance')).toMatchObject({ isError: true });
    },
    PATIENCE,
  );

  it.each([
    [{ task: 'single_trade', seed: 1 }, 'lab_0'],
    [{ ruleset: 'open', task: 'single_trade', seed: 1, seat: 'lab_1', opponents: 'greedy' }, 'lab_1'],
  ])(
    'plays an episode of %j',
    async (setUp, seat) => {
      const opening = await call('reset', setUp);
      expect(opening.structuredContent).toMatchObject({ reward: null, done: false, observation: { controlled_lab_id: seat } });
      expect(JSON.parse(opening.content[0]?.text ?? '')).toEqual(opening.structuredContent);
      const { legal_actions: legal } = (await call('legal_actions')).structuredContent ?? {};
      expect((legal as { action_type: string }[]).map(({ action_type }) => action_type)).toContain('wait');
      expect((await call('observe')).structuredContent?.observation).toEqual(opening.structuredContent?.observation);
      expect(await call('act', { action: { action_type: 'steal' } })).toMatchObject({ isError: true });
      expect(await call('act', {})).toMatchObject({ isError: true });
      const rewards: unknown[] = [];
      for (let done: unknown = false; done !== true; ) {
        const { structuredContent: turn } = await call('act', { action: { action_type: 'wait' } });
        rewards.push(turn?.reward);
        done = turn?.done;
      }
      expect(rewards.length).toBeGreaterThan(2);
      expect(rewards.every((reward) => typeof reward === 'number')).toBe(true);
    },
    PATIENCE,
  );
});

describe('frames that are no messages, on standard input', () => {
  let mandi: ChildProcess;
  let lines: AsyncIterator<string>;
  beforeAll(() => {
    mandi = spawn(process.execPath, [join(REPOSITORY, 'bin', 'mandi.mjs'), 'mcp'], { cwd: REPOSITORY, stdio: ['pipe', 'pipe', 'inherit'] });
    if (!mandi.stdout) throw new Error('no standard output');
    lines = createInterface({ input: mandi.stdout })[Symbol.asyncIterator]();
  });
  afterAll(async () => {
    const ended = once(mandi, 'exit');
    mandi.stdin?.end();
    await ended;
  });

  async function answerTo(line: string): Promise<Record<string, unknown>> {
    mandi.stdin?.write(`${line}\n`);
    return JSON.parse(String((await lines.next()).value)) as Record<string, unknown>;
  }
  const message = (id: number, method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id, method, params });

  it(
    'are answered as JSON-RPC says, and the episode goes on after a line of 30 MB',
    async () => {
      const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      expect(await answerTo(message(1, 'initialize', hello))).toMatchObject({ id: 1, result: { serverInfo: { name: 'mandi' } } });
      mandi.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
      expect(await answerTo(message(2, 'tools/call', { name: 'act', arguments: { action: { action_type: 'wait' } } }))).toMatchObject({
        result: { isError: true, content: [{ text: 'There is no episode yet. Call reset first.' }] },
      });
      expect(await answerTo(message(3, 'tools/call', { name: 'reset', arguments: { task: 'single_trade', seed: 1 } }))).toMatchObject({
        result: { structuredContent: { done: false } },
      });
      expect(await answerTo('hello')).toMatchObject({ id: null, error: { code: -32700 } });
      for (const frame of [
        '{}',
        '[]',
        'null',
        '7',
        '{"jsonrpc":"1.0","id":4,"method":"tools/list"}',
        '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      ])
        expect(await answerTo(frame), frame).toMatchObject({ error: { code: -32600 } });
      expect(await answerTo('{"jsonrpc":"2.0","id":4,"method":"tools/call","params":[]}')).toMatchObject({
        id: 4,
        error: { code: -32600 },
      });
      expect(await answerTo('x'.repeat(30_000_000))).toMatchObject({
        id: null,
        error: { code: -32600, message: 'The message is longer than 1,048,576 characters.' },
      });
      const bad = await answerTo(message(5, 'tools/call', { name: 'observe', arguments: [] as unknown as object }));
      expect(JSON.stringify(bad).length).toBeLessThan(400);
      expect(await answerTo(message(6, 'tools/call', { name: 'observe' }))).toMatchObject({
        id: 6,
        result: { structuredContent: { done: false } },
      });
    },
    PATIENCE,
  );
});

describe('MCP over HTTP at /mcp', () => {
  let database: FreshDatabase;
  let running: TestServer;
  const open = async (options: Parameters<typeof startServer>[1] = {}): Promise<void> => {
    database = await freshDatabase('embedded');
    running = await startServer(database, options);
  };
  afterEach(async () => {
    await running.stop();
    await database.drop();
  });

  it(
    'plays two episodes at once over one connection, and forgets those that have ended',
    async () => {
      await open();
      const http = new Client({ name: 'test', version: '1' });
      await http.connect(new StreamableHTTPClientTransport(new URL('/mcp', running.origin)));
      const ask = async (name: string, args: Record<string, unknown> = {}): Promise<Told> =>
        (await http.callTool({ name, arguments: args })) as unknown as Told;
      const one = (await ask('reset', { task: 'single_trade', seed: 1 })).structuredContent ?? {};
      const two = (await ask('reset', { ruleset: 'open', task: 'single_trade', seed: 2, seat: 'lab_1' })).structuredContent ?? {};
      expect(one.episode).not.toEqual(two.episode);
      expect((await ask('observe', { episode: two.episode })).structuredContent?.observation).toEqual(two.observation);
      expect((await ask('observe')).content[0]?.text).toBe('episode is missing: pass the id that reset answered.');
      expect((await ask('observe', { episode: 'nobody' })).content[0]?.text).toContain('No episode "nobody"');
      expect((await ask('reset', { task: 'no_such_task' })).isError).toBe(true);
      for (let done: unknown = false; done !== true; )
        done = (await ask('act', { episode: one.episode, action: { action_type: 'wait' } })).structuredContent?.done;
      expect((await ask('observe', { episode: one.episode })).isError).toBe(true);
      expect((await ask('observe', { episode: two.episode })).isError).not.toBe(true);
      await http.close();
    },
    PATIENCE,
  );

  it(
    'asks for the operator off loopback and refuses pages of other origins',
    async () => {
      await open({ host: '0.0.0.0', adminToken: 'a-long-token-for-this-test-only' });
      const post = (headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${running.server.port}/mcp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
        });
      expect((await post({})).status).toBe(401);
      expect((await post({ authorization: 'Bearer wrong-token-wrong-token' })).status).toBe(401);
      expect((await post({ authorization: 'Bearer a-long-token-for-this-test-only', origin: 'https://elsewhere.example' })).status).toBe(
        403,
      );
      const good = await post({ authorization: 'Bearer a-long-token-for-this-test-only' });
      expect([good.status, await good.text()]).toEqual([200, expect.stringContaining('"legal_actions"')]);
      const huge = await fetch(`http://127.0.0.1:${running.server.port}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer a-long-token-for-this-test-only' },
        body: 'x'.repeat(2_000_000),
      });
      expect(huge.status).toBe(413);
    },
    PATIENCE,
  );
});
