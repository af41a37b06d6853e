import { expect, test } from 'vitest';
import type { ChatRequest } from '../chat-model';
import { chatRequest } from '../test-request';
import { nullModel } from './null-model';

const schema = { enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] };

const ask = (kind: 'random' | 'constant', seed: number, more: Partial<ChatRequest> = {}) => {
  const request = chatRequest({ schema, ...more });
  return nullModel(kind).chat({ ...request, sampling: { ...request.sampling, seed } });
};

test('random: the same seed writes the same, other seeds write everything', async () => {
  const texts = await Promise.all(Array.from({ length: 100 }, (_, seed) => ask('random', seed).then(({ text }) => text)));
  expect(new Set(texts).size).toBe(8);
  expect((await ask('random', 42)).text).toBe(texts[42]);
});

test('constant: always the first, whatever the seed', async () => {
  expect((await ask('constant', 1)).text).toBe('"a"');
  expect((await ask('constant', 99)).text).toBe('"a"');
});

test('without a schema there is nothing to choose', async () => {
  expect((await ask('random', 1, { schema: null })).text).toBe('{}');
});

test('says that its text fits, costs nothing, and tells the text to whoever listens', async () => {
  let heard = '';
  const reply = await ask('constant', 1, { onText: (piece) => (heard += piece) });
  expect(reply).toMatchObject({ held: true, end: 'stop', cost: 0, backend: 'null:constant', tokens: { prompt: 0, completion: 0 } });
  expect(heard).toBe(reply.text);
});

test('a schema that nothing fits is refused', async () => {
  await expect(ask('random', 1, { schema: { enum: [] } })).rejects.toMatchObject({ name: 'ChatFault', code: 'refused' });
});

test('who has given up gets no answer', async () => {
  await expect(ask('random', 1, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
});
