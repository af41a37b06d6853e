// Six hostile servers in six matches at once: three healthy matches beside them (a model, a program, a person) are played as they are alone,
// event for event.
import { afterEach, expect, test } from 'vitest';
import type { Agent, AgentSpec } from '~/agents/agent';
import { agentOf } from '~/agents/agent-spec';
import { SMOLLM2 } from '~/agents/built-in';
import { makePlayer } from '~/agents/make-player';
import type { GameEvent } from '~/contract/game';
import type { ChatModel } from '~/inference/chat-model';
import { makeGateway } from '~/inference/gateway/gateway';
import { openAiModel } from '~/inference/openai/openai-model';
import { AgentService } from '~/match/agent-service';
import { MatchRunner } from '~/match/match-runner';
import { openMatch } from '~/match/open-match';
import type { Services } from '~/match/services';
import { claimSeat } from '~/match/table/claim-seat';
import { openTable } from '~/match/table/open-table';
import { startMatch } from '~/match/table/start-match';
import { submitTurn } from '~/match/table/submit-turn';
import { MemoryEventStore } from '~/store/memory-event-store';
import { answerJson, type Behaviour, type ChatServer, openChatServer, streamText } from './support/chat-server';
import { SERVERS } from './support/hostile';

const WAIT = { action_type: 'wait' };
const HOSTILE = [
  'never answers',
  'drips a letter at a time',
  'writes without an end',
  'sends 12 MB in one line',
  'sends 12 MB of line ends',
  'sends 100 MB',
];
const MATCH = { ruleset: 'open', task: 'market_round', seed: 3, policy: 'planner' };

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function served(behave: Behaviour): Promise<ChatServer> {
  const server = await openChatServer(behave);
  closers.push(() => server.close());
  return server;
}

function agentNamed(name: string, spec: AgentSpec): Agent {
  const words = { name, title: name, summary: '', owner: '', licence: '', plays: ['gpu-market/open'] };
  return agentOf({ ...words, spec }, { version: 1, createdAt: '' });
}

interface Seated {
  agent: Agent;
  backend: ChatModel;
}

async function modelOf(id: string, behave: Behaviour, turnSeconds: number): Promise<Seated> {
  const { url } = await served(behave);
  const backend = openAiModel({ id, url, key: () => null });
  closers.push(() => backend.close());
  return { backend, agent: agentNamed(id, { ...SMOLLM2, model: 'small', backends: [id], repairs: 0, turnSeconds }) };
}

/** Services of one server, in which these can be seated. */
async function house(models: readonly Seated[], more: readonly Agent[]): Promise<Services & { store: MemoryEventStore }> {
  const gateway = makeGateway({ backends: models.map(({ backend }) => backend) });
  const makes = (agent: Agent) => makePlayer(agent, { chat: gateway, remote: { isTrusted: true, secretOf: () => null } });
  const builtIn = [...models.map(({ agent }) => agent), ...more];
  const agents = new AgentService({ builtIn, store: null, makePlayer: makes, backends: () => gateway.backends() });
  const log = { info() {}, warn() {}, error() {} };
  const store = new MemoryEventStore('one');
  return { store, agents, log, audience: { events() {}, card() {} }, processId: 'one', now: Date.now };
}

interface Played {
  healthy: { model: GameEvent[]; program: GameEvent[]; person: GameEvent[] };
  /** Of the others: how each ended, and how often each was played by its fallback. */
  others: { status: string | undefined; turns: number; own: number }[];
}

async function playAll(hostile: readonly Seated[]): Promise<Played> {
  const good = await modelOf('good', (response) => streamText(response, JSON.stringify(WAIT)), 60);
  const program = await served((response) => answerJson(response, 200, { action: WAIT }));
  const remote = { kind: 'remote' as const, url: program.url, secretName: null, fallback: null, turnSeconds: 60 };
  const services = await house([good, ...hostile], [agentNamed('program', remote)]);
  const runner = new MatchRunner(services);
  closers.push(() => runner.stop());
  const opened = async (player: string) => {
    const answer = await openMatch(services, { ...MATCH, seats: { lab_0: player } });
    if (!answer.ok) throw new Error(answer.why);
    return answer.value.id;
  };
  const others = await Promise.all(hostile.map(({ agent }) => opened(agent.name)));
  const [model, bot, table] = [await opened('good'), await opened('program'), await setTable(services)];
  await runner.start();
  await Promise.all([sit(services, table), ...[model, bot, ...others].map((id) => over(services, id))]);
  const eventsOf = async (id: string) => (await services.store.read(id)).map(({ event }) => event);
  return {
    healthy: { model: await eventsOf(model), program: await eventsOf(bot), person: await eventsOf(table) },
    others: await Promise.all(
      others.map(async (id) => {
        const turns = await services.store.agents.turnsOf(id);
        const own = turns.filter(({ origin }) => origin !== 'fallback').length;
        return { status: (await services.store.get(id))?.status, turns: turns.length, own };
      }),
    ),
  };
}

async function setTable(services: Services): Promise<string> {
  const answer = await openTable(services, { ...MATCH, clockSeconds: 600, seats: { lab_0: 'open' } });
  if (!answer.ok) throw new Error(answer.why);
  const { id } = answer.value.match;
  await claimSeat(services, { matchId: id, seat: 'lab_0', name: 'Ann', kind: 'person' });
  await startMatch(services, id);
  return id;
}

/** Ann hands in a turn for each round, until the match is over. */
async function sit(services: Services, matchId: string): Promise<void> {
  for (let turn = 0; (await services.store.get(matchId))?.status === 'running'; turn++) {
    const key = `k${turn}`;
    const payload = { actions: [WAIT], round_index: turn, key };
    await submitTurn(services, { matchId, seat: 'lab_0', turn, key, payload }, 60_000);
  }
}

async function over({ store }: Services, id: string): Promise<void> {
  await expect.poll(async () => (await store.get(id))?.status, { timeout: 300_000, interval: 50 }).toBe('finished');
}

test('a model, a program and a person play beside six hostile servers as they play alone, event for event', {
  timeout: 900_000,
}, async () => {
  const alone = await playAll([]);
  const ways = SERVERS.filter(([name]) => HOSTILE.includes(name));
  const hostile = await Promise.all(ways.map(([, behave], at) => modelOf(`hostile-${at}`, behave, 1)));
  const before = process.memoryUsage().rss;
  const beside = await playAll(hostile);
  expect(ways).toHaveLength(6);
  expect(beside.healthy).toEqual(alone.healthy);
  for (const events of Object.values(alone.healthy)) expect(events.length).toBeGreaterThan(20);
  expect(beside.others).toHaveLength(6);
  for (const { status, turns, own } of beside.others) expect([status, turns, own]).toEqual(['finished', 8, 0]);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
});
