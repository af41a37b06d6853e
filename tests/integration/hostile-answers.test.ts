// Whatever a server, a program or a worker answers: the turn ends within its clock, the match beside it goes on event for event, little is
// kept, and one sentence says what happened.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Agent, AgentSpec } from '~/agents/agent';
import { agentOf } from '~/agents/agent-spec';
import type { AgentTurn } from '~/agents/agent-turn';
import { SMOLLM2 } from '~/agents/built-in';
import { makePlayer } from '~/agents/make-player';
import type { GameEvent } from '~/contract/game';
import type { ChatModel } from '~/inference/chat-model';
import { makeGateway } from '~/inference/gateway/gateway';
import { openAiModel } from '~/inference/openai/openai-model';
import { WorkerPool } from '~/inference/workers/worker-pool';
import { AgentService } from '~/match/agent-service';
import { openMatch } from '~/match/open-match';
import { runMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { WakeSignal } from '~/match/wake-signal';
import { MemoryEventStore } from '~/store/memory-event-store';
import { type Behaviour, type ChatServer, openChatServer, streamText } from './support/chat-server';
import { LATE_WORKER, type Outcome, OVER, PROGRAMS, SERVERS, SLOW, WORKERS } from './support/hostile';

const KEY = 'hostile-key-0123456789';
/** What is kept of a turn: two replies of 8,096 characters at the default of 128 tokens, prompts and schemas beside. */
const MOST_BYTES = 128_000;

const closers: (() => Promise<unknown>)[] = [];
let good: ChatServer;
let alone: GameEvent[];

beforeAll(async () => {
  good = await openChatServer((response) => streamText(response, '{"action_type":"wait"}'));
  alone = (await play([healthy()])).events;
});

afterAll(() => good.close());

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Short where nothing will come, so that the test is short. */
const turnSecondsOf = (outcome: Outcome) => ([SLOW, OVER, LATE_WORKER].includes(outcome) ? 0.5 : 15);

function agentNamed(name: string, spec: AgentSpec): Agent {
  const words = { name, title: name, summary: '', owner: '', licence: '', plays: ['gpu-market/open'] };
  return agentOf({ ...words, spec }, { version: 1, createdAt: '' });
}

interface Seated {
  agent: Agent;
  backend?: ChatModel;
}

function healthy(): Seated {
  const backend = openAiModel({ id: 'good', url: good.url, key: () => null });
  return { agent: agentNamed('good', { ...SMOLLM2, model: 'small', backends: ['good'], turnSeconds: 60 }), backend };
}

function modelOn(backend: ChatModel, outcome: Outcome): Seated {
  const spec = { ...SMOLLM2, model: 'small', backends: [backend.id], repairs: 0, turnSeconds: turnSecondsOf(outcome) };
  return { agent: agentNamed('bad', spec), backend };
}

/** Each plays a match of its own, all at the same time, as in one server. The first one's turns, and the events of the healthy match. */
async function play(seated: readonly Seated[]): Promise<{ turns: AgentTurn[]; events: GameEvent[]; statuses: unknown[] }> {
  const store = new MemoryEventStore('one');
  const backends = seated.flatMap(({ backend }) => backend ?? []);
  const gateway = makeGateway({ backends, retry: { times: 0 } });
  const makes = (agent: Agent) => makePlayer(agent, { chat: gateway, remote: { isTrusted: true, secretOf: () => null } });
  const agents = new AgentService({
    builtIn: seated.map(({ agent }) => agent),
    store: null,
    makePlayer: makes,
    backends: () => gateway.backends(),
  });
  const log = { info() {}, warn() {}, error() {} };
  const services: Services = { store, agents, log, audience: { events() {}, card() {} }, processId: 'one', now: Date.now };
  const ids = await Promise.all(
    seated.map(async ({ agent }) => {
      const request = {
        ruleset: 'open',
        task: 'single_trade',
        seed: 3,
        policy: 'planner',
        seats: { lab_0: agent.name },
        options: { rounds: 4 },
      };
      const opened = await openMatch(services, request);
      if (!opened.ok) throw new Error(opened.why);
      return opened.value.id;
    }),
  );
  await Promise.all(ids.map((id) => runMatch(services, id, { wake: new WakeSignal(), signal: new AbortController().signal })));
  for (const backend of backends) await backend.close();
  const statuses = await Promise.all(ids.map(async (id) => (await store.get(id))?.status));
  const events = (await store.read(ids.at(-1) ?? '')).map(({ event }) => event);
  return { turns: await store.agents.turnsOf(ids[0] ?? ''), events, statuses };
}

async function expectHarmless(hostile: Seated, outcome: Outcome): Promise<void> {
  const { turns, events, statuses } = await play([hostile, healthy()]);
  expect(statuses).toEqual(['finished', 'finished']);
  expect(events).toEqual(alone);
  expect(turns).toHaveLength(4);
  for (const turn of turns) expect(Buffer.byteLength(JSON.stringify(turn))).toBeLessThan(MOST_BYTES);
  const [first] = turns;
  expect(first?.origin).toBe(outcome === null ? 'own' : 'fallback');
  const why = first?.fallbackWhy ?? null;
  if (outcome === null) return expect(why).toBeNull();
  expect(why).toMatch(outcome.why);
  const last = first?.replies.at(-1);
  expect(last?.fault?.code ?? null).toBe(outcome.code);
  if (outcome.code === null) expect(last?.problem).toBe(why);
  expect(why?.length).toBeLessThan(500); // the longest lists every action of the game
  expect(why).toMatch(/^[^\n]+$/); // one line
  expect(why).not.toContain(KEY);
  expect(why).not.toMatch(/\/srv\/|node_modules|\n\s+at /);
}

async function served(behave: Behaviour): Promise<ChatServer> {
  const server = await openChatServer(behave);
  closers.push(() => server.close());
  return server;
}

describe('a server that', () => {
  test.each(SERVERS)('%s', async (_, behave, outcome) => {
    const { url } = await served(behave);
    await expectHarmless(modelOn(openAiModel({ id: 'hostile', url, key: () => KEY }), outcome), outcome);
  });
});

describe('a program that', () => {
  test.each(PROGRAMS)('%s', async (_, behave, outcome) => {
    const { url } = await served(behave);
    const spec = { kind: 'remote' as const, url, secretName: null, fallback: null, turnSeconds: turnSecondsOf(outcome) };
    await expectHarmless({ agent: agentNamed('bad', spec) }, outcome);
  });
});

describe('a worker that', () => {
  test.each(WORKERS)('%s', async (_, way, outcome) => {
    const pool = new WorkerPool({ returnMs: 0 });
    let hear: (message: unknown) => void = () => undefined;
    let leave: (why: string) => void = () => undefined;
    pool.attach({
      send: (message) => void (message.type === 'ask' && setImmediate(() => way(message, { say: hear, leave }))),
      onMessage: (listener) => {
        hear = listener;
      },
      onClose: (listener) => {
        leave = listener;
      },
      close: () => undefined,
    });
    const worker = { id: 'w', name: 'w', host: 'here', pid: 1, device: 'cpu', threads: 1, slots: 2, runtime: 'acted 1' };
    hear({ type: 'hello', worker, models: [{ name: 'small', digest: null, adapters: [], context: 2_048 }] });
    await expectHarmless(modelOn(pool, outcome), outcome);
  });
});

test('there are more than sixty of them', () => {
  expect(SERVERS.length + PROGRAMS.length + WORKERS.length).toBeGreaterThan(60);
});
