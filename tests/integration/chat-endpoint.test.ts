// The endpoint in OpenAI's form on the real server, by the real client of npm's `openai`: null models, servers behind it, refusals, and who may ask.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI, { APIError } from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '~/config';
import { openModels } from '~/inference/models/models';
import { findRuntime } from '~/inference/models/runtime';
import { NO_MINDS } from '~/start/agent-runtime';
import { answerJson, type Behaviour, beginStream, openChatServer, sendPiece, streamText } from './support/chat-server';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, until } from './support/server';

const TOKEN = 'operator-token-of-the-tests';
const MESSAGES = [{ role: 'user' as const, content: 'Your move?' }];
const SCHEMA = {
  type: 'object',
  required: ['action', 'pay'],
  properties: { action: { enum: ['offer', 'wait'] }, pay: { type: 'integer', minimum: 3, maximum: 9 } },
};
const FORMAT = { type: 'json_schema' as const, json_schema: { name: 'move', strict: true, schema: SCHEMA } };

let fresh: FreshDatabase;
let home: TestServer;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  home = await startServer(fresh);
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(async () => {
  await home.stop();
  await fresh.drop();
});

function clientOf(server: TestServer, apiKey = 'none'): OpenAI {
  return new OpenAI({ baseURL: `${server.origin}/v1`, apiKey, maxRetries: 0 });
}

/** A server whose only backend of its own is an OpenAI-compatible one that does what the test says. */
async function servedBy(behave: Behaviour, more: Partial<Parameters<typeof startServer>[1]> & { file?: object } = {}): Promise<TestServer> {
  const behind = await openChatServer(behave);
  const agentRuntime = { ...NO_MINDS, openaiUrl: behind.url, openaiModel: 'small' };
  const server = await startServer(fresh, { agentRuntime, ...more });
  closers.push(() => behind.close());
  closers.push(() => server.stop());
  return server;
}

async function refusal(asked: Promise<unknown>): Promise<APIError> {
  const thrown: unknown = await asked.then(
    () => null,
    (fault: unknown) => fault,
  );
  if (!(thrown instanceof APIError)) throw new Error(`no refusal: ${String(thrown)}`);
  return thrown;
}

function post(server: TestServer, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

describe("the client of npm's openai", () => {
  test('lists what is served', async () => {
    const listed = await clientOf(home).models.list();
    expect(listed.data.map(({ id }) => id)).toEqual(['null:random', 'null:constant']);
    expect(await clientOf(home).models.retrieve('null:random')).toMatchObject({ id: 'null:random', object: 'model' });
  });

  test('gets what its schema allows from a null model, the same for the same seed', async () => {
    const ask = (seed: number) =>
      clientOf(home).chat.completions.create({ model: 'null:random', messages: MESSAGES, response_format: FORMAT, seed });
    const [one, again] = [await ask(7), await ask(7)];
    const text = one.choices[0]?.message.content ?? '';
    expect(['offer', 'wait']).toContain((JSON.parse(text) as { action: string }).action);
    expect(one).toMatchObject({
      object: 'chat.completion',
      model: 'null:random',
      choices: [{ finish_reason: 'stop' }],
      usage: { total_tokens: 0 },
    });
    expect(again.choices[0]?.message.content).toBe(text);
  });

  test('streams, with the counts where they are asked for', async () => {
    const server = await servedBy((response) => streamText(response, 'I pass this round.'));
    const stream = await clientOf(server).chat.completions.create({
      model: 'small',
      messages: MESSAGES,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    const ends: unknown[] = [];
    let usage: unknown = null;
    let pieces = 0;
    for await (const chunk of stream) {
      const [choice] = chunk.choices;
      text += choice?.delta.content ?? '';
      if (choice?.delta.content) pieces += 1;
      if (choice?.finish_reason) ends.push(choice.finish_reason);
      usage = chunk.usage ?? usage;
    }
    expect(text).toBe('I pass this round.');
    expect(pieces).toBeGreaterThan(1);
    expect(ends).toEqual(['stop']);
    expect(usage).toMatchObject({
      prompt_tokens: 120,
      completion_tokens: 8,
      total_tokens: 128,
      prompt_tokens_details: { cached_tokens: 96 },
    });
  });

  test.each([
    ['END', ['END']],
    [
      ['END', '\n\n'],
      ['END', '\n\n'],
    ],
  ])('its stop %j, limit, temperature and seed reach the backend', async (stop, sent) => {
    const bodies: object[] = [];
    const server = await servedBy((response, { body }) => {
      bodies.push(body);
      streamText(response, 'ok');
    });
    const sampling = { stop, max_tokens: 12, temperature: 0.3, top_p: 0.9, seed: -1 };
    await clientOf(server).chat.completions.create({ model: 'small', messages: MESSAGES, ...sampling });
    expect(bodies).toMatchObject([{ model: 'small', stop: sent, max_tokens: 12, temperature: 0.3, top_p: 0.9, seed: 2 ** 31 - 1 }]);
  });

  test('its calls are on the page of inference, with the program that asked', async () => {
    const before = (await home.api.inference.state.query()).meter.calls;
    await clientOf(home).chat.completions.create({ model: 'null:constant', messages: MESSAGES });
    const { meter } = await home.api.inference.state.query();
    expect(meter.calls).toBe(before + 1);
    expect(meter.accounts).toContainEqual(expect.objectContaining({ kind: 'caller', name: 'OpenAI/JS' }));
  });
});

describe('errors in the form of OpenAI', () => {
  test('an unknown model is 404', async () => {
    const fault = await refusal(clientOf(home).chat.completions.create({ model: 'gpt-0', messages: MESSAGES }));
    expect(fault).toMatchObject({ status: 404, code: 'model_not_found', param: 'model', type: 'invalid_request_error' });
    expect(fault.message).toContain('No backend serves gpt-0.');
    expect(await refusal(clientOf(home).models.retrieve('gpt-0'))).toMatchObject({ status: 404 });
  });

  test.each<[string, string, string | null]>([
    ['no JSON', 'hello', null],
    ['a list', '[]', null],
    ['no messages', '{"model":"null:random"}', 'messages'],
    [
      'an image',
      JSON.stringify({ model: 'null:random', messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] }),
      'messages',
    ],
    ['tools', JSON.stringify({ model: 'null:random', messages: MESSAGES, tools: [{ type: 'function' }] }), 'tools'],
    ['two answers', JSON.stringify({ model: 'null:random', messages: MESSAGES, n: 2 }), 'n'],
    ['heat', JSON.stringify({ model: 'null:random', messages: MESSAGES, temperature: 3 }), 'temperature'],
  ])('%s is 400, and the field is named', async (_, body, param) => {
    const answer = await post(home, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error', code: 'bad_request', param } });
  });

  test('fields that ask for nothing, and those of others, are no fault', async () => {
    const plain = {
      model: 'null:random',
      messages: MESSAGES,
      n: 1,
      tools: [],
      logprobs: false,
      frequency_penalty: 0,
      user: 'me',
      store: false,
    };
    expect((await post(home, JSON.stringify(plain))).status).toBe(200);
  });

  test('a spent budget is 429 and not asked again; a broken backend 502, an absent one 503', async () => {
    const server = await servedBy((response, { body }) => {
      if (JSON.stringify(body.messages).includes('break')) answerJson(response, 500, { error: { message: 'secret-of-the-backend' } });
      else streamText(response, 'ok');
    });
    const broken = await refusal(
      clientOf(server).chat.completions.create({ model: 'small', messages: [{ role: 'user', content: 'break' }] }),
    );
    expect(broken).toMatchObject({ status: 502, code: 'bad_reply' });
    expect(JSON.stringify(broken)).not.toContain('secret-of-the-backend');
    const away = await startServer(fresh, { agentRuntime: { ...NO_MINDS, openaiUrl: 'http://127.0.0.1:9/v1', openaiModel: 'small' } });
    closers.push(() => away.stop());
    const absent = await refusal(clientOf(away).chat.completions.create({ model: 'small', messages: MESSAGES }));
    expect(absent).toMatchObject({ status: 503, code: 'unreachable' });
    expect(absent.headers?.get('retry-after')).not.toBeNull();
  });

  test('a backend that breaks off after words were sent ends the stream with an error', async () => {
    const server = await servedBy((response) => {
      beginStream(response);
      sendPiece(response, 'I p');
      setTimeout(() => response.destroy(), 50);
    });
    const stream = await clientOf(server).chat.completions.create({ model: 'small', messages: MESSAGES, stream: true });
    let text = '';
    const read = async () => {
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    };
    expect((await refusal(read())).message).not.toBe('');
    expect(text).toBe('I p');
  });

  test('who hangs up frees the backend', async () => {
    let cut = 0;
    const server = await servedBy((response) => {
      response.on('close', () => {
        cut += 1;
      });
      beginStream(response);
      sendPiece(response, 'I');
    });
    const stream = await clientOf(server).chat.completions.create({ model: 'small', messages: MESSAGES, stream: true });
    for await (const _ of stream) break;
    stream.controller.abort();
    await until(() => cut === 1);
  });
});

describe('who may ask', () => {
  let opened: TestServer;
  beforeAll(async () => {
    opened = await startServer(fresh, { host: '0.0.0.0', adminToken: TOKEN, endpointKey: 'a-key-of-this-home' });
  });
  afterAll(() => opened.stop());

  test('off loopback the operator, by token; the key of the home opens this endpoint alone', async () => {
    const ask = { model: 'null:random', messages: MESSAGES };
    for (const key of ['none', 'wrong', `${TOKEN}x`]) {
      const fault = await refusal(clientOf(opened, key).chat.completions.create(ask));
      expect(fault).toMatchObject({ status: 401, code: 'operator_needed' });
      expect(await refusal(Promise.resolve(clientOf(opened, key).models.list()))).toMatchObject({ status: 401 });
    }
    expect((await clientOf(opened, TOKEN).chat.completions.create(ask)).choices).toHaveLength(1);
    expect((await clientOf(opened, 'a-key-of-this-home').chat.completions.create(ask)).choices).toHaveLength(1);
    await expect(opened.apiWith({ authorization: 'Bearer a-key-of-this-home' }).inference.state.query()).rejects.toThrow(/token/);
  });

  test('no page of another site, no other host', async () => {
    const body = JSON.stringify({ model: 'null:random', messages: MESSAGES });
    const foreign = await post(home, body, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(await foreign.json()).toMatchObject({ error: { code: 'bad_origin', type: 'permission_error' } });
  });

  test('at most 4 MB, announced or not', async () => {
    const large = JSON.stringify({ model: 'null:random', messages: [{ role: 'user', content: 'x'.repeat(5 * 1024 * 1024) }] });
    const announced = await post(home, large).catch(() => null); // the line may be cut before the answer is read
    if (announced) expect(announced.status).toBe(413);
    const stream = new Blob([large]).stream();
    const init = { method: 'POST', body: stream, duplex: 'half' };
    const streamed = await fetch(`${home.origin}/v1/chat/completions`, init as RequestInit).catch(() => null);
    if (streamed) expect(streamed.status).toBe(413);
    expect((await post(home, JSON.stringify({ model: 'null:random', messages: MESSAGES }))).status).toBe(200);
  });

  test('neither token nor key is in any answer', async () => {
    const key = 'sk-of-the-backend-0123456789';
    const behind = await openChatServer((response, { key: shown }) =>
      answerJson(response, 400, { error: { message: `bad key ${shown}` } }),
    );
    const secret = (name: string) => (name === 'OPENAI_API_KEY' ? key : null);
    const server = await startServer(fresh, {
      host: '0.0.0.0',
      adminToken: TOKEN,
      agentRuntime: { ...NO_MINDS, openaiUrl: behind.url, openaiModel: 'small', secret },
    });
    closers.push(() => behind.close());
    closers.push(() => server.stop());
    const headers = { authorization: `Bearer ${TOKEN}` };
    const said = [
      await (await fetch(`${server.origin}/v1/models`, { headers })).text(),
      await (await post(server, JSON.stringify({ model: 'small', messages: MESSAGES }), headers)).text(),
      await (await post(server, JSON.stringify({ model: 'small', messages: MESSAGES }))).text(),
    ].join('\n');
    expect(said).toContain('bad key');
    expect(said).not.toContain(key);
    expect(said).not.toContain(TOKEN);
  });
});

describe('an endpoint behind an endpoint', () => {
  test('that is this very one is neither listed twice nor asked by what came through it', async () => {
    const agentRuntime = { ...NO_MINDS, openaiModel: null as string | null, openaiUrl: null as string | null };
    const first = await startServer(fresh);
    closers.push(() => first.stop());
    const second = await startServer(fresh, { agentRuntime: { ...agentRuntime, openaiUrl: `${first.origin}/v1` } });
    closers.push(() => second.stop());
    await until(async () =>
      (await second.api.inference.state.query()).backends.some(({ id, health }) => id === 'openai' && health === 'up'),
    );
    expect((await clientOf(second).models.list()).data.map(({ id }) => id)).toEqual(['null:random', 'null:constant']);
    expect((await clientOf(second).chat.completions.create({ model: 'null:random', messages: MESSAGES })).choices).toHaveLength(1);
    expect((await first.api.inference.state.query()).meter.calls).toBe(0);
  });

  test('what a Mandi has sent on is refused', async () => {
    const answer = await post(home, JSON.stringify({ model: 'null:random', messages: MESSAGES }), { 'x-mandi-relayed': '1' });
    expect(answer.status).toBe(508);
    expect(await answer.json()).toMatchObject({ error: { code: 'loop' } });
  });
});

const MODELS = process.env.MANDI_MODELS ?? join(REPOSITORY, '.mandi-models');
const missing = await whyNoModel();

describe.skipIf(missing !== null)(`the real model${missing === null ? '' : ` (left out: ${missing})`}`, { timeout: 600_000 }, () => {
  test('answers under a schema, and says by which weights', async () => {
    const name = 'smollm2-135m-instruct';
    const server = await startServer(fresh, { agentRuntime: { ...NO_MINDS, model: name, models: MODELS } });
    closers.push(() => server.stop());
    const client = clientOf(server);
    await until(async () => (await client.models.list()).data.some(({ id }) => id === name), 500_000);
    const reply = await client.chat.completions.create({
      model: name,
      messages: MESSAGES,
      response_format: FORMAT,
      max_tokens: 40,
      temperature: 0,
    });
    expect(JSON.parse(reply.choices[0]?.message.content ?? '')).toMatchObject({ pay: expect.any(Number) as number });
    expect(reply.usage?.completion_tokens).toBeGreaterThan(3);
    const card = JSON.parse(await readFile(join(MODELS, `${name}.json`), 'utf8')) as { digest: string };
    expect(reply).toMatchObject({ mandi: { backend: 'workers', held: true, pin: { model: name, digest: card.digest } } });
  });
});

async function whyNoModel(): Promise<string | null> {
  if ((await openModels(MODELS).find('smollm2-135m-instruct')) === null) return 'smollm2-135m-instruct is not here';
  return (await findRuntime(MODELS, 'cpu')) === null ? 'its runtime is not here' : null;
}
