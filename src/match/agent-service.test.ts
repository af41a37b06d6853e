import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Agent } from '~/agents/agent';
import { publicTurn } from '~/agents/agent-turn';
import { SMOLLM2 } from '~/agents/built-in';
import { digestOf } from '~/agents/digest';
import { makePlayer } from '~/agents/make-player';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { makeGateway } from '~/inference/gateway/gateway';
import { MemoryEventStore } from '~/store/memory-event-store';
import { AgentService } from './agent-service';
import { namePlayer } from './name-player';

const WORDS = { title: 'Mine', summary: '', owner: '', licence: '', plays: ['gpu-market/open'], trusted: true };

test.each([{ name: 'my-script', spec: { kind: 'scripted', policy: 'planner' } as const }])(
  '$spec.kind: nothing is kept that could never be seated or retired',
  async ({ name, spec }) => {
    const { agents: store } = new MemoryEventStore('one');
    const service = new AgentService({
      builtIn: [],
      store,
      makePlayer: () => Promise.reject(new Error('made')) as never,
      backends: () => [],
    });
    expect(await service.add({ ...WORDS, name, spec })).toMatchObject({
      ok: false,
      code: 'bad_input',
      why: expect.stringContaining('Scripted policies are part of Mandi') as string,
    });
    expect(await store.list()).toEqual([]);
  },
);

test('the agents of a game have the names that they have there and say what they do there, not what their namesakes do elsewhere', async () => {
  const service = new AgentService({
    builtIn: [],
    store: null,
    makePlayer: () => Promise.reject(new Error('made')) as never,
    backends: () => [],
  });
  const about = async (game?: { key: 'bazaar/open' }) => (await service.list(game)).find(({ ref }) => ref === 'planner')?.agent.summary;
  expect(await about()).toMatch(/gpu-market\/open: .* bazaar\/open: Reads prices/);
  expect(await about({ key: 'bazaar/open' })).toMatch(/^Reads prices/);
  expect((await service.list({ key: 'bazaar/open' })).find(({ ref }) => ref === 'house')?.agent.title).toBe('House');
});

test.each(['all', 'open'])('%s is a word of its own, and no name', async (name) => {
  const { agents: store } = new MemoryEventStore('one');
  const service = new AgentService({
    builtIn: [],
    store,
    makePlayer: () => Promise.reject(new Error('made')) as never,
    backends: () => [],
  });
  const why = `${name} is a reserved word: choose another name.`;
  expect(await service.add({ ...WORDS, name, spec: { kind: 'person' } })).toEqual({ ok: false, code: 'name_taken', why });
});

test('the public digest of an agent does not confirm a guess of its secret address, and the same agent added again is no new version', async () => {
  const { agents: store } = new MemoryEventStore('one');
  const options = { builtIn: [], store, makePlayer: () => Promise.reject(new Error('made')) as never, backends: () => [] };
  const service = new AgentService(options);
  const remote = { kind: 'remote', url: 'https://bot.example.org/secret', secretName: null, fallback: null, turnSeconds: 5 } as const;
  const server = { ...SMOLLM2, server: { url: 'https://m.example.org/v1?key=1', keyName: null } };
  for (const [name, spec] of [['my-program', remote] as const, ['my-server', server] as const]) {
    await service.add({ ...WORDS, name, spec });
    await service.add({ ...WORDS, name, spec });
    const versions = await service.versions(name);
    expect(versions).toHaveLength(1);
    expect(versions[0]?.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(versions[0]?.digest).not.toBe(digestOf(spec));
  }
  await service.add({ ...WORDS, name: 'my-model', spec: SMOLLM2 });
  expect((await service.versions('my-model'))[0]?.digest).toBe(digestOf(SMOLLM2));
});

test('who asks for a version that there is not is told which there are', async () => {
  const { agents: store } = new MemoryEventStore('one');
  const service = new AgentService({
    builtIn: [],
    store,
    makePlayer: () => Promise.reject(new Error('made')) as never,
    backends: () => [],
  });
  const spec = { kind: 'remote', url: 'https://bot.example.org', secretName: null, fallback: null, turnSeconds: 5 } as const;
  for (const turnSeconds of [5, 6]) await service.add({ ...WORDS, name: 'my-program', spec: { ...spec, turnSeconds } });
  expect(await service.whyNoVersion('my-program@9')).toBe('The agent my-program has no version 9; it has 1, 2.');
  expect(await service.retire('my-program@9')).toMatchObject({ ok: false, why: 'The agent my-program has no version 9; it has 1, 2.' });
  expect(await service.whyNoVersion('planner@2')).toBe('planner is a built-in policy and has no versions. Leave the version out.');
  for (const name of ['my-program@2', 'my-program', 'nobody', 'nobody@1']) expect(await service.whyNoVersion(name)).toBeNull();
  expect(await namePlayer({ agents: service }, { key: 'gpu-market/open', version: 1 }, 'my-program@3')).toMatchObject({
    ok: false,
    why: 'The agent my-program has no version 3; it has 1, 2.',
  });
});

describe('a program’s key', () => {
  const spec = { kind: 'remote', url: 'https://bot.example.org', secretName: 'MY_KEY', fallback: null, turnSeconds: 5 } as const;
  const set = new Set<string>();
  const keys = {
    whyForbidden: (name: string) => (name === 'DATABASE_URL' ? 'DATABASE_URL signs nothing.' : null),
    isSet: (name: string) => set.has(name),
  };
  const { agents: store } = new MemoryEventStore('one');
  const makePlayer = () => Promise.reject(new Error('made')) as never;
  const service = new AgentService({ builtIn: [], store, makePlayer, backends: () => [], keys });

  test('that is not set leaves it not ready, and the sentence says which key', async () => {
    const added = await service.add({ ...WORDS, name: 'my-program', spec });
    const notReady = 'Its key MY_KEY is not set in the server’s environment: set it and restart Mandi.';
    expect(added).toMatchObject({ ok: true, value: { ready: false, notReady } });
    set.add('MY_KEY');
    expect(await service.get('my-program')).toMatchObject({ ready: true, notReady: null });
  });

  test('that is Mandi’s own is refused when the program is added', async () => {
    const added = await service.add({ ...WORDS, name: 'my-other', spec: { ...spec, secretName: 'DATABASE_URL' } });
    expect(added).toMatchObject({ ok: false, code: 'bad_input', why: 'spec.secretName: DATABASE_URL signs nothing.' });
  });
});

test('a program that refuses its key is not ready from then on, and the sentence names the key; one right answer makes it ready', async () => {
  let status = 401;
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"action":{"action_type":"wait"}}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { agents: store } = new MemoryEventStore('one');
  const makes = (agent: Agent) =>
    makePlayer(agent, { chat: makeGateway({ backends: [] }), remote: { isTrusted: true, secretOf: () => 'the wrong key' } });
  const service = new AgentService({ builtIn: [], store, makePlayer: makes, backends: () => [] });
  const spec = { kind: 'remote', url: `http://127.0.0.1:${port}/`, secretName: 'MY_KEY', fallback: null, turnSeconds: 5 } as const;
  expect(await service.add({ ...WORDS, name: 'my-program', spec })).toMatchObject({ ok: true, value: { ready: true } });
  const found = await service.find('my-program');
  const ask = {
    game: { key: 'gpu-market/open', version: 1 } as const,
    matchId: null,
    seat: 'lab_0',
    turn: 0,
    round: 0,
    observation: firstObservation(),
    past: [],
    timeMs: 5_000,
  };
  const turn = await found?.player.play(ask);
  if (!turn) throw new Error('nobody played');
  expect(turn).toMatchObject({ origin: 'fallback', fallbackWhy: 'It answered with status 401: it refused the key MY_KEY.' });
  expect(publicTurn(turn).fallbackWhy).toBe('It answered with status 401: it refused the key.');
  expect(JSON.stringify(publicTurn(turn))).not.toContain('MY_KEY');
  expect(await service.get('my-program')).toMatchObject({
    ready: false,
    notReady: 'The program refused its key MY_KEY when it was last asked. Set the right key and try the agent again.',
  });
  status = 200;
  await found?.player.play(ask);
  expect(await service.get('my-program')).toMatchObject({ ready: true, notReady: null });
  server.close();
  server.closeAllConnections();
});

function firstObservation(): unknown {
  const config = openMarket.parseConfig({ task_type: 'single_trade', seed: 1 });
  if (!config.ok) throw new Error(config.why);
  const state = openMarket.open(config.value).reduce<OpenState | null>((before, event) => openMarket.evolve(before, event), null);
  if (state === null) throw new Error('no opening');
  return openMarket.observe(state, 'lab_0');
}

test('the model that this machine serves by itself is on its way for a while, and that is said', () => {
  let own = { name: 'small', status: 'fetching' };
  const { agents: store } = new MemoryEventStore('one');
  const makePlayer = () => Promise.reject(new Error('made')) as never;
  const service = new AgentService({ builtIn: [], store, makePlayer, backends: () => [], ownModel: () => own });
  const whyNot = (model: string) =>
    service.whyNotReady({ spec: { kind: 'model', model, adapter: null, backends: [] } } as unknown as Agent);
  expect(whyNot('small')).toBe('small is still being fetched. Try again in a few minutes.');
  expect(whyNot('other')).toContain('No backend serves other');
  own = { name: 'small', status: 'ready' };
  expect(whyNot('small')).toBe('This machine has not loaded small yet. Try again in a minute.');
  own = { name: 'small', status: 'failed' };
  expect(whyNot('small')).toContain('No backend serves small');
});
