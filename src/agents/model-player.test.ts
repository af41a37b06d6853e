import { expect, test } from 'vitest';
import { evolve } from '~/games/gpu-market/open/shared/evolve';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import { decide, open } from '~/games/gpu-market/open/v1/decide';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { ChatFault, type ChatReply, type ChatRequest } from '~/inference/chat-model';
import type { ModelSpec } from './agent';
import { agentOf } from './agent-spec';
import type { AgentTurn } from './agent-turn';
import { SMOLLM2 } from './built-in';
import { countTurns } from './count-turns';
import { makePlayer } from './make-player';
import type { Chats } from './model-player';
import type { TurnAsk } from './player';

const WAIT = '{"action_type":"wait"}';

/** A model that says these, one after the other, and remembers what it was asked. */
function says(...texts: (string | Error)[]): Chats & { asked: ChatRequest[] } {
  const asked: ChatRequest[] = [];
  return {
    asked,
    async chat(request) {
      asked.push(request);
      const text = texts[Math.min(asked.length, texts.length) - 1] ?? '';
      if (text instanceof Error) throw text;
      request.onText?.(text, false);
      return replyOf(request, text);
    },
  };
}

function replyOf(request: ChatRequest, text: string): ChatReply {
  return {
    text,
    held: false,
    end: 'stop',
    tokens: { prompt: 300, cached: 90, completion: 20 },
    timing: { queued: 0, first: 1, total: 2 },
    backend: 'workers',
    attempts: [{ backend: 'workers', fault: null, why: null, ms: 2 }],
    pin: { model: request.model, digest: 'sha256:0', adapter: null, adapterDigest: null, runtime: null },
    cost: 0.5,
  };
}

function playerOf(chat: Chats, spec: Partial<ModelSpec> = {}) {
  const words = { name: 'tried', title: 'Tried', summary: '', owner: '', licence: '', plays: ['gpu-market/open'] };
  return makePlayer(agentOf({ ...words, spec: { ...SMOLLM2, ...spec } }, { version: 3, createdAt: '' }), { chat });
}

function opening(seed = 1): OpenState {
  const config = openMarket.parseConfig({ task_type: 'market_round', seed });
  if (!config.ok) throw new Error(config.why);
  return open(config.value).reduce<OpenState | null>((state, event) => evolve(state, event), null) as OpenState;
}

function askOf(state: OpenState, rest: Partial<TurnAsk> = {}): TurnAsk {
  const observation: OpenObservation = openMarket.observe(state, 'lab_0');
  const base = { game: { key: 'gpu-market/open', version: 1 } as const, matchId: 'm1', seat: 'lab_0', past: [], timeMs: 10_000 };
  return { ...base, turn: observation.round_index, round: observation.round_index, observation, ...rest };
}

const ask = askOf(opening());
const [ownBlock = ''] = (ask.observation as OpenObservation).owned_blocks.map((block) => block.block_id);

test('a first reply that can be used is the model’s own, with all that pins it', async () => {
  const chat = says(WAIT);
  const thoughts: string[] = [];
  const turn = await playerOf(chat).play({ ...ask, onThought: (text) => thoughts.push(text) });
  expect(turn).toMatchObject({
    agent: 'tried@3',
    seat: 'lab_0',
    turn: 0,
    round: 0,
    origin: 'own',
    move: { action_type: 'wait' },
    fallbackWhy: null,
  });
  expect(turn.replies).toMatchObject([{ text: WAIT, fault: null, problem: null, backend: 'workers', cost: 0.5 }]);
  expect(turn.pin?.digest).toBe('sha256:0');
  expect(turn.requests.decide?.hash).toMatch(/^sha256:/);
  expect(turn.requests.decide?.messages.map((message) => message.role)).toEqual(['system', 'user']);
  expect(thoughts).toEqual([WAIT]);
  const [request] = chat.asked;
  expect(request?.sampling.seed).toBe(turn.seed);
  expect(request?.schema).not.toBeNull();
  expect(request?.account).toEqual({ match: 'm1', seat: 'lab_0', agent: 'tried@3' });
});

test('an episode in memory is an account like a match', async () => {
  const chat = says(WAIT);
  await playerOf(chat).play({ ...ask, matchId: null, episode: 'episode-1' });
  expect(chat.asked[0]?.account).toEqual({ match: 'episode-1', seat: 'lab_0', agent: 'tried@3' });
});

test('the same turn has the same seed, another turn or seat another', async () => {
  const seedOf = async (given: TurnAsk) => (await playerOf(says(WAIT)).play(given)).seed;
  const seed = await seedOf(ask);
  expect(await seedOf({ ...ask, matchId: null })).toBe(seed);
  expect(await seedOf({ ...ask, turn: 1 })).not.toBe(seed);
  expect(await seedOf({ ...ask, seat: 'lab_1' })).not.toBe(seed);
});

test('an unusable reply is sent back with its exact error, and the next one counts as repaired', async () => {
  const chat = says('{"action_type":"accept_offer","offer_id":"o_999"}', `\`\`\`json\n${WAIT}\n\`\`\``);
  const turn = await playerOf(chat, { grammar: false }).play(ask);
  expect(turn.origin).toBe('repaired');
  expect(turn.replies[0]?.problem).toMatch(/accept_offer is not legal now|offer_id cannot be "o_999"/);
  expect(chat.asked[0]?.schema).toBeNull();
  const back = chat.asked[1]?.messages ?? [];
  expect(back.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(back[3]?.content).toContain(turn.replies[0]?.problem);
});

test('JSON that had to be mended counts as repaired', async () => {
  expect((await playerOf(says("{'action_type':'wait',}")).play(ask)).origin).toBe('repaired');
});

test('two objects are ambiguous, and after the last repair the safe action is played', async () => {
  const chat = says(`${WAIT} ${WAIT}`);
  const turn = await playerOf(chat, { repairs: 2 }).play(ask);
  expect(chat.asked).toHaveLength(3);
  expect(turn).toMatchObject({ origin: 'fallback', move: { action_type: 'wait' }, wished: null });
  expect(turn.fallbackWhy).toContain('2 JSON objects');
  expect(turn.replies.every((reply) => reply.problem?.includes('2 JSON objects'))).toBe(true);
});

test('no repairs: the first bad reply is the last', async () => {
  const chat = says('?');
  await playerOf(chat, { repairs: 0 }).play(ask);
  expect(chat.asked).toHaveLength(1);
});

test('the declared policy plays where the model gave nothing', async () => {
  const turn = await playerOf(says('no'), { fallback: 'greedy', repairs: 0 }).play(ask);
  expect(turn.origin).toBe('fallback');
  expect(Array.isArray(turn.move)).toBe(true);
  const unknown = await playerOf(says('no'), { fallback: 'rule_based_expert', repairs: 0 }).play(ask);
  expect(unknown.move).toEqual({ action_type: 'wait' });
});

test.each([
  ['unreachable', new ChatFault('unreachable', 'No backend answers.'), 'No backend answers.'],
  ['bad_reply', new ChatFault('bad_reply', 'It answered 500.'), 'It answered 500.'],
  ['bad_reply', new TypeError('a bug'), 'The model could not be asked: a bug'],
] as const)('a fault (%s) is no reason to ask again: the turn falls back and says why', async (code, fault, why) => {
  const chat = says(fault);
  const turn = await playerOf(chat).play(ask);
  expect(chat.asked).toHaveLength(1);
  expect(turn).toMatchObject({ origin: 'fallback', fallbackWhy: why });
  expect(turn.replies).toMatchObject([{ text: null, fault: { code, why } }]);
});

test('a model that never answers costs no more than the turn’s time', async () => {
  const aborted: boolean[] = [];
  const chat: Chats = {
    chat: ({ signal }) => new Promise(() => signal?.addEventListener('abort', () => aborted.push(true))),
  };
  const turn = await playerOf(chat).play({ ...ask, timeMs: 300 });
  expect(turn).toMatchObject({ origin: 'fallback', replies: [{ fault: { code: 'timeout' } }] });
  expect(aborted).toEqual([true]);
  const noTime = await playerOf(chat).play({ ...ask, timeMs: 0 });
  expect(noTime.origin).toBe('fallback');
});

test('a turn that is called off ends at once', async () => {
  const off = new AbortController();
  const chat: Chats = { chat: () => new Promise(() => off.abort()) };
  const turn = await playerOf(chat).play({ ...ask, timeMs: 600_000, signal: off.signal });
  expect(turn).toMatchObject({ origin: 'fallback', fallbackWhy: 'The turn was cancelled.', replies: [{ fault: { code: 'aborted' } }] });
});

test.each([
  ['calls', { calls: 1 }],
  ['tokens', { tokens: 300 }],
  ['dollars', { dollars: 0.5 }],
])('a match’s budget of %s ends the asking', async (what, given) => {
  const budget = { ...SMOLLM2.budget, ...given };
  const chat = says(WAIT);
  const player = playerOf(chat, { budget });
  const first = await player.play(ask);
  expect(first.origin).toBe('own');
  const second = await player.play({ ...ask, turn: 1, round: 1, past: [first] });
  expect(chat.asked).toHaveLength(1);
  expect(second.origin).toBe('fallback');
  expect(second.fallbackWhy).toContain(what === 'dollars' ? '$0.5' : what);
  expect(countTurns([first, second])).toMatchObject({ fallback: 1, overBudget: 1 });
  expect(countTurns([second])).not.toHaveProperty('notAsked');
});

test('what watchers do wrong, or an observation that is none, is never thrown', async () => {
  const onThought = () => {
    throw new Error('a watcher');
  };
  expect((await playerOf(says(WAIT)).play({ ...ask, onThought })).origin).toBe('own');
  const broken = await playerOf(says(WAIT)).play({ ...ask, observation: null });
  expect(broken).toMatchObject({ origin: 'fallback', move: { action_type: 'wait' } });
  const elsewhere = await playerOf(says(WAIT)).play({ ...ask, game: { key: 'chess/960', version: 1 } });
  expect(elsewhere.fallbackWhy).toBe('No model can play chess/960 yet.');
});

test('a payment over the budget is cut, and the cut is written down', async () => {
  const wish = { action_type: 'send_offer', target_lab_id: 'lab_1', block_ids: [ownBlock], payment: 5000 };
  const turn = await playerOf(says(JSON.stringify(wish))).play(ask);
  const budget = (ask.observation as OpenObservation).controlled_lab_budget;
  expect(turn).toMatchObject({ origin: 'own', wished: wish, move: { ...wish, payment: budget } });
  expect(turn.guards.map((mark) => mark.guard)).toEqual(['payment_over_budget']);
});

test('an offer below its own earlier one is a retreat, and is not let through', async () => {
  const bid = (payment: number) => JSON.stringify({ action_type: 'send_offer', target_lab_id: 'lab_1', block_ids: [ownBlock], payment });
  const first = await playerOf(says(bid(20))).play(ask);
  let state = opening();
  for (const seat of openMarket.toAct(state)) {
    for (const event of decide(state, seat, seat === 'lab_0' ? first.move : { action_type: 'wait' })) state = evolve(state, event);
  }
  const second: AgentTurn = await playerOf(says(bid(12))).play(askOf(state, { past: [first] }));
  expect(second.walkBacks.map((back) => back.kind)).toEqual(['retreat']);
  expect(second.move).toMatchObject({ payment: 20 });
  expect(second.guards.map((mark) => mark.guard)).toEqual(['worse_than_own_offer']);
  const own = (askOf(state).observation as OpenObservation).active_offers[0]?.offer_id ?? '';
  const refused = await playerOf(says(JSON.stringify({ action_type: 'reject_offer', offer_id: own }))).play(
    askOf(state, { past: [first] }),
  );
  expect(refused.walkBacks.map((back) => back.kind)).toEqual(['refuses_own']);
});

test('the turn keeps what became of every try, how it was sampled, and what a call cost that came to nothing', async () => {
  const lost = { backend: 'far', fault: 'unreachable' as const, why: 'far does not answer.', ms: 40 };
  const plain = says(WAIT);
  const own = await playerOf(plain, { budget: { ...SMOLLM2.budget, tokens: 9 } }).play(ask);
  expect(own.replies[0]).not.toHaveProperty('attempts');
  expect(own.sampling).toEqual(plain.asked[0]?.sampling);
  expect(own.sampling?.maxTokens).toBe(9);

  const chat = says(WAIT);
  const failedOver: Chats = {
    chat: async (request) => {
      const reply = await chat.chat(request);
      return { ...reply, attempts: [lost, ...reply.attempts] };
    },
  };
  const turn = await playerOf(failedOver).play(ask);
  expect(turn.origin).toBe('own');
  expect(turn.replies[0]?.attempts).toEqual([lost, { backend: 'workers', fault: null, why: null, ms: 2 }]);

  const fault = new ChatFault('unreachable', 'No backend answered.', [lost]);
  fault.bill = { tokens: { prompt: 300, cached: null, completion: 7 }, cost: 0.25 };
  const nothing = await playerOf(says(fault)).play(ask);
  expect(nothing.replies).toMatchObject([{ attempts: [lost], backend: 'far', tokens: { prompt: 300, completion: 7 }, cost: 0.25 }]);
});

test('of a reply of megabytes no more is kept than its tokens could have written', async () => {
  const turn = await playerOf(says('x'.repeat(15_000_000)), { repairs: 1 }).play(ask);
  expect(turn.origin).toBe('fallback');
  expect(turn.replies.map(({ text }) => text?.length)).toEqual([8_096, 8_096]);
});
