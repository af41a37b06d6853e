/** A real model: the worker's tokens against a bare loop of the same bindings, and what seats at once gain by one batch. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/config';
import type { ChatRequest } from '../src/inference/chat-model';
import { openModels } from '../src/inference/models/models';
import { installRuntime } from '../src/inference/models/runtime';
import { spawnLocalWorker } from '../src/inference/models/spawn-local-worker';
import { WorkerPool } from '../src/inference/workers/worker-pool';
import type { BareLine, BareTask } from './inference-bare';
import type { Measure, Section } from './section';
import { median } from './turns';

const MODEL = 'smollm2-135m-instruct';
const AIM = 0.95;
const SEATS = [1, 4, 16];
const SYSTEM = 'You trade blocks of GPU time between labs. Think of your jobs, your budget and the other labs, then answer in plain words.';

export const section: Section = {
  id: 'inference-model',
  title: 'A model here: the worker against the bare bindings, seats at once',
  async measure({ quick, tell }) {
    const models = openModels(readConfig().models);
    const card = await models.pull(MODEL, { say: tell });
    const runtime = await installRuntime(models.folder, 'cpu', { say: tell });
    const speed = await againstBare({ models: models.folder, runtime, weights: card.file, turns: quick ? 3 : 15, tell });
    const seats = await seatsAtOnce({ models: models.folder, turns: quick ? 16 : 48, tell });
    return [speed, ...seats];
  },
};

interface Comparison {
  models: string;
  runtime: string;
  weights: string;
  turns: number;
  tell(line: string): void;
}

/** In turns, worker and loop, each in a process of its own with one thread; the same prompt, length and sampling. */
async function againstBare({ models, runtime, weights, turns, tell }: Comparison): Promise<Measure> {
  const pool = await poolWith(models, 4);
  const bare = await startBare(runtime, weights);
  const tokens = 128;
  const speeds: { worker: number; bare: number }[] = [];
  try {
    for (let turn = -1; turn < turns; turn += 1) {
      const request = requestOf(turn, tokens);
      const own = await pool.chat(request);
      const other = await bare.write({ prompt: asText(request), tokens, seed: turn + 1 });
      if (turn < 0) continue; // the first loads and reads the prompt
      speeds.push({ worker: own.tokens.completion / own.timing.total, bare: other.tokens / other.ms });
      const { worker, bare: loop } = speeds.at(-1) ?? { worker: 0, bare: 1 };
      tell(`worker ${(worker * 1000).toFixed(1)} tokens/s, bare ${(loop * 1000).toFixed(1)}`);
    }
  } finally {
    bare.end();
    await pool.close();
  }
  const ratios = speeds.map(({ worker, bare: loop }) => worker / loop);
  const ratio = { median: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) };
  return {
    what: 'tokens written by the worker',
    value: median(speeds.map(({ worker }) => worker)) * 1000,
    unit: 'tokens/s',
    against: { what: 'the same bindings in a bare loop', value: median(speeds.map(({ bare: loop }) => loop)) * 1000 },
    ratio,
    aim: { text: `at least ${AIM * 100}%`, met: ratio.median >= AIM },
    note: `${turns} turns of up to ${tokens} tokens, prompt remembered, one thread; from asking to the whole text`,
  };
}

interface Crowd {
  models: string;
  turns: number;
  tell(line: string): void;
}

async function seatsAtOnce({ models, turns, tell }: Crowd): Promise<Measure[]> {
  const measures: Measure[] = [];
  const pool = await poolWith(models, Math.max(...SEATS));
  try {
    await pool.chat(requestOf(0, 8));
    for (const seats of SEATS) {
      const began = performance.now();
      const replies = await playTurns(pool, seats, turns);
      const seconds = (performance.now() - began) / 1000;
      const written = replies.reduce((sum, { tokens }) => sum + tokens.completion, 0);
      const value = (turns / seconds) * 60;
      tell(`${seats} seats: ${value.toFixed(1)} turns/min`);
      measures.push({
        what: `turns of ${seats} ${seats === 1 ? 'seat' : 'seats at once'}`,
        value,
        unit: 'turns/min',
        note: `${(written / seconds).toFixed(1)} tokens/s in all`,
      });
    }
  } finally {
    await pool.close();
  }
  return measures;
}

/** Each seat asks again as soon as it has its answer. */
async function playTurns(pool: WorkerPool, seats: number, turns: number) {
  const replies: Awaited<ReturnType<WorkerPool['chat']>>[] = [];
  let next = 0;
  async function play(): Promise<void> {
    while (next < turns) {
      next += 1;
      replies.push(await pool.chat(requestOf(next, 32)));
    }
  }
  await Promise.all(Array.from({ length: seats }, play));
  return replies;
}

async function poolWith(models: string, slots: number): Promise<WorkerPool> {
  const pool = new WorkerPool({ silenceMs: 120_000 });
  pool.attach(spawnLocalWorker({ models, slots, warm: MODEL, context: 1024 }));
  while (pool.workers().length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  return pool;
}

function requestOf(turn: number, maxTokens: number): ChatRequest {
  return {
    model: MODEL,
    adapter: null,
    messages: [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: 'Lab 3 offers two blocks for your reserve of forty credits. Tell at length what you weigh.' },
    ],
    sampling: { temperature: 0.8, topP: 0.95, topK: 40, seed: turn + 1, maxTokens, stop: [] },
    schema: null,
    timeoutMs: 600_000,
    onText: () => undefined,
  };
}

function asText({ messages }: ChatRequest): string {
  return `${messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`).join('')}<|im_start|>assistant\n`;
}

async function startBare(runtime: string, weights: string) {
  const child = fork(fileURLToPath(new URL('inference-bare.ts', import.meta.url)), [runtime, weights], { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return {
    async write(task: BareTask): Promise<BareLine> {
      child.send(task);
      const [line] = (await once(child, 'message')) as [BareLine];
      return line;
    },
    end: () => child.kill(),
  };
}
