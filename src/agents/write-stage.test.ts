import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replay } from '~/contract/game';
import { shownAt } from '~/contract/prompt-format';
import { showTestGames } from '~/games/registry';
import { offers } from '~/games/test/offers/rules';
import { trial } from '~/games/test/offers/trial';
import type { OffersEvent, OffersMove } from '~/games/test/offers/types';
import { BackendFault } from '~/inference/backend-fault';
import type { ChatModel, ChatReply, ChatRequest } from '~/inference/chat-model';
import { makeGateway } from '~/inference/gateway/gateway';
import { nullModel } from '~/inference/null/null-model';
import { drawsOf } from '~/lib/random/draws';
import type { ModelSpec } from './agent';
import { agentOf } from './agent-spec';
import type { AgentTurn } from './agent-turn';
import { SMOLLM2 } from './built-in';
import { countTurns } from './count-turns';
import { makePlayer } from './make-player';
import type { Chats } from './model-player';
import { whyOtherBuild } from './other-build';
import type { Player, TurnAsk } from './player';
import { TurnClock } from './turn-clock';
import { draftTurn, fallBack } from './turn-draft';

beforeAll(() => showTestGames(true));
afterAll(() => showTestGames(false));

const PRICE = '{"type":"name_price","price":80}';
const WORDS = '{"message":"A fair price."}';

/** A model that says these, one after the other, and remembers what it was asked. */
function says(...texts: (string | Error)[]): Chats & { asked: ChatRequest[] } {
  const asked: ChatRequest[] = [];
  return {
    asked,
    async chat(request) {
      asked.push(request);
      const text = texts[Math.min(asked.length, texts.length) - 1] ?? '';
      if (text instanceof Error) throw text;
      return replyOf(request, text);
    },
  };
}

function replyOf(request: ChatRequest, text: string): ChatReply {
  return {
    text,
    held: false,
    end: 'stop',
    tokens: { prompt: 100, cached: null, completion: 10 },
    timing: { queued: 0, first: 1, total: 2 },
    backend: 'workers',
    attempts: [{ backend: 'workers', fault: null, why: null, ms: 2 }],
    pin: { model: request.model, digest: 'sha256:0', adapter: null, adapterDigest: null, runtime: null },
    cost: 0.5,
  };
}

function playerOf(chat: Chats, spec: Partial<ModelSpec> = {}): Player {
  const words = { name: 'tried', title: 'Tried', summary: '', owner: '', licence: '', plays: ['test/offers'] };
  return makePlayer(agentOf({ ...words, spec: { ...SMOLLM2, prompt: 'offers-2', ...spec } }, { version: 1, createdAt: '' }), { chat });
}

function opening(seed = 5): OffersEvent[] {
  const config = offers.parseConfig({ task_type: 'haggle', seed });
  if (!config.ok) throw new Error(config.why);
  return offers.open(config.value);
}

function askOf(events: readonly OffersEvent[], seat: 'seller' | 'buyer', rest: Partial<TurnAsk> = {}): TurnAsk {
  const state = replay(offers, events);
  const { turn, round } = offers.clock(state);
  const shown = () => shownAt(offers, { config: state.config, state, seat });
  const base = { game: offers.ref, matchId: 'm1', seat, turn, round, past: [], timeMs: 10_000 };
  return { ...base, observation: offers.observe(state, seat), shown, ...rest };
}

const seller = (rest: Partial<TurnAsk> = {}) => askOf(opening(), 'seller', rest);

describe('words after the decision', () => {
  test('are asked for apart, of the price that stands, and both requests are in the turn', async () => {
    const chat = says(PRICE, WORDS);
    const turn = await playerOf(chat).play(seller());
    expect(turn).toMatchObject({
      origin: 'own',
      wished: { type: 'name_price', price: 80 },
      move: { type: 'name_price', price: 80, message: 'A fair price.' },
    });
    expect(turn).not.toHaveProperty('wordless');
    expect(turn.replies.map(({ stage }) => stage)).toEqual([undefined, 'write']);
    for (const [i, stage] of (['decide', 'write'] as const).entries()) {
      expect(turn.requests[stage]?.messages).toEqual(chat.asked[i]?.messages);
      expect(turn.requests[stage]).toMatchObject({ version: 'offers-2', calls: [{ schema: chat.asked[i]?.schema }] });
    }
    expect(turn.requests.decide?.hash).toBe(turn.requests.write?.hash);
  });

  test('follow the guards: what is written about is the price that they let through', async () => {
    const chat = says('{"type":"name_price","price":0}', WORDS);
    const turn = await playerOf(chat).play(seller());
    const { limit } = seller().observation as { limit: number };
    expect(turn.guards.map(({ guard }) => guard)).toEqual(['price_beyond_limit']);
    expect(turn.move).toEqual({ type: 'name_price', price: limit, message: 'A fair price.' });
    expect(chat.asked[1]?.messages[1]?.content).toContain(`You name the price ${limit}.`);
  });

  test('are never those of the decision, which has seen what nobody else may', async () => {
    const chat = says('{"type":"name_price","price":80,"message":"It costs me 30."}', new Error('away'));
    const turn = await playerOf(chat, { grammar: false }).play(seller());
    expect(turn.move).toEqual({ type: 'name_price', price: 80 });
    expect(JSON.stringify(chat.asked[1]?.messages)).not.toContain('It costs me');
  });

  test('are not asked for where the move takes none, or the prompt has no such stage', async () => {
    const leaves = says('{"type":"leave_table"}');
    expect((await playerOf(leaves).play(seller())).requests).not.toHaveProperty('write');
    const before = says(PRICE);
    const turn = await playerOf(before, { prompt: 'offers-1' }).play(seller());
    expect([leaves.asked.length, before.asked.length]).toEqual([1, 1]);
    expect(turn.requests.decide?.version).toBe('offers-1');
    expect(turn).not.toHaveProperty('wordless');
  });

  test('are not asked for after a decision that failed: the fallback’s move stands', async () => {
    const chat = says('no', WORDS);
    const turn = await playerOf(chat, { repairs: 0, fallback: 'yielding_haggler' }).play(seller());
    expect(turn.origin).toBe('fallback');
    expect(chat.asked).toHaveLength(1);
  });

  test('lose what sets the direction of text, and are asked for again where nothing is left', async () => {
    const chat = says(PRICE, '{"message":"\\u202e"}', '{"message":"\\u202eFair."}');
    const turn = await playerOf(chat).play(seller());
    expect(turn.move).toMatchObject({ message: 'Fair.' });
    expect(turn.replies[1]?.problem).toContain('message of 1 to 140 characters');
  });
});

/** Byte for byte but for when and on whose account. */
function sentOf({ timeoutMs: _time, signal: _signal, onText: _onText, account: _account, ...request }: ChatRequest): string {
  return JSON.stringify(request);
}

test.each(['seller', 'buyer'] as const)(
  'two matches that differ in the %s’s limit alone have the same requests for words',
  async (seat) => {
    const first = opening();
    const twins = [first, trial.twin(first, seat, drawsOf(1))];
    const moves: OffersMove[] = [90, 20, 80, 25, 75].map((price) => ({ type: 'name_price', price, message: `What of ${price}?` }));
    const asked = await Promise.all(
      twins.map(async (begun) => {
        const events = [...begun];
        const requests: ChatRequest[][] = [];
        const past: AgentTurn[] = [];
        for (const move of moves) {
          const state = replay(offers, events);
          if (offers.toAct(state)[0] === seat) {
            const chat = says(JSON.stringify({ type: 'name_price', price: seat === 'seller' ? 85 : 22 }), '?', WORDS);
            const turn = await playerOf(chat).play(askOf(events, seat, { past: [...past] }));
            expect(turn.guards).toEqual([]);
            past.push(turn);
            requests.push(chat.asked);
          }
          events.push(...offers.decide(state, offers.toAct(state)[0] ?? '', move));
        }
        return requests;
      }),
    );
    const [one = [], other = []] = asked;
    expect(one.length).toBeGreaterThan(1);
    for (const [i, calls] of one.entries()) {
      const same = calls.map((call, n) => sentOf(call) === sentOf(other[i]?.[n] as ChatRequest));
      expect(same).toEqual([false, true, true]); // the decision, the words, the words again
    }
  },
);

describe('words that fail leave the move without them, and the turn says why', () => {
  test('after as many repairs as a decision has', async () => {
    const chat = says(PRICE, 'no');
    const turn = await playerOf(chat, { repairs: 2 }).play(seller());
    expect(chat.asked).toHaveLength(4);
    expect(turn).toMatchObject({ origin: 'own', move: { type: 'name_price', price: 80 }, fallbackWhy: null });
    expect(turn.move).not.toHaveProperty('message');
    expect(turn.wordless).toBe('The reply holds no JSON object. Write the words as one JSON object.');
    expect(countTurns([turn])).toMatchObject({
      own: 1,
      fallback: 0,
      wordless: 1,
      calls: 4,
      tokens: { prompt: 400, completion: 40 },
      cost: 2,
    });
  });

  test('by a repair they are there', async () => {
    const chat = says(PRICE, '{"message":""}', WORDS);
    const turn = await playerOf(chat).play(seller());
    expect(turn).toMatchObject({ origin: 'own', move: { message: 'A fair price.' } });
    expect(chat.asked[2]?.messages.at(-1)?.content).toContain(turn.replies[1]?.problem);
  });

  test('when the turn’s time is over, however long the model would take', async () => {
    const chat: Chats & { calls: number } = {
      calls: 0,
      async chat(request) {
        chat.calls += 1;
        return chat.calls === 1 ? replyOf(request, PRICE) : new Promise<never>(() => undefined);
      },
    };
    const turn = await playerOf(chat).play(seller({ timeMs: 1_000 }));
    expect(turn).toMatchObject({ move: { price: 80 }, wordless: 'The turn ran out of time.' });
    expect(turn.replies[1]).toMatchObject({ stage: 'write', fault: { code: 'timeout' } });
    expect(turn.ms).toBeLessThan(20_000);
  });

  test('when the turn is called off', async () => {
    const off = new AbortController();
    const chat: Chats = {
      async chat(request) {
        off.abort();
        return replyOf(request, PRICE);
      },
    };
    const turn = await playerOf(chat).play(seller({ signal: off.signal }));
    expect(turn.origin === 'own' ? turn.wordless : turn.fallbackWhy).toBe('The turn was cancelled.');
  });

  test.each([
    ['calls', { calls: 1 }, 'The budget of 1 calls for this match is used up.'],
    ['tokens', { tokens: 110 }, 'The budget of 110 tokens for this match is used up.'],
    ['dollars', { dollars: 0.5 }, 'The budget of $0.5 for this match is used up.'],
  ])('when the match’s budget of %s is spent, which both requests draw on', async (_, given, why) => {
    const chat = says(PRICE, WORDS);
    const turn = await playerOf(chat, { budget: { ...SMOLLM2.budget, ...given } }).play(seller());
    expect(chat.asked).toHaveLength(1);
    expect(turn).toMatchObject({ origin: 'own', move: { price: 80 }, wordless: why });
    const next = await playerOf(says(PRICE, WORDS), { budget: { ...SMOLLM2.budget, calls: 2 } }).play(
      seller({ turn: 2, past: [await playerOf(says(PRICE, WORDS)).play(seller())] }),
    );
    expect(next).toMatchObject({ origin: 'fallback', overBudget: true });
  });

  test('when nobody said what the public sees', async () => {
    const { shown: _, ...ask } = seller();
    const chat = says(PRICE, WORDS);
    expect((await playerOf(chat).play(ask)).wordless).toBe('What the public sees was not known.');
    expect(chat.asked).toHaveLength(1);
  });
});

test('both requests count on the circuits: a model whose words fail again and again is passed over', async () => {
  const inner = nullModel('constant');
  let calls = 0;
  const backend: ChatModel = {
    ...inner,
    id: 'half',
    state: () => ({ ...inner.state(), id: 'half', kind: 'openai', serves: [{ name: 'half', digest: null, adapters: [], context: null }] }),
    async chat(request) {
      calls += 1;
      if (!JSON.stringify(request.schema).includes('message')) return { ...(await inner.chat(request)), text: PRICE };
      throw new BackendFault('bad_reply', 'It answered 500.');
    },
  };
  const gateway = makeGateway({ backends: [backend], retry: { times: 0 }, breaker: { faults: 1, openMs: 600_000 } });
  const player = playerOf(gateway, { model: 'half', backends: [] });
  const first = await player.play(seller());
  expect(first).toMatchObject({ origin: 'own', wordless: expect.stringContaining('It answered 500.') as string });
  expect(calls).toBe(2);
  const second = await player.play(seller({ turn: 2 }));
  expect(second.fallbackWhy).toContain('skipped');
  expect(calls).toBe(2);
  await gateway.close();
});

test('another build that wrote the words is named, and counts as a change of model', async () => {
  const chat = says(PRICE, WORDS);
  const swapped: Chats = {
    async chat(request) {
      const reply = await chat.chat(request);
      return chat.asked.length === 1 ? reply : { ...reply, pin: { ...reply.pin, digest: 'sha256:1' } };
    },
  };
  const turn = await playerOf(swapped).play(seller());
  expect([turn.pin?.digest, turn.writtenBy?.digest]).toEqual(['sha256:0', 'sha256:1']);
  expect(whyOtherBuild([turn], null)).toContain('2 builds answered');
  expect(await playerOf(says(PRICE, WORDS)).play(seller())).not.toHaveProperty('writtenBy');
});

test('where no prompt says what is safe, the game\u2019s stand-in plays', async () => {
  const words = { name: 'tried', title: 'Tried', summary: '', owner: '', licence: '', plays: ['test/offers'] };
  const agent = agentOf({ ...words, spec: SMOLLM2 }, { version: 1, createdAt: '' });
  const asked = seller();
  const draft = draftTurn(agent, asked);
  await fallBack(draft, asked, { fallback: null, why: 'No prompt.', clock: new TurnClock(1_000), format: null });
  expect(draft).toMatchObject({ origin: 'fallback', fallbackWhy: 'No prompt.', move: { type: 'name_price' } });
});
