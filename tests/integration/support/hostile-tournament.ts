/**
 * A rated tournament in which a model never answers, one is swapped half way, one lies about its usage and a program has lost its key. Played
 * by real servers over HTTP, a pool of workers and the worker that plays tournaments; `scripts/hostile-tournament.mjs` writes it down.
 */
import type { Agent, AgentSpec } from '~/agents/agent';
import { agentOf } from '~/agents/agent-spec';
import { SMOLLM2 } from '~/agents/built-in';
import { makePlayer } from '~/agents/make-player';
import type { ChatModel } from '~/inference/chat-model';
import { makeGateway } from '~/inference/gateway/gateway';
import { openAiModel } from '~/inference/openai/openai-model';
import { WorkerPool } from '~/inference/workers/worker-pool';
import { AgentDesk } from '~/match/agent-desk';
import { standingsOf } from '~/tournament/standings';
import { begin, servicesHere } from '~/tournament/testing/begin';
import type { FixtureRecord, Standings } from '~/tournament/tournament';
import { TournamentWorker } from '~/tournament/tournament-worker';
import { answerJson, type ChatServer, openChatServer, streamText, USAGE } from './chat-server';

const WAIT = '{"action_type":"wait"}';
const WEIGHTS = `sha256:${'b179'.repeat(16)}`;
const OTHERS = `sha256:${'ffff'.repeat(16)}`;

/** As a user would write it. */
export const PLAN = {
  name: 'A hostile cup',
  ruleset: 'classic',
  task: 'single_trade',
  kind: 'rated',
  worlds: 20,
  nulls: ['constant'],
  entrants: [
    { name: 'expert', agent: 'rule_based_expert' },
    { name: 'cautious', agent: 'base_instruct_naive' },
    { name: 'honest model', agent: 'honest' },
    { name: 'silent model', agent: 'silent' },
    { name: 'swapped model', agent: 'swapped' },
    { name: 'lying model', agent: 'liar' },
    { name: 'program without key', agent: 'keyless' },
  ],
};

export interface HostileCup {
  standings: Standings;
  fixtures: FixtureRecord[];
  /** Dollars that the tournament was charged. */
  cost: number;
}

function agentNamed(name: string, owner: string, spec: AgentSpec): Agent {
  const words = { name, title: name, summary: '', owner, licence: '', plays: ['gpu-market/classic'] };
  return agentOf({ ...words, spec }, { version: 1, createdAt: '2026-11-23T00:00:00.000Z' });
}

function modelSpec(backend: string, turnSeconds = 30): AgentSpec {
  return { ...SMOLLM2, model: backend, backends: [backend], prompt: 'classic-1', repairs: 0, turnSeconds, fallback: 'rule_based_expert' };
}

/** Answers by its pinned weights until it has been asked so often; from then on other weights answer under the same name. */
function swappedAfter(times: number): WorkerPool {
  const pool = new WorkerPool({ returnMs: 0 });
  let hear: (message: unknown) => void = () => undefined;
  let asked = 0;
  pool.attach({
    send: (message) => {
      if (message.type !== 'ask') return;
      asked += 1;
      const digest = asked <= times ? WEIGHTS : OTHERS;
      const pin = { model: 'workers', digest, adapter: null, adapterDigest: null, runtime: 'acted 1' };
      const counted = { tokens: { prompt: 400, cached: 0, completion: 8 }, timing: { queued: 0, first: 1, total: 2 } };
      setImmediate(() => hear({ type: 'done', id: message.id, reply: { text: WAIT, held: true, end: 'stop', ...counted, pin } }));
    },
    onMessage: (listener) => {
      hear = listener;
    },
    onClose: () => undefined,
    close: () => undefined,
  });
  const worker = { id: 'w', name: 'w', host: 'here', pid: 1, device: 'cpu', threads: 1, slots: 4, runtime: 'acted 1' };
  hear({ type: 'hello', worker, models: [{ name: 'workers', digest: WEIGHTS, adapters: [], context: 4_096 }] });
  return pool;
}

export async function playHostileCup(worlds = PLAN.worlds): Promise<HostileCup> {
  const lie = { ...USAGE, prompt_tokens: 9e15, completion_tokens: 9e15 };
  const answers = { index: 0, message: { role: 'assistant', content: WAIT }, finish_reason: 'stop' };
  const servers: ChatServer[] = [
    await openChatServer((response) => streamText(response, WAIT), ['honest']),
    await openChatServer(() => undefined, ['silent']),
    await openChatServer((response) => answerJson(response, 200, { id: 'c', model: 'm', choices: [answers], usage: lie }), ['liar']),
    await openChatServer((response) => answerJson(response, 401, { error: 'unknown key' })),
  ];
  const [honest, silent, liar, keyless] = servers.map(({ url }) => url);
  const served = (id: string, url = ''): ChatModel => openAiModel({ id, url, key: () => null });
  const backends = [served('honest', honest), served('silent', silent), served('liar', liar), swappedAfter(30)];
  const gateway = makeGateway({ backends, retry: { times: 0 }, priceOf: () => ({ prompt: 1, cached: 1, completion: 1 }) });
  const program: AgentSpec = { kind: 'remote', url: keyless ?? '', secretName: 'CUP_KEY', fallback: 'rule_based_expert', turnSeconds: 30 };
  const builtIn = [
    agentNamed('honest', 'Ada', modelSpec('honest')),
    agentNamed('silent', 'Bob', modelSpec('silent', 0.1)),
    agentNamed('swapped', 'Cem', modelSpec('workers')),
    agentNamed('liar', 'Dora', modelSpec('liar')),
    agentNamed('keyless', 'Eve', program),
  ];
  const makes = (agent: Agent) => makePlayer(agent, { chat: gateway, remote: { isTrusted: true, secretOf: () => 'an old key' } });
  const agents = new AgentDesk({ builtIn, store: null, makePlayer: makes, backends: () => gateway.backends() });
  const services = servicesHere({ agents });
  while (builtIn.some((agent) => agents.whyNotReady(agent) !== null)) await new Promise((resolve) => setTimeout(resolve, 20)); // until each has listed its models
  try {
    const entrants = PLAN.entrants.map((one) => ({ ...one, owner: builtIn.find(({ name }) => name === one.agent)?.owner ?? null }));
    const cup = await begin(services, { ...PLAN, entrants, worlds });
    const worker = new TournamentWorker(services, { slots: 4, minds: async () => ({ agents }) });
    await worker.start();
    while ((await services.store.tournaments.get(cup.id))?.status === 'running') await new Promise((resolve) => setTimeout(resolve, 50));
    await worker.stop();
    const fixtures = await services.store.tournaments.fixtures(cup.id);
    const counts = await services.store.tournaments.counts(cup.id);
    const record = (await services.store.tournaments.get(cup.id)) ?? cup;
    const cost = fixtures.flatMap(({ result }) => result?.seats ?? []).reduce((sum, seat) => sum + seat.cost, 0);
    return { standings: standingsOf(record, fixtures, counts), fixtures, cost };
  } finally {
    for (const backend of backends) await backend.close();
    for (const server of servers) await server.close();
  }
}
