/** The real model behind the pool of workers; at a table it sits in model-real-match.test.ts. */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatRequest } from '~/inference/chat-model';
import { LocalWorker } from '~/inference/local-worker';
import { openModels } from '~/inference/models/models';
import { runtimeFolder } from '~/inference/models/runtime';
import { type LocalWorker as SpawnedWorker, spawnLocalWorker } from '~/inference/models/spawn-local-worker';
import { WorkerPool } from '~/inference/workers/worker-pool';
import { MODELS_FOLDER as folder, REAL_MODEL as MODEL, reasonWithoutModel } from './support/real-model';

/** Of a test, and of one turn in it: loading weights and writing take seconds, and minutes where everything else runs beside them. */
const PATIENCE = 600_000;
const TURN_MS = 500_000;
const models = openModels(folder);

const missing = await reasonWithoutModel();
const [adapter] = (await models.list()).filter(({ base }) => base?.name === MODEL);

const SCHEMA = {
  oneOf: [
    {
      type: 'object',
      required: ['action', 'to', 'pay'],
      properties: {
        action: { const: 'make_offer' },
        to: { enum: ['lab_7', 'lab_9'] },
        pay: { type: 'integer', minimum: 37, maximum: 412 },
      },
    },
    { type: 'object', required: ['action'], properties: { action: { const: 'decline' } } },
  ],
};

const REQUEST: ChatRequest = {
  model: MODEL,
  adapter: null,
  messages: [
    { role: 'system', content: 'You trade GPU time between labs. You answer with one JSON object and nothing else.' },
    { role: 'user', content: 'You hold two blocks. Lab 7 wants one. What do you do?' },
  ],
  sampling: { temperature: 0.8, topP: 0.95, topK: 40, seed: 7, maxTokens: 48, stop: [] },
  schema: SCHEMA,
  timeoutMs: TURN_MS,
};

const FREE: ChatRequest = { ...REQUEST, schema: null, sampling: { ...REQUEST.sampling, maxTokens: 16 } };

describe.skipIf(missing !== null)(`the real model${missing === null ? '' : ` (left out: ${missing})`}`, { timeout: PATIENCE }, () => {
  let pool: WorkerPool;
  let keeper: LocalWorker;
  const children: SpawnedWorker[] = [];

  beforeAll(() => {
    pool = new WorkerPool({ silenceMs: 120_000, returnMs: 120_000 }); // a busy machine keeps a process from beating
    keeper = new LocalWorker(pool, () => {
      const child = spawnLocalWorker({ models: folder, warm: MODEL, context: 1024, slots: 3 });
      children.push(child);
      return child;
    });
    keeper.wake();
  });

  afterAll(async () => {
    keeper.stop();
    await pool.close();
    for (const child of children) child.close();
  });

  /** The pool refuses turns while it knows no worker. */
  async function ready(): Promise<void> {
    await expect.poll(() => pool.workers().length, { timeout: PATIENCE, interval: 100 }).toBeGreaterThan(0);
  }

  test('writes a turn under a grammar, with its counts and its pin', async () => {
    await ready();
    const pieces: string[] = [];
    const reply = await pool.chat({ ...REQUEST, onText: (piece) => pieces.push(piece) });
    const action = JSON.parse(reply.text) as { action: string; to?: string; pay?: number };
    expect(['make_offer', 'decline']).toContain(action.action);
    if (action.action === 'make_offer') expect(action.pay).toSatisfy((pay: number) => Number.isInteger(pay) && pay >= 37 && pay <= 412);
    expect(reply).toMatchObject({ held: true, end: 'stop', backend: 'workers' });
    expect(pieces.join('')).toBe(reply.text);
    expect(reply.tokens.prompt).toBeGreaterThan(30);
    expect(reply.tokens.completion).toBeGreaterThan(3);
    const ids = reply.written?.ids ?? [];
    const logprobs = reply.written?.logprobs ?? [];
    expect([ids.length, logprobs.length]).toEqual([reply.tokens.completion, reply.tokens.completion]);
    expect(ids.every((id) => Number.isInteger(id) && id >= 0)).toBe(true);
    expect(logprobs.every((one) => one <= 0 && one > -100)).toBe(true);
    expect(logprobs).toContain(0); // where the grammar leaves one token
    expect(Math.min(...logprobs)).toBeLessThan(0);
    const card = await models.find(MODEL);
    expect(reply.pin).toMatchObject({ model: MODEL, digest: card?.digest, adapter: null, runtime: 'node-llama-cpp 3.22.1' });
  });

  test('writes the same for the same seed, reading the prompt from memory, and something else for others', async () => {
    await ready();
    const first = await pool.chat(FREE);
    const again = await pool.chat(FREE);
    expect(again.text).toBe(first.text);
    expect(again.tokens.cached).toBe(first.tokens.prompt - 1);
    const others = await Promise.all([8, 9].map((seed) => pool.chat({ ...FREE, sampling: { ...FREE.sampling, seed } })));
    expect(others.some(({ text }) => text !== first.text)).toBe(true);
  });

  test('ends before a stop text, and says when it was cut', async () => {
    await ready();
    const whole = await pool.chat({ ...FREE, sampling: { ...FREE.sampling, temperature: 0 } });
    const stop = whole.text.slice(6, 9);
    const stopped = await pool.chat({ ...FREE, sampling: { ...FREE.sampling, temperature: 0, stop: ['never to be seen', stop] } });
    expect(stopped).toMatchObject({ text: whole.text.slice(0, whole.text.indexOf(stop)), end: 'stop' });
    const cut = await pool.chat({ ...FREE, sampling: { ...FREE.sampling, temperature: 0, maxTokens: 2 } });
    expect(cut).toMatchObject({ end: 'length', tokens: { completion: 2 } });
  });

  test('a prompt that does not fit, a model that is not there: each by its own name', async () => {
    await ready();
    const long = [{ role: 'user' as const, content: 'a block of GPU time '.repeat(400) }];
    await expect(pool.chat({ ...REQUEST, messages: long })).rejects.toMatchObject({ code: 'too_long' });
    await expect(pool.chat({ ...REQUEST, model: 'nothing-1b' })).rejects.toMatchObject({ code: 'unknown_model' });
  });

  test('a turn called off ends, and the next one is written', async () => {
    await ready();
    const ends = new AbortController();
    const sampling = { ...FREE.sampling, maxTokens: 900 };
    const turn = pool.chat({ ...FREE, sampling, signal: ends.signal, onText: () => ends.abort() });
    await expect(turn).rejects.toMatchObject({ code: 'aborted' });
    expect((await pool.chat(REQUEST)).held).toBe(true);
  });

  test('a worker that is to compute on a GPU that is not here ends with the reason, and takes nothing else', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'mandi-no-gpu-'));
    try {
      // The runtime for the processor in the place of the one for CUDA: there is no GPU for it on any machine.
      const place = runtimeFolder(scratch, 'cuda');
      await mkdir(dirname(place), { recursive: true });
      await symlink(runtimeFolder(folder, 'cpu'), place, 'dir');
      const worker = spawnLocalWorker({ models: scratch, device: 'cuda' });
      const messages: unknown[] = [];
      worker.onMessage((message) => messages.push(message));
      const why = await new Promise<string>((resolve) => worker.onClose(resolve));
      expect(why).toMatch(/^the worker ended \(exit code 3\): The runtime cannot run on cuda here \(.*NVIDIA GPU.*MANDI_DEVICE=cpu/);
      expect([worker.hasNoDevice, messages]).toEqual([true, []]);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });

  test.skipIf(adapter === undefined)(
    `outputs change with the adapter ${adapter?.name ?? '(none is here)'} and revert without it`,
    async () => {
      await ready();
      const plain = { ...FREE, sampling: { ...FREE.sampling, temperature: 0 } };
      const before = await pool.chat(plain);
      const adapted = await pool.chat({ ...plain, adapter: adapter?.name ?? null });
      const after = await pool.chat(plain);
      expect(adapted.text).not.toBe(before.text);
      expect(adapted.pin.adapterDigest).toBe(adapter?.digest);
      expect(after.text).toBe(before.text);
    },
  );

  test('a worker killed in mid-thought: its turn is written by the one that follows it', async () => {
    await ready();
    const expected = await pool.chat(FREE);
    const doomed = children.at(-1);
    let killed = false;
    const onText = () => {
      if (!killed) doomed?.close();
      killed = true;
    };
    const reply = await pool.chat({ ...FREE, onText });
    expect(children.at(-1)).not.toBe(doomed);
    expect(reply.attempts.map(({ fault }) => fault)).toEqual(['unreachable', null]);
    expect(reply.text).toBe(expected.text);
  });
});
