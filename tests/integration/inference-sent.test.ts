// What a turn holds is what was sent: a recording server of every dialect, repairs and both stages included.
import { afterEach, expect, test } from 'vitest';
import { agentOf } from '~/agents/agent-spec';
import { SMOLLM2 } from '~/agents/built-in';
import { makePlayer } from '~/agents/make-player';
import type { Player } from '~/agents/player';
import { replay } from '~/contract/game';
import { shownAt } from '~/contract/prompt-format';
import { evolve } from '~/games/gpu-market/open/shared/evolve';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import { open } from '~/games/gpu-market/open/v1/decide';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { showTestGames } from '~/games/registry';
import { offers } from '~/games/test/offers/rules';
import type { Sent } from '~/inference/chat-model';
import { makeGateway } from '~/inference/gateway/gateway';
import { type OpenAiOptions, openAiModel } from '~/inference/openai/openai-model';
import { type Asked, answerJson, type ChatServer, openChatServer, streamText } from './support/chat-server';

const WAIT = '{"action_type":"wait"}';
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Where nothing else is asked of it, the first answer is unusable, so that every turn has a repair. `refuses`: fields that the server wants to hear nothing of. */
async function recording(
  refuses: (body: Asked['body']) => string | null,
  answers: readonly string[] = ['{"action_type":"conquer"}', WAIT],
): Promise<ChatServer & { taken: Asked['body'][] }> {
  const taken: Asked['body'][] = [];
  const server = await openChatServer((response, { body }) => {
    const refused = refuses(body);
    if (refused !== null) return answerJson(response, 400, { error: { message: `'${refused}' is not supported`, param: refused } });
    taken.push(body);
    streamText(response, answers[taken.length - 1] ?? WAIT);
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

function openTurn(): Parameters<Player['play']>[0] {
  const game = { key: 'gpu-market/open', version: 1 } as const;
  return { game, matchId: 'm', seat: 'lab_0', turn: 0, round: 0, observation: observation(), past: [], timeMs: 20_000 };
}

const DIALECTS: [string, (body: Asked['body']) => string | null, Partial<OpenAiOptions>, string][] = [
  ['takes schemas', () => null, {}, 'held'],
  ['takes schemas, and no top_k', (body) => ('top_k' in body ? 'top_k' : null), {}, 'held'],
  ['takes any JSON alone', (body) => (body.response_format?.type === 'json_schema' ? 'response_format' : null), {}, 'any_json'],
  ['takes no response_format', (body) => (body.response_format ? 'response_format' : null), {}, 'in_words'],
  ['is declared to take none', () => null, { schema: false }, 'in_words'],
  ['wants max_completion_tokens', (body) => ('max_tokens' in body ? 'max_tokens; use max_completion_tokens' : null), {}, 'held'],
];

/** In the order in which they went out. */
function expectSent(calls: readonly Sent[], taken: readonly Asked['body'][]): void {
  expect(calls).toHaveLength(taken.length);
  for (const [i, { model: named, stream, stream_options, response_format, messages, ...sampling }] of taken.entries()) {
    expect([named, stream, stream_options]).toEqual(['small', true, { include_usage: true }]);
    expect(calls[i]?.messages).toEqual(messages);
    expect(calls[i]?.sampling).toEqual(sampling);
    const words = JSON.stringify(calls[i]?.schema);
    const sent = response_format?.type === 'json_schema' ? JSON.stringify(response_format) : (messages.at(-1)?.content ?? '');
    expect(sent).toContain(words);
  }
}

function playerAt(server: ChatServer, plays: string, options: Partial<OpenAiOptions>): Player {
  const model = openAiModel({ id: 'recorder', url: server.url, key: () => null, models: [{ name: 'small' }], ...options });
  closers.push(() => model.close());
  const words = { name: 'tried', title: 'Tried', summary: '', owner: '', licence: '', plays: [plays] };
  const agent = agentOf({ ...words, spec: { ...SMOLLM2, model: 'small' } }, { version: 1, createdAt: '' });
  return makePlayer(agent, { chat: makeGateway({ backends: [model] }) });
}

test.each(DIALECTS)(
  'a server that %s: messages, schema and sampling stand in the turn as they went out',
  async (...[, refuses, options, format]) => {
    const server = await recording(refuses);
    const player = playerAt(server, 'gpu-market/open', options);
    const turn = await player.play(openTurn());
    expect(turn.origin).toBe('repaired');
    const calls = turn.requests.decide?.calls ?? [];
    expect(calls).toHaveLength(2);
    expect(calls[0]?.format).toBe(format);
    expect(turn.requests.decide?.messages).toEqual(server.taken[0]?.messages);
    expectSent(calls, server.taken);
  },
);

test('log-probabilities are asked for where that is set, and stand in the turn with the ids', async () => {
  const told = { logprobs: { content: [{ token: WAIT, logprob: -0.25 }] }, token_ids: [41] };
  const asked: Asked['body'][] = [];
  const server = await openChatServer((response, { body }) => {
    asked.push(body);
    answerJson(response, 200, { choices: [{ message: { role: 'assistant', content: WAIT }, finish_reason: 'stop', ...told }] });
  });
  closers.push(() => server.close());
  const turn = await playerAt(server, 'gpu-market/open', { logprobs: true }).play(openTurn());
  expect(turn.replies.at(-1)).toMatchObject({ written: { ids: [41], logprobs: [-0.25] } });
  expect(asked[0]).toMatchObject({ logprobs: true, return_token_ids: true });
  const without = await playerAt(server, 'gpu-market/open', {}).play(openTurn());
  expect(without.replies.at(-1)).not.toHaveProperty('written');
});

test.each(DIALECTS)('a server that %s: the words are asked for apart, and stand in the turn as they went out', async (...dialect) => {
  const [, refuses, options, format] = dialect;
  showTestGames(true);
  closers.push(async () => showTestGames(false));
  const answers = ['{"type":"dance"}', '{"type":"name_price","price":80}', '{"message":""}', '{"message":"A fair price."}'];
  const server = await recording(refuses, answers);
  const config = offers.parseConfig({ task_type: 'haggle', seed: 5 });
  if (!config.ok) throw new Error(config.why);
  const state = replay(offers, offers.open(config.value));
  const turn = await playerAt(server, 'test/offers', options).play({
    game: offers.ref,
    matchId: 'm',
    seat: 'seller',
    turn: 0,
    round: 0,
    observation: offers.observe(state, 'seller'),
    shown: () => shownAt(offers, { config: config.value, state, seat: 'seller' }),
    past: [],
    timeMs: 20_000,
  });
  expect(turn.move).toEqual({ type: 'name_price', price: 80, message: 'A fair price.' });
  const { decide, write } = turn.requests;
  expect([decide, write].map((request) => request?.calls?.map((call) => call.format))).toEqual([
    [format, format],
    [format, format],
  ]);
  expect([decide?.messages, write?.messages]).toEqual([server.taken[0]?.messages, server.taken[2]?.messages]);
  expectSent([...(decide?.calls ?? []), ...(write?.calls ?? [])], server.taken);
});
