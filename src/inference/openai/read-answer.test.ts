import { describe, expect, test } from 'vitest';
import { type Answer, readStream, readWhole } from './read-answer';

const READER = { id: 'server', longest: 100 };

/** In the form of each server: what stands beside the text of a choice. */
const FORMS = {
  'llama.cpp’s server': { logprobs: { content: [{ token: 'I', bytes: [73], id: 7, logprob: -0.5, top_logprobs: [] }] } },
  vLLM: { logprobs: { content: [{ token: 'I', bytes: [73], logprob: -0.5, top_logprobs: [] }] }, token_ids: [7] },
  'OpenAI’s': { logprobs: { content: [{ token: 'I', bytes: [73], logprob: -0.5, top_logprobs: [] }], refusal: null } },
};
const WRITTEN = { ids: [7], logprobs: [-0.5] };

async function streamed(...choices: object[]): Promise<Answer> {
  async function* events(): AsyncGenerator<string> {
    yield JSON.stringify({ choices: [{ delta: { role: 'assistant', content: null } }] });
    for (const choice of choices) yield JSON.stringify({ choices: [{ finish_reason: null, ...choice }] });
    yield JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    yield '[DONE]';
  }
  return readStream(events(), READER, () => undefined);
}

describe('log-probabilities', () => {
  test.each(Object.entries(FORMS))('as %s tells them, in one piece and as a stream', async (name, form) => {
    const written = name === 'OpenAI’s' ? { ...WRITTEN, ids: null } : WRITTEN;
    const whole = { choices: [{ message: { content: 'I' }, finish_reason: 'stop', ...form }] };
    expect(readWhole(whole, READER).written).toEqual(written);
    const piece = { delta: { content: 'I' }, ...form };
    const twice = { ids: written.ids && [7, 7], logprobs: [-0.5, -0.5] };
    expect((await streamed(piece, piece)).written).toEqual(twice);
  });

  test('of a part of the text are none, and neither is a list of something else; the text stands', async () => {
    const piece = { delta: { content: 'I' }, ...FORMS.vLLM };
    expect((await streamed(piece, { delta: { content: ' pass' } })).written).toBeNull();
    const other = { choices: [{ message: { content: 'I' }, logprobs: { content: [{ logprob: null }] }, token_ids: ['a'] }] };
    expect(readWhole(other, READER)).toMatchObject({ text: 'I', written: null });
    expect(readWhole({ choices: [{ message: { content: 'I' } }] }, READER).written).toBeNull();
  });

  test('are never above 0', () => {
    const rounded = { logprobs: { content: [{ id: 7, logprob: 1e-7 }] } };
    expect(readWhole({ choices: [{ message: { content: 'I' }, ...rounded }] }, READER).written).toEqual({ ids: [7], logprobs: [0] });
  });
});
