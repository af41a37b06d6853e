import { expect, test } from 'vitest';
import type { ChatReply } from '../chat-model';
import { chatRequest } from '../test-request';
import { Turn } from './turn';
import { readMessage } from './worker-messages';

const REPLY = {
  text: 'here',
  held: true,
  end: 'stop',
  tokens: { prompt: 10, cached: 4, completion: 3 },
  timing: { queued: 1, first: 2, total: 9 },
  pin: { model: 'small', digest: 'sha256:1', adapter: null, adapterDigest: null, runtime: 'acted 1' },
};
const WRITTEN = { ids: [3, 14, 15], logprobs: [-0.9, 0, -2.65] };

test('what a worker tells of its tokens comes with the reply', () => {
  const told = readMessage({ type: 'done', id: 't1', reply: { ...REPLY, written: WRITTEN } });
  if (!told.ok || told.message.type !== 'done') throw new Error('it was not read');
  const replies: ChatReply[] = [];
  const refuse = (fault: Error) => {
    throw fault;
  };
  new Turn('t1', chatRequest(), { resolve: (reply) => replies.push(reply), reject: refuse }).done(told.message.reply);
  expect(replies).toMatchObject([{ text: 'here', written: WRITTEN }]);
});

test.each([
  ['fewer tokens than log-probabilities', { ...WRITTEN, ids: [3] }],
  ['a probability above 1', { ...WRITTEN, logprobs: [0.1, 0, 0] }],
  ['a token of no number', { ...WRITTEN, ids: ['a', 1, 2] }],
])('%s is no message', (_, written) => {
  expect(readMessage({ type: 'done', id: 't1', reply: { ...REPLY, written } })).toMatchObject({ ok: false });
});

test('a worker of an earlier version tells none, and is heard all the same', () => {
  expect(readMessage({ type: 'done', id: 't1', reply: REPLY })).toMatchObject({ ok: true });
});
