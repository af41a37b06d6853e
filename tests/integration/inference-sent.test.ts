// What a turn holds is what was sent: a recording server of every dialect, repairs included.
import { afterEach, expect, test } from 'vitest';
import { agentOf } from '~/agents/agent-spec';
import { SMOLLM2 } from '~/agents/built-in';
import { makePlayer } from '~/agents/make-player';
import { open } from '~/games/gpu-market/open/decide';
import { evolve } from '~/games/gpu-market/open/evolve';
import { openMarket } from '~/games/gpu-market/open/open';
import type { OpenState } from '~/games/gpu-market/open/state';
import { makeGateway } from '~/inference/gateway/gateway';
import { type OpenAiOptions, openAiModel } from '~/inference/openai/openai-model';
import { type Asked, answerJson, type ChatServer, openChatServer, streamText } from './support/chat-server';

const WAIT = '{"action_type":"wait"}';
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** The first answer that is one is unusable, so that every turn has a repair. `refuses`: fields that the server wants to hear nothing of. */
async function recording(refuses: (body: Asked['body']) => string | null): Promise<ChatServer & { taken: Asked['body'][] }> {
  const taken: Asked['body'][] = [];
  const server = await openChatServer((response, { body }) => {
    const refused = refuses(body);
    if (refused !== null) return answerJson(response, 400, { error: { message: `'${refused}' is not supported`, param: refused } });
    taken.push(body);
    streamText(response, taken.length === 1 ? '{"action_type":"conquer"}' : WAIT);
  });
  closers.push(() => server.close());
  return { ...server, taken };
}

function observation(): unknown {
  const config = openMarket.parseConfig({ task_type: 'market_round', seed: 1 });
  if (!config.ok) throw new Error(config.why);
  const state = open(config.value).reduce<OpenState | null>((before, event) => evolve(before, event), null) as OpenState;
  return openMarket.observe(state, 'lab_0');
}

test.each<[string, (body: Asked['body']) => string | null, Partial<OpenAiOptions>, string]>([
  ['takes schemas', () => null, {}, 'held'],
  ['takes schemas, and no top_k', (body) => ('top_k' in body ? 'top_k' : null), {}, 'held'],
  ['takes any JSON alone', (body) => (body.response_format?.type === 'json_schema' ? 'response_format' : null), {}, 'any_json'],
  ['takes no response_format', (body) => (body.response_format ? 'response_format' : null), {}, 'in_words'],
  ['is declared to take none', () => null, { schema: false }, 'in_words'],
  ['wants max_completion_tokens', (body) => ('max_tokens' in body ? 'max_tokens; use max_completion_tokens' : null), {}, 'held'],
])('a server that %s: messages, schema and sampling stand in the turn as they went out', async (...[, refuses, options, format]) => {
  const server = await recording(refuses);
  const model = openAiModel({ id: 'recorder', url: server.url, key: () => null, models: [{ name: 'small' }], ...options });
  closers.push(() => model.close());
  const words = { name: 'tried', title: 'Tried', summary: '', owner: '', licence: '', plays: ['gpu-market/open'] };
  const agent = agentOf({ ...words, spec: { ...SMOLLM2, model: 'small' } }, { version: 1, createdAt: '' });
  const player = makePlayer(agent, { chat: makeGateway({ backends: [model] }) });
  const ask = {
    game: { key: 'gpu-market/open', version: 1 } as const,
    matchId: 'm',
    seat: 'lab_0',
    turn: 0,
    round: 0,
    observation: observation(),
    past: [],
    timeMs: 20_000,
  };
  const turn = await player.play(ask);
  expect(turn.origin).toBe('repaired');
  const calls = turn.prompt?.calls ?? [];
  expect(calls).toHaveLength(2);
  expect(calls[0]?.format).toBe(format);
  expect(turn.prompt?.messages).toEqual(server.taken[0]?.messages);
  for (const [i, { model: named, stream, stream_options, response_format, messages, ...sampling }] of server.taken.entries()) {
    expect([named, stream, stream_options]).toEqual(['small', true, { include_usage: true }]);
    expect(calls[i]?.messages).toEqual(messages);
    expect(calls[i]?.sampling).toEqual(sampling);
    const words = JSON.stringify(calls[i]?.schema);
    const sent = response_format?.type === 'json_schema' ? JSON.stringify(response_format) : (messages.at(-1)?.content ?? '');
    expect(sent).toContain(words);
  }
});
