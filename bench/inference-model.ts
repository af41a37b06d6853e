/**
 * A real model: the worker's tokens against a bare loop of the same bindings, and what a shared batch gains for seats that play at once.
 */
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
const ROUNDED = `${MODEL}-q4_0`;
const AIM = 0.95;
const SEATS = [1, 4, 16];
const SYSTEM = 'You trade blocks of GPU time between labs. Think of your jobs, your budget and the other labs, then answer in plain words.';

export const section: Section = {
  id: 'inference-model',
  title: 'A model on this machine: the worker against the bare bindings, and several seats at the same time',
  async measure({ quick, tell }) {
    const models = openModels(readConfig().models);
    const card = await models.pull(MODEL, { say: tell });
    const runtime = await installRuntime(models.folder, 'cpu', { say: tell });
    const speed = await againstBare({ models: models.folder, runtime, weights: card.file, turns: quick ? 3 : 15, tell });
    if ((await models.find(ROUNDED)) === null) await models.quantize(MODEL, 'q4_0', { as: ROUNDED, say: tell });
    const turns = quick ? 16 : 48;
    const own = await seatsAtOnce({ models: models.folder, model: MODEL, weights: 'Q4_1', turns, tell });
    const rounded = await seatsAtOnce({ models: models.folder, model: ROUNDED, weights: 'Q4_0', turns, tell });
    return [speed, ...own, ...rounded];
  },
};

interface Comparison {
  models: string;
  runtime: string;
  weights: string;
  turns: number;
  tell(line: string): void;
}

/** Worker and loop in turns, each in a separate process with one thread; the same prompt, length and sampling. */
async function againstBare({ models, runtime, weights, turns, tell }: Comparison): Promise<Measure> {
  const pool = await poolWith(models, 4, MODEL);
  const bare = await startBare(runtime, weights);
  const tokens = 128;
  const speeds: { worker: number; bare: number }[] = [];
  try {
    for (let turn = -1; turn < turns; turn += 1) {
      const request = requestOf(turn, tokens, MODEL);
      const own = await pool.chat(request);
      const other = await bare.write({ prompt: asText(request), tokens, seed: turn + 1 });
      if (turn < 0) continue; // the first one loads the weights and reads the prompt
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
    note: `${turns} turns of up to ${tokens} tokens, prompt remembered, one thread; timed from the request to the complete text`,
  };
}

interface Crowd {
  models: string;
  model: string;
  /** The type of its weights. */
  weights: keyof typeof NOTES;
  turns: number;
  tell(line: string): void;
}

const NOTES = {
  Q4_1: 'the default weights; llama.cpp has no kernel for several columns of Q4_1 on a processor, so a batch takes as long as its turns one by one',
  Q4_0: 'the same weights by `mandi models quantize`; llama.cpp has a kernel for several columns',
} as const;

async function seatsAtOnce({ models, model, weights, turns, tell }: Crowd): Promise<Measure[]> {
  const measures: Measure[] = [];
  const pool = await poolWith(models, Math.max(...SEATS), model);
  try {
    await pool.chat(requestOf(0, 8, model));
    for (const seats of SEATS) {
      const { value, tokens } = await playTurns(pool, { seats, turns, model });
      tell(`${weights}, ${seats} seats: ${value.toFixed(1)} turns/min`);
      measures.push({
        what: `${weights}: turns of ${seats} ${seats === 1 ? 'seat' : 'seats at once'}`,
        value,
        unit: 'turns/min',
        ...besideOne(measures[0], { value, weights }),
        note: `${tokens.toFixed(1)} tokens/s in all; ${NOTES[weights]}`,
      });
    }
  } finally {
    await pool.close();
  }
  return measures;
}

function besideOne(one: Measure | undefined, { value, weights }: { value: number; weights: keyof typeof NOTES }): Partial<Measure> {
  if (one === undefined) return {};
  const against = { what: 'one seat', value: one.value };
  return weights === 'Q4_0' ? { against, aim: { text: 'above one seat', met: value > one.value } } : { against };
}

interface Play {
  seats: number;
  turns: number;
  model: string;
}

/** Each seat asks again as soon as it has its answer. */
async function playTurns(pool: WorkerPool, { seats, turns, model }: Play): Promise<{ value: number; tokens: number }> {
  const began = performance.now();
  let next = 0;
  let written = 0;
  async function play(): Promise<void> {
    while (next < turns) {
      next += 1;
      const { tokens } = await pool.chat(requestOf(next, 32, model));
      written += tokens.completion;
    }
  }
  await Promise.all(Array.from({ length: seats }, play));
  const seconds = (performance.now() - began) / 1000;
  return { value: (turns / seconds) * 60, tokens: written / seconds };
}

async function poolWith(models: string, slots: number, model: string): Promise<WorkerPool> {
  const pool = new WorkerPool({ silenceMs: 120_000 });
  pool.attach(spawnLocalWorker({ models, slots, warm: model, context: 1024 }));
  while (pool.workers().length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  return pool;
}

function requestOf(turn: number, maxTokens: number, model: string): ChatRequest {
  return {
    model,
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
