// The engine plays any game for a program. The test game says nothing of its own but a call.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EnvOutside, EnvPlayer, EnvSession } from '~/contract/env';
import { replay } from '~/contract/game';
import { findPolicy } from '~/games/policies';
import { showTestGames } from '~/games/registry';
import { offers } from '~/games/test/offers/rules';
import type { OffersEvent } from '~/games/test/offers/types';
import { FrameSession } from '~/openenv/frame-session';
import { envGame, findEnvGame, readEnvGame } from './env-games';
import { closeThreads } from './threads';

beforeAll(() => showTestGames(true));
afterAll(async () => {
  showTestGames(false);
  await closeThreads();
});

const env = envGame(offers);

async function open(settings: Record<string, unknown>, outside: EnvOutside = {}): Promise<EnvSession> {
  const opened = await env.open({ task_type: 'haggle', seed: 5, costs: [10, 10], ...settings }, outside);
  if (!opened.ok) throw new Error(opened.why);
  return opened.value;
}

function eventsOf(session: EnvSession): OffersEvent[] {
  return (session.logs()[0]?.events ?? []) as OffersEvent[];
}

const price = (of: number) => ({ type: 'name_price', price: of });

test('one seat: the stand-in has the other, and the score is paid at the end', async () => {
  const session = await open({});
  expect(session.seats).toEqual(['seller']);
  expect(session.observe()).toMatchObject({ seat: 'seller', your_turn: true, turn: 0 });
  expect(session.state()).toMatchObject({ seat: 'seller', opponents: { buyer: 'yielding_haggler' }, max_rounds: 3, done: false });
  const first = await session.step(price(100));
  expect(first).toMatchObject({ reward: 0, done: false, observation: { seat: 'seller', turn: 2 } });
  expect(first).not.toHaveProperty('metadata');
  const taken = await session.step({ type: 'take_price' });
  const { scores } = offers.outcome(replay(offers, eventsOf(session)));
  expect(taken).toMatchObject({ done: true, reward: scores.seller, metadata: { scores: [{ seats: ['seller'], scores }] } });
  expect(session.state().cumulative_reward).toBe(scores.seller);
  expect(await session.step(price(1))).toMatchObject({ reward: 0, done: true });
});

test('the seat that moves second is asked when its turn has come', async () => {
  const session = await open({ seat: 'buyer', opponents: 'stubborn_haggler' });
  expect(session.observe()).toMatchObject({ seat: 'buyer', turn: 1, your_turn: true });
  expect(session.readMove({ type: 'jump' })).toMatchObject({ ok: false });
  expect((await session.step(price(0))).observation).toMatchObject({ turn: 3 });
});

test('several seats: each is named, moves only when it is waited for, and no single number is paid', async () => {
  const session = await open({ seats: ['buyer', 'seller'] });
  expect(session.observe()).toMatchObject({ to_act: ['seller'], seats: { seller: { turn: 0 }, buyer: { turn: 0, your_turn: false } } });
  expect(session.state()).toMatchObject({ seats: ['seller', 'buyer'], opponents: {} });
  expect(session.readMove({ moves: { buyer: price(3) } })).toMatchObject({
    ok: false,
    why: 'moves: an object with a move for seller, not for buyer',
  });
  expect(session.readMove({ moves: { seller: { type: 'jump' } } })).toMatchObject({
    ok: false,
    why: expect.stringContaining('seller: ') as string,
  });
  const turn = await session.step({ moves: { seller: price(20) } });
  expect(turn).toMatchObject({
    reward: null,
    done: false,
    observation: { to_act: ['buyer'], seats: { buyer: { standing: { price: 20 } } } },
  });
  const end = await session.step({ type: 'take_price' });
  expect(end).toMatchObject({ reward: null, done: true, metadata: { scores: [{ seats: ['seller', 'buyer'] }] } });
  expect(session.logs()).toMatchObject([{ seats: ['seller', 'buyer'], others: {} }]);
});

test('a series: the step that ends a match goes on in the next, in the other seat, and tells nothing of the other one before all is over', async () => {
  const session = await open({ series: 'duel', opponents: 'stubborn_haggler' });
  expect(session.seats).toEqual(['seller']);
  const rolled = await session.step({ type: 'leave_table' });
  expect(rolled).toMatchObject({ reward: 0, done: false, observation: { seat: 'buyer', turn: 1 } });
  expect(rolled).not.toHaveProperty('metadata');
  expect([session.seats, session.logs().length]).toEqual([['buyer'], 2]);
  const { standing } = rolled.observation as { standing: { price: number } };
  const end = await session.step({ type: 'take_price' });
  const seen = session.logs()[1]?.events[0] as unknown as { value: number };
  expect(end).toMatchObject({
    done: true,
    reward: seen.value - standing.price,
    metadata: { scores: [{ seats: ['seller'] }, { seats: ['buyer'] }] },
  });
});

test('guards that bind everybody hold a program too, and what they changed is in the log once', async () => {
  const session = await open({});
  const [opened] = eventsOf(session);
  const cost = opened?.type === 'haggle_opened' ? opened.cost : 0;
  await session.step(price(cost - 1));
  const named = eventsOf(session).find((event) => event.type === 'price_named');
  expect(named).toMatchObject({ seat: 'seller', price: cost, guarded: [{ before: { price: cost - 1 }, after: { price: cost } }] });
});

test('a policy plays it with its own move', async () => {
  const session = await open({ opponents: 'stubborn_haggler' });
  const policy = findPolicy('test/offers', 'yielding_haggler');
  if (policy === null) throw new Error('no such policy');
  let done = false;
  while (!done) done = (await session.step(await session.ask?.(policy))).done;
  expect(session.state()).toMatchObject({ done: true, invalid_actions: 0 });
});

test('agents sit in the other seats, remember their turns, and a turn that fails leaves no trace', async () => {
  const asked: number[][] = [];
  let fails = true;
  const player = {
    async play({ turn, past }: { turn: number; past: readonly unknown[] }) {
      asked.push([turn, past.length]);
      if (fails) throw new Error('the agent went away');
      return { move: price(1) };
    },
  };
  const session = await open({ opponents: 'ann' }, { findPlayer: async (name) => (name === 'ann' ? { ref: 'ann@1', player } : null) });
  expect(session.state()).toMatchObject({ opponents: { buyer: 'ann@1' } });
  await expect(Promise.resolve(session.step(price(90)))).rejects.toThrow('the agent went away');
  fails = false;
  expect((await session.step(price(80))).observation).toMatchObject({ turn: 2, standing: { seat: 'buyer', price: 1 } });
  await session.step(price(70));
  expect(asked).toEqual([
    [1, 0],
    [1, 0],
    [3, 1],
  ]);
});

test.each([
  [{ round: 3 }, 'did you mean rounds?'],
  [{ rounds: 99 }, 'a whole number from 1 to 50'],
  [{ options: { costs: [9, 3] } }, 'options.costs: two whole numbers'],
  [{ options: 3 }, 'options: an object'],
  [{ task_type: 'tennis' }, 'unknown task "tennis"'],
  [{ seat: 'judge' }, 'unknown seat "judge"'],
  [{ seats: [] }, 'seats: a list of seller, buyer'],
  [{ seats: ['seller'], seat: 'buyer' }, 'give one of them'],
  [{ series: 'duell' }, 'did you mean duel?'],
  [{ series: 'duel', seat: 'buyer' }, 'series: it decides the seats'],
  [{ opponents: { seller: 'stubborn_haggler' } }, 'unknown seat "seller"'],
  [{ seed: -1 }, 'seed'],
])('%j is refused with what there is', async (settings, why) => {
  expect(await env.open({ task_type: 'haggle', ...settings })).toMatchObject({ ok: false, why: expect.stringContaining(why) as string });
});

test('whoever writes words in a seat is given what the public is shown at that moment', async () => {
  const told: unknown[] = [];
  const player: EnvPlayer = {
    async play({ shown }) {
      told.push(shown?.());
      return { move: price(5) };
    },
  };
  const session = await open({ opponents: 'ann' }, { findPlayer: async () => ({ ref: 'ann@1', player }) });
  expect(session.shown?.('seller')).toMatchObject({
    seat: 'seller',
    view: { turn: 0, history: [], limits: { seller: null, buyer: null } },
  });
  await session.step({ ...price(90), message: 'Ninety.' });
  expect(told).toEqual([
    expect.objectContaining({
      seat: 'buyer',
      names: { seller: 'Seller', buyer: 'Buyer' },
      view: expect.objectContaining({
        turn: 1,
        limits: { seller: null, buyer: null },
        history: [expect.objectContaining({ message: 'Ninety.' })],
      }) as object,
    }),
  ]);
});

test('its options are settings of a reset, at the top or in options', async () => {
  expect((await open({ rounds: 7, options: { leaving: false } })).observe()).toMatchObject({
    rounds: 7,
    may_leave: false,
    limit: 10,
  });
});

test('a game is found by name, and one for tests only where they are shown', () => {
  expect(findEnvGame({ key: 'test/offers', version: 1 })?.isPlain).toBe(true);
  expect(readEnvGame({ ruleset: 'chess' })).toMatchObject({ ok: false, path: 'ruleset' });
  expect(findEnvGame({ key: 'gpu-market/classic', version: 99 })).toBeNull();
  showTestGames(false);
  expect(readEnvGame({ game: 'test/offers' })).toMatchObject({ ok: false });
  showTestGames(true);
});

test('a call needs no episode, and is one of the tools', { timeout: 60_000 }, async () => {
  const session = new FrameSession();
  const ask = async (method: string, params: object): Promise<unknown> => {
    const frame = await session.answer(JSON.stringify({ type: 'mcp', data: { jsonrpc: '2.0', id: 1, method, params } }));
    return (JSON.parse(frame ?? '') as { data: { result: unknown } }).data.result;
  };
  expect(await ask('tools/list', {})).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ name: 'test_offers_best_deal' })]) as unknown,
  });
  expect(await ask('tools/call', { name: 'test_offers_best_deal', arguments: { cost: 20, value: 65 } })).toMatchObject({
    data: 45,
    is_error: false,
  });
  expect(await ask('tools/call', { name: 'test_offers_best_deal', arguments: { cost: 20 } })).toMatchObject({ is_error: true });
  expect(session.service.state()).toEqual({ episode_id: null, step_count: 0 });
});

test('two seats through the endpoint: a frame for each step, the end once', async () => {
  const session = new FrameSession();
  const ask = async (type: string, data: object): Promise<unknown> =>
    JSON.parse((await session.answer(JSON.stringify({ type, data }))) ?? '');
  const reset = await ask('reset', { game: 'test/offers', task: 'haggle', seed: 5, costs: [10, 10], seats: ['seller', 'buyer'] });
  expect(reset).toMatchObject({ type: 'observation', data: { reward: null, done: false, observation: { to_act: ['seller'] } } });
  expect(await ask('step', { moves: { seller: price(20) } })).toMatchObject({ data: { reward: null, observation: { to_act: ['buyer'] } } });
  expect(await ask('step', { moves: { seller: price(20) } })).toMatchObject({ type: 'error', data: { code: 'VALIDATION_ERROR' } });
  expect(await ask('step', { moves: { buyer: { type: 'take_price' } } })).toMatchObject({
    data: { done: true, metadata: { scores: [{}] } },
  });
});
