/** Agents played by other processes: one that is killed again and again, and ones whose program refuses its key. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMatch } from '~/match/open-match';
import { runMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { WakeSignal } from '~/match/wake-signal';
import { NO_MINDS, openAgentRuntime } from '~/start/agent-runtime';
import { MemoryEventStore } from '~/store/memory-event-store';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { answerJson, openChatServer } from './support/chat-server';
import { type FreshDatabase, freshDatabase } from './support/database';
import { quietServices, Runner, waitUntil } from './support/runners';

const LEASE_MS = 500;
const REQUEST = { ruleset: 'open', task: 'market_round', seed: 11, policy: 'house', seats: { lab_0: 'null-random', lab_2: 'null-random' } };
const KILLED_AFTER = [1, 3, 5];

let fresh: FreshDatabase;
const runners: Runner[] = [];
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
});
afterAll(async () => {
  for (const runner of runners) await runner.kill();
  await fresh.drop();
});

async function withAgents(services: Services): Promise<Services> {
  const { agents } = await openAgentRuntime(NO_MINDS, { log: services.log, store: services.store.agents });
  return { ...services, agents };
}

async function opened(services: Services, pace: number): Promise<string> {
  const answer = await openMatch(services, { ...REQUEST, pace });
  if (!answer.ok) throw new Error(answer.why);
  return answer.value.id;
}

test('events and turns are those of a match that nothing disturbed, none lost and none doubled', { timeout: 600_000 }, async () => {
  const calm = await withAgents(quietServices(new MemoryEventStore('calm'), 'calm'));
  const calmId = await opened(calm, 0);
  await runMatch(calm, calmId, { wake: new WakeSignal(), signal: new AbortController().signal });

  const store = new PostgresEventStore(fresh.database, 'endpoint');
  const id = await opened(await withAgents(quietServices(store, 'endpoint')), 0.4);
  for (const round of KILLED_AFTER) {
    const runner = new Runner(fresh.url, `runner${round}`, LEASE_MS);
    runners.push(runner);
    await waitUntil(async () => ((await store.get(id))?.round ?? 0) >= round, 120_000);
    await runner.kill();
  }
  runners.push(new Runner(fresh.url, 'last', LEASE_MS));
  await waitUntil(async () => (await store.get(id))?.status === 'finished', 120_000);

  expect((await store.read(id)).map(({ json }) => json)).toEqual((await calm.store.read(calmId)).map(({ json }) => json));
  const [turns, expected] = await Promise.all([store.agents.turnsOf(id), calm.store.agents.turnsOf(calmId)]);
  const what = ({ round, seat, agent, seed, move, origin, requests }: (typeof turns)[number]) => ({
    round,
    seat,
    agent,
    seed,
    move,
    origin,
    requests,
  });
  expect(turns.map(what)).toEqual(expected.map(what));
  expect(turns.length).toBe(16);
  await store.close();
});

test('a program that refused its key in one process is not ready in every other, until it has taken the key in any', {
  timeout: 600_000,
}, async () => {
  let status = 401;
  const program = await openChatServer((response) => answerJson(response, status, { action: { action_type: 'wait' } }));
  const store = new PostgresEventStore(fresh.database, 'lister');
  const services = await withAgents(quietServices(store, 'lister'));
  const spec = { kind: 'remote', url: program.url, secretName: null, fallback: null, turnSeconds: 5 } as const;
  const words = { title: 'P', summary: '', owner: '', licence: '', plays: ['gpu-market/open'] };
  const added = await services.agents?.add({ name: 'p', ...words, spec, trusted: true });
  expect(added).toMatchObject({ ok: true, value: { ready: true } });
  const playedBy = async (processId: string): Promise<void> => {
    const answer = await openMatch(services, { ...REQUEST, task: 'single_trade', seats: { lab_0: 'p' } });
    if (!answer.ok) throw new Error(answer.why);
    const runner = new Runner(fresh.url, processId, LEASE_MS);
    runners.push(runner);
    await waitUntil(async () => (await store.get(answer.value.id))?.status === 'finished', 120_000);
    await runner.kill();
  };
  const listed = async () => (await services.agents?.list())?.find(({ agent }) => agent.name === 'p');

  await playedBy('refused');
  const why = 'The program refused a request without a key when it was last asked. Set the right key and try the agent again.';
  expect(await listed()).toMatchObject({ ready: false, notReady: why });
  expect(await services.agents?.get('p')).toMatchObject({ ready: false, notReady: why });
  status = 200;
  await playedBy('taken');
  expect(await listed()).toMatchObject({ ready: true, notReady: null });
  await store.close();
  await program.close();
});
