import { describe, expect, test } from 'vitest';
import type { BackendState } from '../chat-model';
import { readAsk } from './read-ask';

const workers: BackendState = {
  id: 'workers',
  kind: 'workers',
  place: 'here',
  health: 'up',
  why: null,
  serves: [
    { name: 'small', digest: null, adapters: ['classic'], context: null },
    { name: 'odd+name', digest: null, adapters: [], context: null },
  ],
  capabilities: { schema: true, adapters: true, batching: true, streaming: true },
  queued: 0,
  running: 0,
  slots: 4,
};
const least = { model: 'small', messages: [{ role: 'user', content: 'hi' }] };

function read(more: object) {
  const reading = readAsk({ ...least, ...more }, [workers]);
  if (!reading.ok) throw new Error(reading.problem.message);
  return reading.ask;
}

describe('a request in the form of OpenAI', () => {
  test('has usual values where it says nothing, and a seed of its own', () => {
    const { request, stream, extension } = read({});
    expect(request).toMatchObject({ model: 'small', adapter: null, schema: null, isRelayed: true });
    expect(request.sampling).toMatchObject({ temperature: 1, topP: 1, topK: 0, maxTokens: 1_024, stop: [] });
    expect(request.sampling.seed).toBeGreaterThanOrEqual(0);
    expect([stream, extension]).toEqual([false, null]);
  });

  test('null is the same as nothing', () => {
    const nothing = {
      max_tokens: null,
      temperature: null,
      stop: null,
      seed: null,
      stream: null,
      response_format: null,
      tools: null,
      n: null,
    };
    expect(read(nothing).request.sampling).toMatchObject({ temperature: 1, maxTokens: 1_024, stop: [] });
  });

  test.each<[string, string, string | null]>([
    ['small', 'small', null],
    ['small+classic', 'small', 'classic'],
    ['odd+name', 'odd+name', null],
    ['odd+name+classic', 'odd+name', 'classic'],
    ['+classic', '+classic', null],
    ['small+', 'small+', null],
  ])('the model %s is %s with %s', (asked, model, adapter) => {
    expect(read({ model: asked }).request).toMatchObject({ model, adapter });
  });

  test('text in parts is one text; what a developer says is the system', () => {
    const parts = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    const { messages } = read({
      messages: [
        { role: 'developer', content: 'Trade.' },
        { role: 'user', content: parts },
      ],
    }).request;
    expect(messages).toEqual([
      { role: 'system', content: 'Trade.' },
      { role: 'user', content: 'ab' },
    ]);
  });

  test('a schema is held to, and any object is one', () => {
    const schema = { type: 'object', properties: {} };
    expect(read({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }).request.schema).toEqual(schema);
    expect(read({ response_format: { type: 'json_object' } }).request.schema).toEqual({ type: 'object' });
    expect(read({ response_format: { type: 'text' } }).request.schema).toBeNull();
  });

  test('what a Mandi says besides', () => {
    const mandi = { adapter: 'classic', backends: ['workers'], account: { match: 'm' }, timeout_ms: 500, restarts: true };
    const { request, extension } = read({ mandi });
    expect(request).toMatchObject({ adapter: 'classic', timeoutMs: 500, account: { match: 'm' } });
    expect(extension).toMatchObject({ backends: ['workers'], restarts: true });
  });

  test.each<[string, object, string]>([
    ['a stop without a letter', { stop: '' }, 'stop'],
    ['no room', { max_tokens: 0 }, 'max_tokens'],
    ['a penalty', { presence_penalty: 0.5 }, 'presence_penalty'],
    ['a strange role', { messages: [{ role: 'tool', content: 'x' }] }, 'messages'],
    ['a format of its own', { response_format: { type: 'xml' } }, 'response_format'],
    ['a schema that is none', { response_format: { type: 'json_schema', json_schema: { schema: 'x' } } }, 'response_format'],
    ['a seed in words', { seed: 'seven' }, 'seed'],
  ])('%s is refused by the name of its field', (_, more, param) => {
    const reading = readAsk({ ...least, ...more }, [workers]);
    expect(reading).toMatchObject({ ok: false, problem: { status: 400, param } });
  });
});
