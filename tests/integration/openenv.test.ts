/** The OpenEnv endpoint of the main server: episodes kept as matches, and seats at shared tables. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMandiClient } from '~/client/create-mandi-client';
import { showTestGames } from '~/games/registry';
import { type FreshDatabase, freshDatabase } from './support/database';
import { connectOpenEnv } from './support/openenv-client';
import { startServer, type TestServer, until } from './support/server';
import { Guest, openTable } from './support/table';

let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  showTestGames(true);
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh);
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
  showTestGames(false);
});

const connect = () => connectOpenEnv(mandi.origin);

const WAIT = { action_type: 'wait' };
const PATIENCE = 900_000;

it('a person of the registry is no opponent: nobody waits for people here', async () => {
  await mandi.api.agent.add.mutate({ name: 'ann', title: 'Ann', plays: ['gpu-market/open'], spec: { kind: 'person' } });
  const { reset, socket } = await connect();
  const answer = await reset({ ruleset: 'open', task: 'market_round', seed: 5, opponents: 'ann' });
  expect(answer.data.message).toContain('opponents: ann@1 is a person: people take a seat of their own at a table');
  socket.close();
});

describe('record: true', () => {
  it.each([
    ['classic', { ruleset: 'classic', task: 'single_trade', seed: 4, record: true }, ['lab_0 openenv']],
    [
      'open',
      { ruleset: 'open', task: 'single_trade', seed: 4, seat: 'lab_1', opponents: 'greedy', record: true },
      ['lab_0 greedy', 'lab_1 openenv'],
    ],
  ])(
    'keeps a finished episode of %s as a match, whose log folds to the same scores',
    async (ruleset, setUp, seats) => {
      const { reset, step, ask, socket } = await connect();
      await reset(setUp);
      let turn = await step(WAIT);
      while (turn.data.done !== true) turn = await step(WAIT);
      const { match_id: id } = turn.data.metadata as { match_id: string };
      expect((await ask({ type: 'state' })).data).toMatchObject({ record: { match_id: id } });
      const card = await mandi.api.match.get.query({ id });
      expect(card).toMatchObject({ ruleset, status: 'finished', seed: 4, rated: false });
      expect(
        card.seats.map((one) => `${one.seat} ${one.kind === 'program' ? one.name : one.kind === 'script' ? one.policy : '?'}`),
      ).toEqual(seats);
      const log = await mandi.store.read(id, 0, 10_000);
      expect(log.at(0)?.event.type).toBe('match_opened');
      expect(log.at(-1)?.event.type).toMatch(/ended|finished/);
      socket.close();
    },
    PATIENCE,
  );

  it(
    'keeps one that was left in the middle as aborted, and nothing of one without a step',
    async () => {
      const { reset, step, socket } = await connect();
      const setUp = { ruleset: 'open', task: 'single_trade', seed: 77, record: true };
      await reset(setUp);
      await reset(setUp);
      await step(WAIT);
      socket.terminate();
      const kept = async () => (await mandi.store.list({ seed: 77 }, { limit: 10 })).items.map(({ status, round }) => `${status} ${round}`);
      await until(async () => (await kept()).includes('aborted 1'), 60_000);
      expect(await kept()).toEqual(['aborted 1']);
    },
    PATIENCE,
  );
});

describe('a seat at a shared table', () => {
  const table = { task: 'single_trade', policy: 'greedy', options: { rounds: 4 }, seats: { lab_0: 'open', lab_1: 'open' } };

  it(
    'is played through the endpoint beside another program, to the same end',
    async () => {
      const { id, host } = await openTable(mandi, table);
      const [ours, theirs] = [createMandiClient({ url: mandi.origin }), createMandiClient({ url: mandi.origin })];
      const { token } = await ours.claim(id, { name: 'Endpoint', seat: 'lab_0' });
      await theirs.claim(id, { name: 'Other', seat: 'lab_1' });
      const { reset, step, ask, socket } = await connect();
      expect((await reset({ match: id, seat: 'lab_1', token })).data).toMatchObject({ code: 'VALIDATION_ERROR' });
      expect((await reset({ match: id, seat: 'lab_0', token: 'no' })).data.message).toContain('token');
      const strange = await reset({ match: id, seat: 'lab_0', token, temperature: 1 });
      expect(strange.data).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('temperature') as string });
      const sitting = reset({ match: id, seat: 'lab_0', token, reward: 'potential' });
      await until(async () => (await mandi.api.match.get.query({ id })).seats.some((seat) => seat.kind === 'program' && seat.ready));
      await host.api.table.start.mutate({ id });
      expect((await sitting).data).toMatchObject({
        reward: null,
        done: false,
        observation: { controlled_lab_id: 'lab_0', round_index: 0 },
      });
      expect((await ask({ type: 'state' })).data).toMatchObject({ match_id: id, seed: null });
      const other = theirs.play(id, 'lab_1', () => [WAIT]);
      expect((await step({ action_type: 'steal' })).data.code).toBe('VALIDATION_ERROR');
      const rewards: number[] = [];
      let turn = await step(WAIT);
      for (; turn.data.done !== true; turn = await step(WAIT)) rewards.push(turn.data.reward as number);
      rewards.push(turn.data.reward as number);
      expect(rewards).toHaveLength(4);
      expect(rewards.every(Number.isFinite)).toBe(true);
      expect((await other).status).toBe('finished');
      const told = await ours.api.seat.observe.query({ id, seat: 'lab_0', reward: 'potential' });
      expect(rewards.reduce((sum, reward) => sum + reward, 0)).toBeCloseTo(told.reward?.cumulative ?? Number.NaN, 6); // both in money
      const record = await mandi.store.get(id);
      expect((await step(WAIT)).data).toMatchObject({ done: true, reward: 0, metadata: { episode_done: true } });
      expect((await ask({ type: 'state' })).data).toMatchObject({ done: true, seed: record?.seed, step_count: 4 });
      for (const program of [ours, theirs]) program.close();
      socket.close();
    },
    PATIENCE,
  );

  it('of any game is played through the endpoint, beside a program with our client', { timeout: PATIENCE }, async () => {
    const haggle = { game: 'test/offers', ruleset: undefined, task: 'haggle', seed: 7, policy: 'yielding_haggler' };
    const { id, host } = await openTable(mandi, { ...haggle, seats: { seller: 'open', buyer: 'open' } });
    const [ours, theirs] = [createMandiClient({ url: mandi.origin }), createMandiClient({ url: mandi.origin })];
    const { token } = await ours.claim(id, { name: 'Endpoint', seat: 'seller' });
    await theirs.claim(id, { name: 'Other', seat: 'buyer' });
    const { reset, step, ask, socket } = await connect();
    expect((await reset({ match: id, seat: 'seller', token, reward: 'potential' })).data).toMatchObject({ code: 'VALIDATION_ERROR' });
    const sitting = reset({ match: id, seat: 'seller', token });
    await until(async () => (await mandi.api.match.get.query({ id })).seats.some((seat) => seat.kind === 'program' && seat.ready));
    await host.api.table.start.mutate({ id });
    expect((await sitting).data).toMatchObject({ done: false, observation: { seat: 'seller', limit: 30, turn: 0 } });
    const seen: unknown[] = [];
    const other = theirs.play<{ turn: number }>(id, 'buyer', ({ turn }) => {
      seen.push(turn);
      return turn < 3 ? { type: 'name_price', price: 35 } : { type: 'take_price' };
    });
    expect((await step({ type: 'steal' })).data).toMatchObject({ code: 'VALIDATION_ERROR' });
    const answered = { done: false, reward: 0, observation: { turn: 2, standing: { seat: 'buyer', price: 35 } } };
    expect((await step({ type: 'name_price', price: 60 })).data).toMatchObject(answered);
    expect((await step({ type: 'name_price', price: 50 })).data).toMatchObject({ done: true, reward: 20 });
    const state = { ruleset: 'offers', seat: 'seller', match_id: id, done: true, cumulative_reward: 20 };
    expect((await ask({ type: 'state' })).data).toMatchObject(state);
    expect(await other).toMatchObject({ status: 'finished', scores: { seller: 20, buyer: 40 } });
    expect(seen).toEqual([1, 3]);
    for (const program of [ours, theirs]) program.close();
    socket.close();
  });

  it('tells neither seed nor scores of a match whose twin is still to be played', { timeout: PATIENCE }, async () => {
    const wish = { game: 'test/offers', task: 'haggle', seed: 616_161_616_161, clockSeconds: 300, players: ['open', 'stubborn_haggler'] };
    const host = new Guest(mandi.origin);
    const { matches } = await host.api.series.create.mutate(wish);
    const id = matches[0]?.id ?? '';
    const ours = createMandiClient({ url: mandi.origin });
    const { token, seat } = await ours.claim(id, { name: 'Endpoint' });
    const { reset, step, ask, socket } = await connect();
    const sitting = reset({ match: id, seat, token });
    await until(async () => (await mandi.api.match.get.query({ id })).seats.some((one) => one.kind === 'program' && one.ready));
    await host.api.table.start.mutate({ id });
    await sitting;
    let turn = await step({ type: 'name_price', price: 50 });
    while (turn.data.done !== true) turn = await step({ type: 'name_price', price: 50 });
    expect((await mandi.api.match.get.query({ id })).status).toBe('finished');
    expect(turn.data).toMatchObject({ reward: null, metadata: { sealed: true } });
    expect(JSON.stringify(turn)).not.toContain('scores');
    expect((await ask({ type: 'state' })).data).toMatchObject({ done: true, seed: null });
    ours.close();
    socket.close();
  });

  it(
    'says when a round went by without its turn',
    async () => {
      const { id, host } = await openTable(mandi, { ...table, clockSeconds: 15 });
      const ours = createMandiClient({ url: mandi.origin });
      const { token } = await ours.claim(id, { name: 'Endpoint', seat: 'lab_0' });
      await host.api.table.start.mutate({ id });
      const { reset, step, socket } = await connect();
      const { round_index: began } = (await reset({ match: id, seat: 'lab_0', token })).data.observation;
      await until(async () => (await mandi.api.match.get.query({ id })).round > Number(began));
      const late = await step({ action_type: 'send_message', message: 'too late' });
      expect(late.data.metadata).toMatchObject({ missed_round: expect.any(Number) as number });
      expect(late.data.observation).toMatchObject({ last_action_results: [] });
      ours.close();
      socket.close();
    },
    PATIENCE,
  );
});
