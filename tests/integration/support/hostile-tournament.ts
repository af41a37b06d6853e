/**
 * A rated tournament in which a model never answers, one is swapped half way, one lies about its usage and a program has lost its key, as an
 * operator runs it: agents in Postgres, backends in a file, a web process, the worker process that it starts for its tournaments, an
 * inference worker over a WebSocket. `scripts/hostile-tournament.mjs` writes it down.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import type { AgentSpec, ModelSpec } from '~/agents/agent';
import { SMOLLM2 } from '~/agents/built-in';
import { NO_MINDS, openAgentRuntime } from '~/start/agent-runtime';
import type { Database } from '~/store/database';
import { PostgresEventStore } from '~/store/postgres-event-store';
import type { FixtureRecord, Standings } from '~/store/tournaments/tournament';
import { standingsOf } from '~/tournament/standings';
import { answerJson, type ChatServer, openChatServer, streamText, USAGE } from './chat-server';
import { runMandi } from './run-mandi';
import { apiOf, until } from './server';
import { spawnServer } from './spawned';

const WAIT = '{"action_type":"wait"}';
const WEIGHTS = `sha256:${'b179'.repeat(16)}`;
const OTHERS = `sha256:${'ffff'.repeat(16)}`;
const LONG_MS = 1_800_000;

/** By ruleset: whose names the two real policies have, and which plays for the broken. */
const PLAYERS = {
  classic: { prompt: 'classic-1', strong: 'rule_based_expert', weak: 'base_instruct_naive', nulls: ['constant'], turnsPerWorld: 3 },
  open: { prompt: 'open-2', strong: 'planner', weak: 'greedy', nulls: ['random'], turnsPerWorld: 24 },
} as const;

export type CupRuleset = keyof typeof PLAYERS;

export interface HostileCup {
  standings: Standings;
  fixtures: FixtureRecord[];
  /** As `mandi tournament standings` prints them. */
  text: string;
  /** Dollars that the tournament was charged. */
  cost: number;
  /** Turns that the swapped model was asked for, and how many of them other weights answered. */
  swapped: { asked: number; byOthers: number };
  /** What lists of agents say of the program afterwards. */
  programNotReady: string | null;
}

/** As a user would write it. */
function planOf(ruleset: CupRuleset, worlds: number): object {
  const { strong, weak, nulls } = PLAYERS[ruleset];
  return {
    name: 'A hostile cup',
    ruleset,
    task: 'single_trade',
    kind: 'rated',
    worlds,
    nulls,
    entrants: [
      { name: strong, agent: strong },
      { name: weak, agent: weak },
      { name: 'honest model', agent: 'honest', owner: 'Ada' },
      { name: 'silent model', agent: 'silent', owner: 'Bob' },
      { name: 'swapped model', agent: 'swapped', owner: 'Cem' },
      { name: 'lying model', agent: 'liar', owner: 'Dora' },
      { name: 'program without key', agent: 'keyless', owner: 'Eve' },
    ],
  };
}

export async function playHostileCup(ruleset: CupRuleset, database: Database, worlds = 20): Promise<HostileCup> {
  const closers: (() => unknown)[] = [];
  const home = await mkdtemp(join(tmpdir(), 'mandi-cup-'));
  closers.push(() => rm(home, { recursive: true, force: true }));
  try {
    const servers = await openServers();
    closers.push(...Object.values(servers).map((server) => () => server.close()));
    const inference = join(home, 'inference.json');
    await writeFile(inference, JSON.stringify(inferenceFile(servers)));
    const store = new PostgresEventStore(database, 'cup');
    closers.push(() => store.close());
    await addAgents(store, ruleset, servers.keyless.url);
    const server = await spawnServer(database.target.url, { MANDI_INFERENCE: inference, CUP_KEY: 'an old key' });
    closers.push(() => server.kill());
    const swapped = joinAsWorker(server.origin, Math.floor((PLAYERS[ruleset].turnsPerWorld * worlds) / 2));
    closers.push(() => swapped.leave());
    const api = apiOf(server.origin);
    const seated = async () => (await api.agent.list.query({})).filter(({ builtIn }) => !builtIn);
    await until(async () => (await seated()).every(({ ready }) => ready)); // each backend has listed its models

    const { id } = await api.tournament.create.mutate({ text: JSON.stringify(planOf(ruleset, worlds)) });
    await until(async () => (await store.tournaments.get(id))?.status === 'finished', LONG_MS);
    const [fixtures, counts, record] = await Promise.all([
      store.tournaments.fixtures(id),
      store.tournaments.counts(id),
      store.tournaments.get(id),
    ]);
    if (record === null) throw new Error(`tournament ${id} is gone`);
    const { out: text } = await runMandi(['tournament', 'standings', id], { env: { DATABASE_URL: database.target.url, MANDI_HOME: home } });
    const cost = fixtures.flatMap(({ result }) => result?.seats ?? []).reduce((sum, seat) => sum + seat.cost, 0);
    const programNotReady = (await seated()).find(({ agent }) => agent.name === 'keyless')?.notReady ?? null;
    return { standings: standingsOf(record, fixtures, counts), fixtures, text, cost, swapped: swapped.counts, programNotReady };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

async function openServers(): Promise<Record<'honest' | 'silent' | 'liar' | 'keyless', ChatServer>> {
  const lie = { ...USAGE, prompt_tokens: 9e15, completion_tokens: 9e15 };
  const choices = [{ index: 0, message: { role: 'assistant', content: WAIT }, finish_reason: 'stop' }];
  return {
    honest: await openChatServer((response) => streamText(response, WAIT), ['honest']),
    silent: await openChatServer(() => undefined, ['silent']),
    liar: await openChatServer((response) => answerJson(response, 200, { id: 'c', model: 'm', choices, usage: lie }), ['liar']),
    keyless: await openChatServer((response) => answerJson(response, 401, { error: 'unknown key' })),
  };
}

function inferenceFile({ honest, silent, liar }: Record<'honest' | 'silent' | 'liar', ChatServer>): object {
  const price = { prompt: 1, cached: 1, completion: 1 };
  return { backends: Object.entries({ honest, silent, liar }).map(([id, { url }]) => ({ id, url, price })) };
}

async function addAgents(store: PostgresEventStore, ruleset: CupRuleset, programUrl: string): Promise<void> {
  const log = { info() {}, warn() {}, error() {} };
  const agentRuntime = await openAgentRuntime(NO_MINDS, { log, store: store.agents });
  const { prompt, strong } = PLAYERS[ruleset];
  const model = (name: string, turnSeconds = 30): ModelSpec => {
    return { ...SMOLLM2, model: name, backends: [], prompt, repairs: 0, turnSeconds, fallback: strong };
  };
  const program: AgentSpec = { kind: 'remote', url: programUrl, secretName: 'CUP_KEY', fallback: strong, turnSeconds: 30 };
  const specs = {
    honest: model('honest'),
    silent: model('silent', 0.3),
    swapped: model('swapped'),
    liar: model('liar'),
    keyless: program,
  };
  for (const [name, spec] of Object.entries(specs)) {
    const words = { name, title: name, summary: '', owner: '', licence: '', plays: [`gpu-market/${ruleset}`] };
    const added = await agentRuntime.agents.add({ ...words, spec, trusted: true });
    if (!added.ok) throw new Error(added.why);
  }
  await agentRuntime.close();
}

interface SwappedWorker {
  counts: HostileCup['swapped'];
  leave(): void;
}

/**
 * An inference worker that answers by its pinned weights until it has been asked so often; then other weights answer under the same name. As
 * every worker it comes again when its line ends, for a server may send it elsewhere.
 */
function joinAsWorker(origin: string, times: number): SwappedWorker {
  const counts = { asked: 0, byOthers: 0 };
  let line: WebSocket | null = null;
  let hasLeft = false;
  const say = (message: object): void => {
    if (line?.readyState === WebSocket.OPEN) line.send(JSON.stringify(message));
  };
  const answer = (id: string): void => {
    counts.asked += 1;
    if (counts.asked > times) counts.byOthers += 1;
    const digest = counts.asked <= times ? WEIGHTS : OTHERS;
    const pin = { model: 'swapped', digest, adapter: null, adapterDigest: null, runtime: 'acted 1' };
    const counted = { tokens: { prompt: 400, cached: 0, completion: 8 }, timing: { queued: 0, first: 1, total: 2 } };
    say({ type: 'done', id, reply: { text: WAIT, held: true, end: 'stop', ...counted, pin } });
  };
  const come = (): void => {
    if (hasLeft) return;
    line = new WebSocket(`${origin.replace('http', 'ws')}/inference/worker`);
    line.on('open', () => {
      const worker = { id: 'w', name: 'w', host: 'here', pid: 1, device: 'cpu', threads: 1, slots: 4, runtime: 'acted 1' };
      say({ type: 'hello', worker, models: [{ name: 'swapped', digest: WEIGHTS, adapters: [], context: 4_096 }] });
    });
    line.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { type: string; id: string };
      if (message.type === 'ask') answer(message.id);
    });
    line.on('error', () => undefined);
    line.on('close', () => setTimeout(come, 100));
  };
  come();
  const tally = { running: 0, done: 0, failed: 0, promptTokens: 0, cachedTokens: 0, completionTokens: 0, busyMs: 0, memory: 0 };
  const beating = setInterval(() => say({ type: 'beat', tally }), 1_000);
  const leave = (): void => {
    hasLeft = true;
    clearInterval(beating);
    line?.terminate();
  };
  return { counts, leave };
}
