/** One worker, as Mandi starts it, under one load. */
import { execFileSync } from 'node:child_process';
import type { Device } from '~/config';
import type { ChatReply } from '~/inference/chat-model';
import { spawnLocalWorker } from '~/inference/models/spawn-local-worker';
import { WorkerPool } from '~/inference/workers/worker-pool';
import { quantile } from '../turns';
import type { KeptRequest } from './requests';
import { FIRST_ADAPTER, SECOND_ADAPTER } from './second-adapter';

export interface Stage {
  models: string;
  model: string;
  device: Device;
  slots: number;
  threads: number;
  context: number;
  /** The worker's program as one file; undefined: its sources. */
  worker: string | undefined;
  requests: readonly KeptRequest[];
  /** At most this many turns, in at most this many seconds. */
  turns: number;
  seconds: number;
}

/** The answers' tokens, by request. */
export type Answers = ReadonlyMap<number, Answer>;

interface Answer {
  text: string;
  ids: readonly number[];
}

export interface StageResult {
  device: Device;
  slots: number;
  threads: number;
  turns: number;
  seconds: number;
  tokens: { prompt: number; cached: number; completion: number };
  /** Milliseconds from the request to the complete answer. */
  latency: { p50: number; p95: number };
  /** Answers identical to those of the first stage; for the others, the share of leading tokens in common. null: it is the first. */
  same: { same: number; of: number; commonLead: number | null; first: number; second: number } | null;
  /** Of the first eight requests with the first adapter: how many the second answers differently. null: it was not asked. */
  adaptersDiffer: number | null;
  /** Seconds from the start of the process to the first answer with each adapter. */
  start: number;
  /** MiB of the GPU in use at the end, by nvidia-smi; null: on the processor. */
  memory: number | null;
}

/** Ends the program: the worker cannot be started here, or died. */
export class NoWorker extends Error {
  readonly device: Device;

  constructor(device: Device, message: string) {
    super(message);
    this.device = device;
  }
}

const ADAPTERS = [FIRST_ADAPTER, SECOND_ADAPTER];
const START_MS = 150_000;
const TURN_MS = 120_000;
/** Asked before the clock starts, and not counted. */
const WARM_UP: KeptRequest = {
  messages: [{ role: 'user', content: 'Say yes or no.' }],
  sampling: { temperature: 0, topP: 1, topK: 0, seed: 0, maxTokens: 4, stop: [] },
  schema: null,
};

export async function serveStage(stage: Stage, reference: Answers | null): Promise<{ result: StageResult; answers: Answers }> {
  const { models, model, device, slots, threads, context } = stage;
  const began = performance.now();
  const said: string[] = [];
  const pool = new WorkerPool({ silenceMs: START_MS, mostLosses: 0, returnMs: 0 });
  const program = stage.worker === undefined ? {} : { program: stage.worker };
  const line = spawnLocalWorker({ models, device, slots, threads, context, warm: model, say: (text) => said.push(text), ...program });
  pool.attach(line);
  try {
    await ready(pool, line);
    for (const adapter of ADAPTERS) await ask(pool, stage, { request: WARM_UP, adapter });
    const start = (performance.now() - began) / 1000;
    const { played, seconds } = await play(pool, stage);
    const same = compare(played, reference);
    const adaptersDiffer = reference === null ? await countDifferent(pool, stage, played) : null;
    const result = { ...summed(played), device, slots, threads, seconds, same, adaptersDiffer, start, memory: memoryOf(device) };
    return { result, answers: new Map([...played].map(([index, { reply }]) => [index, answerOf(reply)])) };
  } catch (fault) {
    const words = said.slice(-20).join('\n');
    throw new NoWorker(
      device,
      `${pool.loss ?? (fault instanceof Error ? fault.message : String(fault))}${words === '' ? '' : `\n${words}`}`,
    );
  } finally {
    await pool.close();
  }
}

async function ready(pool: WorkerPool, line: { hasNoDevice: boolean }): Promise<void> {
  const until = performance.now() + START_MS;
  while (pool.workers().length === 0) {
    if (line.hasNoDevice || pool.loss !== null) throw new Error('it ended before it was ready');
    if (performance.now() > until) throw new Error(`it was not ready within ${START_MS / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function ask(pool: WorkerPool, { model }: Stage, { request, adapter }: { request: KeptRequest; adapter: string }): Promise<ChatReply> {
  return pool.chat({ ...request, model, adapter, timeoutMs: TURN_MS, onText: () => undefined });
}

interface Played {
  reply: ChatReply;
  ms: number;
}

/** As many at once as there are slots, every other one with the second adapter; each seat asks again as soon as it has its answer. */
async function play(pool: WorkerPool, stage: Stage): Promise<{ played: Map<number, Played>; seconds: number }> {
  const played = new Map<number, Played>();
  const began = performance.now();
  const until = began + stage.seconds * 1000;
  let next = 0;
  async function seat(): Promise<void> {
    while (next < stage.turns && performance.now() < until) {
      const index = next;
      next += 1;
      const request = stage.requests[index];
      if (request === undefined) return;
      const asked = performance.now();
      const reply = await ask(pool, stage, { request, adapter: ADAPTERS[index % ADAPTERS.length] ?? FIRST_ADAPTER });
      played.set(index, { reply, ms: performance.now() - asked });
    }
  }
  await Promise.all(Array.from({ length: stage.slots }, seat));
  return { played, seconds: (performance.now() - began) / 1000 };
}

async function countDifferent(pool: WorkerPool, stage: Stage, played: ReadonlyMap<number, Played>): Promise<number> {
  const some = [...played].filter(([index]) => index % ADAPTERS.length === 0).slice(0, 8);
  let different = 0;
  for (const [index, { reply }] of some) {
    const request = stage.requests[index];
    if (request !== undefined && (await ask(pool, stage, { request, adapter: SECOND_ADAPTER })).text !== reply.text) different += 1;
  }
  return different;
}

function summed(played: ReadonlyMap<number, Played>): Pick<StageResult, 'turns' | 'tokens' | 'latency'> {
  const all = [...played.values()];
  const sum = (of: (reply: ChatReply) => number) => all.reduce((total, { reply }) => total + of(reply), 0);
  const times = all.map(({ ms }) => ms);
  return {
    turns: all.length,
    tokens: {
      prompt: sum(({ tokens }) => tokens.prompt),
      cached: sum(({ tokens }) => tokens.cached ?? 0),
      completion: sum(({ tokens }) => tokens.completion),
    },
    latency: { p50: quantile(times, 0.5), p95: quantile(times, 0.95) },
  };
}

function answerOf({ text, written }: ChatReply): Answer {
  return { text, ids: written?.ids ?? [] };
}

function compare(played: ReadonlyMap<number, Played>, reference: Answers | null): StageResult['same'] {
  if (reference === null) return null;
  const pairs = [...played].flatMap(([index, { reply }]) => {
    const expected = reference.get(index);
    return expected === undefined ? [] : [{ index, expected, found: answerOf(reply) }];
  });
  const equal = pairs.filter(({ expected, found }) => expected.text === found.text);
  const leads = pairs.filter((pair) => !equal.includes(pair)).map(({ expected, found }) => commonLead(expected.ids, found.ids));
  return {
    same: equal.length,
    of: pairs.length,
    commonLead: leads.length === 0 ? null : leads.reduce((sum, lead) => sum + lead, 0) / leads.length,
    first: equal.filter(({ index }) => index % ADAPTERS.length === 0).length,
    second: equal.filter(({ index }) => index % ADAPTERS.length === 1).length,
  };
}

function commonLead(one: readonly number[], other: readonly number[]): number {
  const differs = one.findIndex((id, at) => id !== other[at]);
  return one.length === 0 ? 0 : (differs < 0 ? one.length : differs) / one.length;
}

function memoryOf(device: Device): number | null {
  if (device === 'cpu') return null;
  try {
    return Number(execFileSync('nvidia-smi', ['--query-gpu=memory.used', '--format=csv,noheader,nounits'], { encoding: 'utf8' }).trim());
  } catch {
    return null;
  }
}
