// Processes that use the models of a running Mandi: what a turn is pinned to, whose it is, and what becomes of it when the server dies.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '~/config';
import { ServerModel, type ServerModelOptions } from '~/inference/endpoint/server-model';
import { makeGateway } from '~/inference/gateway/gateway';
import type { Budget } from '~/inference/gateway/ledger';
import { openModels } from '~/inference/models/models';
import { findRuntime } from '~/inference/models/runtime';
import { openAiModel } from '~/inference/openai/openai-model';
import { chatRequest } from '~/inference/test-request';
import { type AgentRuntime, NO_MINDS, openAgentRuntime } from '~/start/agent-runtime';
import { findServer, keepEndpointKey, writePlace } from '~/start/place';
import { type ChatServer, openChatServer, streamText } from './support/chat-server';
import { type FreshDatabase, freshDatabase } from './support/database';
import { runMandi } from './support/run-mandi';
import { startServer, type TestServer, until } from './support/server';
import { spawnServer } from './support/spawned';

const WORKER = fileURLToPath(new URL('support/test-worker.mjs', import.meta.url));
const TOKEN = 'operator-token-of-the-tests';
const log = { info() {}, warn() {}, error() {} };
const closers: (() => Promise<unknown>)[] = [];
let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase('embedded');
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => fresh.drop());

async function started(options: Parameters<typeof startServer>[1] = {}): Promise<TestServer> {
  const server = await startServer(fresh, options);
  closers.push(() => server.stop());
  return server;
}

/** A worker at that server, which writes a piece every so many milliseconds. */
function hire(origin: string, pace = 5): ChildProcess {
  const child = spawn(process.execPath, [WORKER, `${origin.replace('http', 'ws')}/inference/worker`, 'w1', '2', String(pace)], {
    stdio: 'ignore',
  });
  closers.push(async () => child.kill('SIGKILL'));
  return child;
}

async function agentRuntime(more: Partial<typeof NO_MINDS>): Promise<AgentRuntime> {
  const opened = await openAgentRuntime({ ...NO_MINDS, ...more }, { log, store: null, fetches: false, sharesAs: 'mandi test 1' });
  closers.push(() => opened.close());
  return opened;
}

function serves({ inference }: AgentRuntime, model: string): boolean {
  return inference.gateway.backends().some((backend) => backend.serves.some(({ name }) => name === model));
}

describe('a process beside a server', () => {
  test("is served by the server's worker: pinned, with its adapter, on the page of inference", async () => {
    const server = await started();
    hire(server.origin);
    const child = await agentRuntime({ mandiUrl: server.origin });
    await until(() => serves(child, 'small'));
    let heard = '';
    const onText = (piece: string) => {
      heard += piece;
    };
    const account = { match: 'm1', seat: 'lab_0', tournament: 't1', agent: 'small@1' };
    const reply = await child.inference.gateway.chat(chatRequest({ adapter: 'classic', account, onText }));
    expect(reply).toMatchObject({
      text: 'I am w1.',
      held: true,
      backend: 'mandi/workers',
      attempts: [{ backend: 'mandi/workers', fault: null }],
      tokens: { prompt: 10, cached: null, completion: 4 },
      pin: { model: 'small', digest: 'sha256:small', adapter: 'classic', adapterDigest: 'sha256:classic', runtime: 'none' },
    });
    expect(heard).toBe('I am w1.');
    const { meter } = await server.api.inference.state.query();
    expect(meter).toMatchObject({ calls: 1, tokens: { prompt: 10, completion: 4 } });
    for (const [kind, name] of [
      ['agent', 'small@1'],
      ['match', 'm1'],
      ['tournament', 't1'],
      ['caller', 'mandi test 1'],
    ])
      expect(meter.accounts).toContainEqual(expect.objectContaining({ kind, name, calls: 1 }));
    expect(child.agents.weightsOf({ model: 'small', backends: [] })).toBe('sha256:small');
    expect(child.agents.weightsOf({ model: 'small', backends: ['workers'] })).toBe('sha256:small');
  });

  test('finds the server of its home, and shows the key of the home where one is asked for', async () => {
    const home = await mkdtemp(join(tmpdir(), 'mandi-shared-'));
    closers.push(() => rm(home, { recursive: true, force: true }));
    const endpointKey = await keepEndpointKey(home);
    expect(await keepEndpointKey(home)).toBe(endpointKey);
    const behind = await openChatServer((response) => streamText(response, 'ok'));
    closers.push(() => behind.close());
    const its = { ...NO_MINDS, openaiUrl: behind.url, openaiModel: 'small' };
    const server = await started({ host: '0.0.0.0', adminToken: TOKEN, endpointKey, agentRuntime: its, processId: 'p-of-the-home' });
    await writePlace(home, { url: server.origin, process: 'p-of-the-home', pid: process.pid });
    const child = await agentRuntime({ home, mandiUrl: null });
    await until(() => serves(child, 'small'));
    expect(await child.inference.gateway.chat(chatRequest())).toMatchObject({ text: 'ok', backend: 'mandi/openai' });
    const off = await agentRuntime({ home, mandiUrl: 'off' });
    await expect(off.inference.gateway.chat(chatRequest())).rejects.toMatchObject({ code: 'unknown_model' });
    const stranger = await agentRuntime({ mandiUrl: server.origin });
    await expect(stranger.inference.gateway.chat(chatRequest())).rejects.toMatchObject({ code: 'unknown_model' });
    const operator = await agentRuntime({ mandiUrl: server.origin, adminToken: TOKEN });
    await until(() => serves(operator, 'small'));
    expect(await operator.inference.gateway.chat(chatRequest())).toMatchObject({ text: 'ok' });
  });

  test('leaves a Mandi alone that is not the one of its home', async () => {
    const home = await mkdtemp(join(tmpdir(), 'mandi-shared-'));
    closers.push(() => rm(home, { recursive: true, force: true }));
    const server = await started();
    await writePlace(home, { url: server.origin, process: 'a-process-that-is-gone', pid: process.pid });
    const model = new ServerModel({ find: () => findServer({ home, mandiUrl: null, adminToken: null }), caller: 'mandi test 4' });
    closers.push(() => model.close());
    await model.look();
    expect([model.isThere, model.state().why]).toEqual([false, 'another Mandi answers there']);
  });

  test('asks null models itself', async () => {
    const server = await started();
    const child = await agentRuntime({ mandiUrl: server.origin });
    expect(await child.inference.gateway.chat(chatRequest({ model: 'null:constant' }))).toMatchObject({ backend: 'null:constant' });
    expect((await server.api.inference.state.query()).meter.calls).toBe(0);
  });

  test("a command's turns are the server's, named by the command", async () => {
    const home = await mkdtemp(join(tmpdir(), 'mandi-shared-'));
    closers.push(() => rm(home, { recursive: true, force: true }));
    const behind = await openChatServer((response) => streamText(response, '{"action_type":"wait"}'), ['smollm2-135m-instruct']);
    closers.push(() => behind.close());
    const server = await started({ agentRuntime: { ...NO_MINDS, openaiUrl: behind.url, openaiModel: 'smollm2-135m-instruct' } });
    const env = { MANDI_HOME: home, MANDI_MODEL: 'off', MANDI_URL: server.origin };
    const ran = await runMandi(['play', '--task', 'single_trade', '--seed', '5', '--policy', 'smollm2'], { env });
    expect(ran).toMatchObject({ code: 0, errors: '' });
    const { accounts } = (await server.api.inference.state.query()).meter;
    const callers = accounts.filter(({ kind }) => kind === 'caller');
    expect(callers).toEqual([expect.objectContaining({ name: expect.stringMatching(/^mandi play \d+$/) as string })]);
    expect(callers[0]?.calls).toBe(behind.asked.length);
  });
});

describe('a server that goes away', () => {
  async function dying(more: Partial<ServerModelOptions> = {}) {
    const server = await spawnServer(fresh.url);
    closers.push(() => server.kill());
    hire(server.origin, 60_000);
    const own = await openChatServer((response) => streamText(response, 'I serve myself.'));
    closers.push(() => own.close());
    const changes: boolean[] = [];
    const model = new ServerModel({
      find: async () => ({ url: server.origin, key: null }),
      caller: 'mandi test 2',
      onChange: (isThere) => void changes.push(isThere),
      lookEveryMs: 100,
      ...more,
    });
    const gateway = makeGateway({ backends: [ownModel(own)], server: model });
    closers.push(() => gateway.close());
    await until(() => model.covers(chatRequest(), []));
    return { server, gateway, changes, model };
  }

  function ownModel({ url }: ChatServer) {
    return openAiModel({ id: 'own', url, key: () => null, models: [{ name: 'small' }] });
  }

  async function beginTurn({ gateway }: Awaited<ReturnType<typeof dying>>) {
    const heard: [string, boolean][] = [];
    const reply = gateway.chat(chatRequest({ timeoutMs: 120_000, onText: (piece, restart) => heard.push([piece, restart]) }));
    await until(() => heard.length === 1);
    return { heard, reply };
  }

  test('killed in mid-thought: the process serves itself, and the turn says what happened', async () => {
    const place = await dying();
    const { heard, reply } = await beginTurn(place);
    await place.server.kill();
    expect(await reply).toMatchObject({
      text: 'I serve myself.',
      backend: 'own',
      attempts: [
        { backend: 'mandi', fault: 'unreachable', why: expect.stringContaining('The running Mandi (mandi) cannot be used') as string },
        { backend: 'own', fault: null },
      ],
    });
    expect(heard.filter(([, restart]) => restart)).toHaveLength(1);
    expect(place.changes).toEqual([true, false]);
    expect(await place.gateway.chat(chatRequest())).toMatchObject({ text: 'I serve myself.', attempts: [{ backend: 'own' }] });
  });

  test.skipIf(process.platform === 'win32')('frozen in mid-thought: it is left after a silence, and the match goes on', async () => {
    const place = await dying({ silenceMs: 8_000 });
    const { reply } = await beginTurn(place);
    place.server.child.kill('SIGSTOP');
    expect(await reply).toMatchObject({
      text: 'I serve myself.',
      attempts: [{ fault: 'unreachable', why: expect.stringContaining('sent nothing for 8 s') as string }, {}],
    });
  });

  test('stopped in order: the same, at once', async () => {
    const place = await dying();
    const { reply } = await beginTurn(place);
    place.server.child.kill('SIGTERM');
    expect(await reply).toMatchObject({ text: 'I serve myself.', backend: 'own' });
  });

  test('a process that ends in mid-thought lets go of its turn at once, and is not told to serve itself', async () => {
    const place = await dying();
    const { reply } = await beginTurn(place);
    await place.gateway.close();
    await reply.catch(() => null);
    expect(place.changes).toEqual([true]);
  });

  test('started again: it is found, and asked', async () => {
    const first = await startServer(fresh);
    const server = { now: first };
    const model = new ServerModel({ find: async () => ({ url: server.now.origin, key: null }), caller: 'mandi test 3', lookEveryMs: 50 });
    closers.push(() => model.close());
    await until(() => model.isThere);
    const second = await started();
    await first.stop();
    await until(() => !model.isThere);
    server.now = second;
    await until(() => model.isThere);
  });
});

const MODEL = 'smollm2-135m-instruct';
const MODELS = process.env.MANDI_MODELS ?? join(REPOSITORY, '.mandi-models');
const missing = await whyNoModel();

describe.skipIf(missing !== null)(`with the real model${missing === null ? '' : ` (left out: ${missing})`}`, { timeout: 600_000 }, () => {
  test('no weights are loaded beside a server that serves them; when it ends in mid-thought, they are, for that very turn', async () => {
    const silent = await openChatServer(() => undefined);
    closers.push(() => silent.close());
    const server = await startServer(fresh, { agentRuntime: { ...NO_MINDS, openaiUrl: silent.url, openaiModel: MODEL } });
    const child = await agentRuntime({ mandiUrl: server.origin, model: MODEL, models: MODELS });
    await child.whenReady; // it has seen what lies in the folder
    await until(() => child.isServerThere());
    const { gateway, pool } = child.inference;
    const sampling = { ...chatRequest().sampling, maxTokens: 8 };
    const reply = gateway.chat(chatRequest({ model: MODEL, sampling, timeoutMs: 500_000 }));
    await until(() => silent.asked.length === 1);
    await until(() => pool.workers().length === 0 && !pool.isStarting); // on a slow machine it may have begun before it saw the server
    await server.stop();
    const { digest } = (await openModels(MODELS).find(MODEL)) ?? {};
    expect(await reply).toMatchObject({
      backend: 'workers',
      attempts: [
        { backend: expect.stringContaining('mandi') as string, fault: 'unreachable' },
        { backend: 'workers', fault: null },
      ],
      pin: { model: MODEL, digest },
    });
  });
});

async function whyNoModel(): Promise<string | null> {
  if ((await openModels(MODELS).find(MODEL)) === null) return `${MODEL} is not here`;
  return (await findRuntime(MODELS, 'cpu')) === null ? 'its runtime is not here' : null;
}

describe('what a server says of its backends is final', () => {
  test('a spent budget is not spent again here', async () => {
    const budget: Budget = { tokens: null, calls: 1, seconds: null, dollars: null };
    const home = await mkdtemp(join(tmpdir(), 'mandi-shared-'));
    closers.push(() => rm(home, { recursive: true, force: true }));
    const behind = await openChatServer((response) => streamText(response, 'ok'));
    closers.push(() => behind.close());
    await writeFile(join(home, 'inference.json'), JSON.stringify({ budgets: { match: budget } }));
    const server = await started({ agentRuntime: { ...NO_MINDS, home, openaiUrl: behind.url, openaiModel: 'small' } });
    const child = await agentRuntime({ mandiUrl: server.origin, openaiUrl: behind.url, openaiModel: 'small' });
    await until(() => child.isServerThere());
    const account = { match: 'm1' };
    expect(await child.inference.gateway.chat(chatRequest({ account }))).toMatchObject({ backend: 'mandi/openai' });
    await expect(child.inference.gateway.chat(chatRequest({ account }))).rejects.toMatchObject({ code: 'over_budget' });
    expect(behind.asked).toHaveLength(1);
  });
});
