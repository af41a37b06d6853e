import { expect, test } from 'vitest';
import { faultOf } from './read-error';
import { AnsweredError } from './server-line';

const who = { id: 'vllm', key: 'topsecretkey' };

function answered(status: number, error: object, headers: Record<string, string> = {}): unknown {
  return new AnsweredError(status, JSON.stringify({ error }), headers['retry-after'] ?? null);
}

test.each<[number, object, string, boolean]>([
  [400, { message: "This model's maximum context length is 4096 tokens." }, 'too_long', false],
  [400, { message: 'n must be 1' }, 'refused', false],
  [401, { message: 'Incorrect API key provided: topsecretkey' }, 'refused', false],
  [404, { message: 'The model `x` does not exist.' }, 'unknown_model', false],
  [404, { message: 'Not Found' }, 'refused', false],
  [413, { message: 'too large' }, 'too_long', false],
  [429, { message: 'slow down' }, 'overloaded', true],
  [500, { message: 'oops' }, 'bad_reply', true],
  [502, {}, 'bad_reply', true],
  [503, { message: 'loading' }, 'overloaded', true],
])('%i %j is %s', (...[status, error, code, again]) => {
  const fault = faultOf(answered(status, error), who);
  expect(fault).toMatchObject({ code, again });
  expect(fault.message).toContain(String(status));
});

test('an asked-for pause is kept, within reason', () => {
  expect(faultOf(answered(429, {}, { 'retry-after': '2' }), who).afterMs).toBe(2_000);
  expect(faultOf(answered(429, {}, { 'retry-after': '86400' }), who).afterMs).toBe(60_000);
  expect(faultOf(answered(429, {}, { 'retry-after': 'soon' }), who).afterMs).toBeNull();
});

test.each(['topsecretkey', 'sk-abcdef1234567', 'Bearer abcdefgh', 'hf_abcdefghij'])('%s is not repeated', (secret) => {
  const { message } = faultOf(answered(400, { message: `bad: ${secret} !` }), who);
  expect(message).toContain('***');
  expect(message).not.toContain(secret);
});

test('a broken line is one', () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(faultOf(new TypeError('fetch failed', { cause }), who)).toMatchObject({
    code: 'unreachable',
    message: 'vllm cannot be reached (ECONNREFUSED).',
    again: true,
  });
});

test('what is no JSON is a bad reply', () => {
  expect(faultOf(new SyntaxError('Unexpected token <'), who)).toMatchObject({ code: 'bad_reply', again: false });
});
