import { afterEach, expect, test, vi } from 'vitest';
import { showTestGames } from '~/games/registry';
import type { PriceNamed } from '~/games/test/offers/types';
import { MemoryEventStore } from '~/store/memory-event-store';
import { MatchRunner } from './match-runner';
import { openMatch } from './open-match';
import type { Services } from './services';
import { Brain, service } from './testing/agents';

let runner: MatchRunner | null = null;
afterEach(async () => {
  await runner?.stop();
  showTestGames(false);
});

/** The seller is a model that always names the lowest price, which is below its cost. */
async function playedWith(guards: 'all' | 'models' | 'off' | undefined) {
  showTestGames(true);
  const store = new MemoryEventStore('one');
  const { agents } = service(new Brain(), store.agents, {}, ['test/offers']);
  const log = { info() {}, warn() {}, error() {} };
  const services: Services = { store, audience: { events() {}, card() {} }, agents, log, processId: 'one', now: Date.now, leaseMs: 300 };
  runner = new MatchRunner(services);
  await runner.start();
  const seats = { seller: 'brain', buyer: 'stubborn_haggler' };
  const request = { game: 'test/offers', task: 'haggle', seed: 3, policy: 'yielding_haggler', seats, ...(guards && { guards }) };
  const opened = await openMatch(services, request);
  if (!opened.ok) throw new Error(opened.why);
  const { id } = opened.value;
  runner.run(id);
  await vi.waitFor(async () => expect((await store.get(id))?.status).toBe('finished'), { timeout: 30_000 });
  const events = (await store.read(id)).map(({ event }) => event);
  const first = events.find(({ type }) => type === 'price_named') as PriceNamed | undefined;
  return { first, turns: await store.agents.turnsOf(id, 'seller') };
}

test.each([undefined, 'models'] as const)('a model in a live match is held by its game’s guards: guards %s', async (guards) => {
  const { first, turns } = await playedWith(guards);
  expect(turns[0]).toMatchObject({ origin: 'own', wished: { type: 'name_price', price: 0 }, guards: [{ guard: 'price_beyond_limit' }] });
  expect(turns[0]?.requests.decide?.version).toBe('offers-2');
  expect(first?.price).toBeGreaterThan(0);
  expect(first?.guarded).toMatchObject([{ before: { price: 0 }, after: { price: first?.price } }]);
});

test('in a live match words are written of the price that the guards let through, from what the public sees', async () => {
  const { first, turns } = await playedWith('models');
  expect(first?.message).toBe('x');
  expect(turns[0]?.move).toMatchObject({ price: first?.price, message: 'x' });
  const { decide, write } = turns[0]?.requests ?? {};
  expect(decide?.messages[1]?.content).toContain(`costs you ${first?.price}`);
  expect(write?.messages[1]?.content).toBe(`Round 1 of 3. Until now:\nYou are Seller. You name the price ${first?.price}.`);
});

test('a match may do without guards', async () => {
  const { first, turns } = await playedWith('off');
  expect(first).toMatchObject({ price: 0 });
  expect(first).not.toHaveProperty('guarded');
  expect(turns[0]?.guards).toEqual([]);
});
