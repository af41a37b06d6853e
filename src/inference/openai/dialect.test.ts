import { describe, expect, test } from 'vitest';
import { chatRequest } from '../test-request';
import { Dialect } from './dialect';
import type { HttpError } from './read-error';

const schema = { enum: ['pass'] };

function refused(said: string, param: string | null = null, status = 400): HttpError {
  return { status, words: said, said, param, retryAfterMs: null };
}

function asked(more = {}): ReturnType<typeof chatRequest> {
  const request = chatRequest({ schema });
  return { ...request, sampling: { ...request.sampling, topK: 40, stop: ['\n\n'], ...more } };
}

const open = () => new Dialect({ schema: 'auto', stream: true });

describe('everything is offered once', () => {
  test('with the schema in its strict form', () => {
    expect(open().body('m', asked())).toMatchObject({
      model: 'm',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 64,
      temperature: 0,
      top_p: 1,
      top_k: 40,
      seed: 7,
      stop: ['\n\n'],
      response_format: { type: 'json_schema', json_schema: { strict: true, schema } },
    });
  });

  test('and what is not asked for is not sent', () => {
    const body = open().body('m', { ...asked({ topK: 0, stop: [] }), schema: null });
    expect(Object.keys(body).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'seed',
      'stream',
      'stream_options',
      'temperature',
      'top_p',
    ]);
  });
});

test('log-probabilities and ids are asked for where that is set, and either is left out where it is refused', () => {
  const dialect = new Dialect({ schema: 'auto', stream: true, logprobs: true });
  expect(open().body('m', asked())).not.toHaveProperty('logprobs');
  const body = dialect.body('m', asked());
  expect(body).toMatchObject({ logprobs: true, return_token_ids: true });
  expect(dialect.learn(refused('Unrecognized request argument supplied: return_token_ids'), body)).toBe(true);
  const second = dialect.body('m', asked());
  expect([second.logprobs, second.return_token_ids]).toEqual([true, undefined]);
  expect(dialect.learn(refused("'logprobs' is not supported with this model.", 'logprobs'), second)).toBe(true);
  expect(dialect.body('m', asked())).not.toHaveProperty('logprobs');
});

describe('what is refused by name is left out from then on', () => {
  test.each([
    ['top_k', refused('Unrecognized request argument supplied: top_k')],
    ['seed', refused('{"detail":[{"type":"extra_forbidden","loc":["body","seed"]}]}', null, 422)],
    ['temperature', refused('Unsupported value', 'temperature')],
    ['stop', refused("'stop' is not supported with this model")],
    ['stream_options', refused('stream_options is not allowed')],
  ])('%s', (name, error) => {
    const dialect = open();
    expect(dialect.learn(error, dialect.body('m', asked()))).toBe(true);
    const body = dialect.body('m', asked());
    expect(body).not.toHaveProperty(name);
    expect(body).toHaveProperty('response_format');
    expect(dialect.learn(error, body)).toBe(false);
  });

  test('the limit of tokens, under its other name', () => {
    const dialect = open();
    const error = refused("'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", 'max_tokens');
    expect(dialect.learn(error, dialect.body('m', asked()))).toBe(true);
    expect(dialect.body('m', asked())).toMatchObject({ max_completion_tokens: 64 });
    expect(dialect.body('m', asked())).not.toHaveProperty('max_tokens');
  });

  test('schemas: any JSON next, then words alone', () => {
    const dialect = open();
    const error = refused("'response_format.json_schema' is unavailable");
    expect(dialect.learn(error, dialect.body('m', asked()))).toBe(true);
    const second = dialect.body('m', asked());
    expect(second.response_format).toEqual({ type: 'json_object' });
    expect(second.messages.at(-1)?.content).toBe(
      'Your move?\n\nAnswer with one JSON value that fits this JSON Schema, and with nothing else:\n{"enum":["pass"]}',
    );
    expect(dialect.learn(error, second)).toBe(true);
    const third = dialect.body('m', asked());
    expect(third).not.toHaveProperty('response_format');
    expect(dialect.learn(error, third)).toBe(false);
    expect(dialect.takesSchemas).toBe(false);
  });
});

describe('nothing is learnt', () => {
  test.each([
    ['from a fault of the server', refused('top_k', 'top_k', 500)],
    ['from words that only sound alike', refused('You must stop sending so much text.')],
  ])('%s', (_, error) => {
    const dialect = open();
    expect(dialect.learn(error, dialect.body('m', asked()))).toBe(false);
  });

  test('about schemas where the operator has said how it is', () => {
    const sure = new Dialect({ schema: true, stream: true });
    expect(sure.learn(refused('response_format?'), sure.body('m', asked()))).toBe(false);
    const without = new Dialect({ schema: false, stream: false });
    expect(without.body('m', asked())).not.toHaveProperty('response_format');
  });
});

test('a server that takes a schema and writes something else gets it in words as well', () => {
  const dialect = open();
  dialect.distrust();
  expect(dialect.body('m', asked()).messages.at(-1)?.content).toContain('JSON Schema');
});
