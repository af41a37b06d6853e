// OpenAI-compatible servers over real HTTP, good ones and bad ones: a call ends within its time, and its fault says what happened.
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { shortened } from '~/api/inference/router';
import type { ChatModel, ChatRequest } from '~/inference/chat-model';
import { makeGateway } from '~/inference/gateway/gateway';
import { type OpenAiOptions, openAiModel } from '~/inference/openai/openai-model';
import { chatRequest } from '~/inference/test-request';
import {
  answerJson,
  type Behaviour,
  beginStream,
  type ChatServer,
  openChatServer,
  sendPiece,
  streamText,
  USAGE,
} from './support/chat-server';

const KEY = 'topsecretkey-0123456789';
const tooMuch: unknown = expect.stringContaining('sent an answer that is too long: over ');
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function served(
  behave: Behaviour,
  { lists, ...more }: Partial<OpenAiOptions> & { lists?: readonly string[] } = {},
): Promise<{ server: ChatServer; model: ChatModel }> {
  const server = await openChatServer(behave, lists);
  const model = openAiModel({ id: 'vllm', url: server.url, key: () => KEY, ...more });
  closers.push(
    () => model.close(),
    () => server.close(),
  );
  return { server, model };
}

const ask = (model: ChatModel, more: Partial<ChatRequest> = {}) => model.chat(chatRequest({ timeoutMs: 20_000, ...more }));

describe('a server that works', () => {
  test('streams; its text, counts and names come back', async () => {
    const { server, model } = await served((response) => streamText(response, 'I pass this round.'));
    const pieces: string[] = [];
    const reply = await ask(model, { onText: (piece) => pieces.push(piece) });
    expect(reply).toMatchObject({
      text: 'I pass this round.',
      end: 'stop',
      held: false,
      tokens: { prompt: 120, cached: 96, completion: 8 },
      pin: { model: 'small', runtime: 'served-small fp1' },
    });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(reply.text);
    expect(server.asked[0]).toMatchObject({ path: '/v1/chat/completions', key: `Bearer ${KEY}`, body: { model: 'small', seed: 7 } });
    await expect.poll(() => model.state(), { timeout: 300_000 }).toMatchObject({ health: 'up', serves: [{ name: 'small' }] });
    expect(JSON.stringify(model.state())).not.toContain(KEY);
  });

  test('lists 100,000 models: 1,000 are kept, the page is sent 30 of them, and both say how many were left out', async () => {
    const lists = Array.from({ length: 100_000 }, (_, n) => `model-${n}`);
    const { model } = await served((response) => streamText(response, 'ok'), { lists });
    await expect.poll(() => model.state().health, { timeout: 300_000 }).toBe('up');
    const kept = model.state();
    expect([kept.serves.length, kept.more]).toEqual([1_000, 99_000]);
    const page = shortened({ backends: [kept] } as unknown as Parameters<typeof shortened>[0]);
    expect([page.backends[0]?.serves.length, page.backends[0]?.more]).toEqual([30, 99_970]);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(4_096);
    const { model: named } = await served((response) => streamText(response, 'ok'), { lists, models: [{ name: 'model-99999' }] });
    await expect.poll(() => named.state().health, { timeout: 300_000 }).toBe('up');
    expect(named.state().serves).toMatchObject([{ name: 'model-99999' }]); // one beyond the first 1,000 is served where the operator names it
    expect(named.state().more).toBeUndefined();
  });

  test('without a key it is sent none', async () => {
    const { server, model } = await served((response) => streamText(response, 'ok'), { key: () => null });
    await ask(model);
    expect(server.asked[0]?.key).toBeUndefined();
  });

  test('that cannot stream answers in one piece', async () => {
    const whole = { model: 'm', choices: [{ message: { role: 'assistant', content: 'ok' }, finish_reason: 'length' }], usage: USAGE };
    const { server, model } = await served((response) => answerJson(response, 200, whole));
    let heard = '';
    const onText = (piece: string) => {
      heard += piece;
    };
    expect(await ask(model, { onText })).toMatchObject({ text: 'ok', end: 'length', tokens: { completion: 8 } });
    await ask(model);
    expect(heard).toBe('ok');
    expect(server.asked.map(({ body }) => body.stream)).toEqual([true, false]);
  });

  test('names models and adapters as it likes', async () => {
    const models = [{ name: 'small', as: 'org/Small-135M', adapters: { classic: 'small-classic-lora' } }];
    const { server, model } = await served((response) => streamText(response, 'ok'), { models });
    await ask(model);
    await ask(model, { adapter: 'classic' });
    expect(server.asked.map(({ body }) => body.model)).toEqual(['org/Small-135M', 'small-classic-lora']);
    await expect(ask(model, { adapter: 'open' })).rejects.toMatchObject({ code: 'unknown_model' });
    await expect(ask(model, { model: 'large' })).rejects.toMatchObject({ code: 'unknown_model' });
  });

  test('thinks aloud: thoughts are neither answer nor shown', async () => {
    const { model } = await served((response) => streamText(response, '<think>Should I bid? No.</think>\n{"type":"pass"}'));
    let heard = '';
    const onText = (piece: string) => {
      heard += piece;
    };
    expect((await ask(model, { onText })).text).toBe('{"type":"pass"}');
    expect(heard).toBe('{"type":"pass"}');
  });

  test('that refuses stops is sent none; the text ends before them all the same', async () => {
    const { server, model } = await served((response, { body }) => {
      if (body.stop) answerJson(response, 400, { error: { message: "'stop' takes no list here", param: 'stop' } });
      else streamText(response, 'I pass.\nEND and more');
    });
    const { sampling } = chatRequest();
    expect((await ask(model, { sampling: { ...sampling, stop: ['END', '\n\n'] } })).text).toBe('I pass.\n');
    expect(server.asked.map(({ body }) => 'stop' in body)).toEqual([true, false]);
  });

  test('is asked so many at once, and no more', async () => {
    let most = 0;
    let now = 0;
    const { model } = await served(
      async (response) => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 30));
        now -= 1;
        streamText(response, 'ok');
      },
      { slots: 2 },
    );
    const all = Array.from({ length: 7 }, () => ask(model));
    expect((await Promise.all(all)).length).toBe(7);
    expect(most).toBe(2);
    expect(model.state()).toMatchObject({ running: 0, queued: 0, slots: 2 });
  });
});

describe('structured output', () => {
  const schema = { type: 'object', properties: { type: { const: 'pass' } }, required: ['type'] };

  test('is asked for and believed when the text is JSON', async () => {
    const { server, model } = await served((response) => streamText(response, '{"type":"pass"}'));
    expect(await ask(model, { schema })).toMatchObject({ text: '{"type":"pass"}', held: true });
    expect(server.asked[0]?.body.response_format).toMatchObject({ type: 'json_schema', json_schema: { strict: true, schema } });
  });

  test('where it is refused, free text with the schema in words; the refusal is remembered', async () => {
    const { server, model } = await served((response, { body }) => {
      if (body.response_format) answerJson(response, 400, { error: { message: 'response_format is not supported', type: 'invalid' } });
      else streamText(response, '{"type":"pass"}');
    });
    expect(await ask(model, { schema })).toMatchObject({ text: '{"type":"pass"}', held: false });
    await ask(model, { schema });
    expect(server.asked.map(({ body }) => body.response_format?.type ?? null)).toEqual(['json_schema', 'json_object', null, null]);
    expect(server.asked.at(-1)?.body.messages.at(-1)?.content).toContain(JSON.stringify(schema));
    expect(model.state().capabilities.schema).toBe(false);
  });

  test('where it is accepted and ignored, nobody says that the text was held', async () => {
    const { model } = await served((response) => streamText(response, 'I would pass.'));
    expect((await ask(model, { schema })).held).toBe(false);
  });
});

describe('a server that fails', () => {
  test.each<[string, Behaviour, object]>([
    ['500', (response) => answerJson(response, 500, { error: { message: 'oops' } }), { code: 'bad_reply', message: 'vllm answered 500.' }],
    ['429', (response) => answerJson(response.setHeader('retry-after', '3'), 429, {}), { code: 'overloaded', afterMs: 3_000 }],
    [
      '401',
      (response) => answerJson(response, 401, { error: { message: `Incorrect API key: ${KEY}` } }),
      { code: 'refused', message: 'vllm refused the key, or requires one (401).' },
    ],
    [
      'a prompt too long',
      (response) => answerJson(response, 400, { error: { message: "This model's maximum context length is 2048 tokens" } }),
      { code: 'too_long' },
    ],
    [
      'a page of HTML',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works</h1>'),
      { code: 'bad_reply' },
    ],
    ['half a JSON', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"cho'), { code: 'bad_reply' }],
    ['JSON of another kind', (response) => answerJson(response, 200, { hello: 1 }), { code: 'bad_reply' }],
    ['noise as a stream', noise, { code: 'bad_reply' }],
    ['no word', (response) => streamText(response, ''), { code: 'bad_reply', message: 'vllm sent an empty answer.' }],
    ['an endless text', endless, { code: 'bad_reply', message: tooMuch }],
    ['12 MB in one line', flood('x'.repeat(1024), 'data: '), { code: 'bad_reply', message: tooMuch }],
    ['12 MB of empty lines', flood('\n'.repeat(1024)), { code: 'bad_reply', message: tooMuch }],
    ['8 MB in one piece', bigAnswer, { code: 'bad_reply', message: tooMuch }],
    ['an error in mid-stream', erring, { code: 'bad_reply', message: 'vllm reported an error in the middle of its answer.' }],
    ['a socket cut before the answer', (response) => void response.socket?.destroy(), { code: 'unreachable' }],
    ['a socket cut in the middle', cutShort, { code: 'unreachable' }],
    ['a stream that just ends', endsEarly, { code: 'bad_reply', message: 'vllm stopped in the middle of its answer.', again: true }],
    [
      'a way elsewhere',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      { code: 'refused', message: 'vllm answered with a redirect (302), which is not followed.' },
    ],
  ])('by %s', async (_, behave, fault) => {
    const { model } = await served(behave);
    const reply = ask(model);
    await expect(reply).rejects.toMatchObject({ name: 'ChatFault', ...fault });
    expect(JSON.stringify(await reply.catch((thrown: Error) => [thrown.message, thrown]))).not.toContain(KEY);
  });

  test.each<[string, Behaviour]>([
    ['never answers', () => {}],
    ['never ends its headers', (response) => void response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ')],
    ['drips one letter after the other', drip],
    ['stops in mid-sentence', stall],
  ])('that %s costs its time and no more, and is told to stop', async (_, behave) => {
    const { model, server } = await served(behave);
    const began = performance.now();
    await expect(ask(model, { timeoutMs: 1_500 })).rejects.toMatchObject({ code: 'timeout', message: 'vllm did not answer in 1.5 s.' });
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_495);
    await expect.poll(() => server.cut(), { timeout: 300_000 }).toBe(1);
    expect(model.state().running).toBe(0);
  });

  test('that is not there at all', async () => {
    const model = openAiModel({ id: 'gone', url: `http://127.0.0.1:${await freePort()}/v1`, key: () => null });
    closers.push(() => model.close());
    await expect(ask(model)).rejects.toMatchObject({ code: 'unreachable', message: 'gone cannot be reached (ECONNREFUSED).' });
    expect(model.state()).toMatchObject({ health: 'down', why: 'gone cannot be reached (ECONNREFUSED).' });
  });
});

describe('behind the gateway', () => {
  test('a bad hour of one server is another one’s work; the turn says so', async () => {
    const bad = await served((response) => answerJson(response, 500, {}), { id: 'bad' });
    const good = await served((response) => streamText(response, 'ok'), { id: 'good' });
    const gateway = makeGateway({ backends: [bad.model, good.model], retry: { baseMs: 5 }, breaker: { faults: 6 } });
    const only = { backends: ['bad', 'good'] };
    const { attempts, text } = await gateway.chat(chatRequest(), only);
    expect(text).toBe('ok');
    expect(attempts.map(({ backend, fault }) => [backend, fault])).toEqual([
      ['bad', 'bad_reply'],
      ['bad', 'bad_reply'],
      ['bad', 'bad_reply'],
      ['good', null],
    ]);
    await gateway.chat(chatRequest(), only);
    expect(gateway.backends()[0]).toMatchObject({ id: 'bad', health: 'open' });
    const third = await gateway.chat(chatRequest(), only);
    expect(third.attempts.map(({ backend }) => backend)).toEqual(['bad', 'good']);
    expect(bad.server.asked).toHaveLength(6);
  });

  test('a server that recovers from a busy moment is asked again', async () => {
    let busy = 2;
    const { model } = await served((response) => (busy-- > 0 ? answerJson(response, 503, {}) : streamText(response, 'ok')));
    const gateway = makeGateway({ backends: [model], retry: { baseMs: 5 } });
    const reply = await gateway.chat(chatRequest(), { backends: ['vllm'] });
    expect(reply.attempts.map(({ fault }) => fault)).toEqual(['overloaded', 'overloaded', null]);
  });

  test('one that hangs leaves time for the next', async () => {
    const slow = await served(() => {}, { id: 'slow' });
    const good = await served((response) => streamText(response, 'ok'), { id: 'good' });
    const gateway = makeGateway({ backends: [slow.model, good.model] });
    const reply = await gateway.chat(chatRequest({ timeoutMs: 5_000 }), { backends: ['slow', 'good'] });
    expect(reply).toMatchObject({ text: 'ok', attempts: [{ backend: 'slow', fault: 'timeout' }, { backend: 'good' }] });
  });
});

function noise(response: Parameters<Behaviour>[0]): void {
  beginStream(response);
  response.end('data: {"choices": 3}\n\ndata: \u0000\u0001{{{\n\n');
}

function endless(response: Parameters<Behaviour>[0]): void {
  beginStream(response);
  const send = () => {
    if (response.destroyed) return;
    sendPiece(response, 'x'.repeat(65_536));
    setImmediate(send);
  };
  send();
}

/** 12,000 times the same piece, as fast as it is read. */
function flood(piece: string, first = ''): Behaviour {
  return (response) => {
    beginStream(response);
    let left = 12_000;
    response.write(first);
    const send = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(piece)) return void response.once('drain', send);
      }
      response.end();
    };
    send();
  };
}

function bigAnswer(response: Parameters<Behaviour>[0]): void {
  answerJson(response, 200, { choices: [{ message: { role: 'assistant', content: 'x'.repeat(8_000_000) }, finish_reason: 'stop' }] });
}

function erring(response: Parameters<Behaviour>[0]): void {
  beginStream(response);
  sendPiece(response, 'I wi');
  response.end('data: {"error": {"message": "CUDA out of memory"}}\n\n');
}

function cutShort(response: Parameters<Behaviour>[0]): void {
  beginStream(response);
  sendPiece(response, 'I wi');
  setTimeout(() => response.socket?.destroy(), 50);
}

function stall(response: Parameters<Behaviour>[0]): void {
  beginStream(response);
  sendPiece(response, 'I thi');
}

function endsEarly(response: Parameters<Behaviour>[0]): void {
  beginStream(response);
  sendPiece(response, 'I wi');
  response.end();
}

function drip(response: Parameters<Behaviour>[0]): void {
  beginStream(response);
  const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : sendPiece(response, '.')), 20);
}

/** A port on which nobody listens. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 9));
    });
  });
}
