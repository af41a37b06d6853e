/** The overhead of the path to a model: gateway, and gateway with the workers' queue, around models that answer at once. */
import type { ChatModel, ChatRequest } from '~/inference/chat-model';
import { makeGateway } from '~/inference/gateway/gateway';
import { nullModel } from '~/inference/null/null-model';
import type { AskedChat, FromWorker, ToWorker, WorkerLine } from '~/inference/worker-protocol';
import { WorkerPool } from '~/inference/workers/worker-pool';
import type { Measure, Section } from './section';
import { interleave, median } from './turns';

const CALLS = 1_000;
const SLOTS = 16;
const PROMPT = 'You trade GPU hours. Offers, jobs and messages of this round follow.\n'.repeat(60);
const MODEL = 'null:constant';

export const section: Section = {
  id: 'inference',
  title: 'Inference: what the gateway adds to a turn',
  async measure(options) {
    const turns = options.quick ? 3 : 15;
    const measures: Measure[] = [];
    for (const atOnce of [1, SLOTS]) {
      options.tell(`gateway, ${atOnce} at once`);
      measures.push(await compare({ what: 'gateway', atOnce, turns }, makeGateway({ backends: [nullModel('constant')] })));
      options.tell(`gateway and queue, ${atOnce} at once`);
      measures.push(await compareQueue(atOnce, turns));
    }
    return measures;
  },
};

async function compareQueue(atOnce: number, turns: number): Promise<Measure> {
  const pool = new WorkerPool();
  pool.attach(instantWorker());
  try {
    return await compare({ what: 'gateway and queue', atOnce, turns }, makeGateway({ backends: [pool] }));
  } finally {
    await pool.close();
  }
}

interface Comparison {
  what: string;
  atOnce: number;
  turns: number;
}

/** Microseconds per call beyond the bare model's. */
async function compare({ what, atOnce, turns }: Comparison, through: ChatModel): Promise<Measure> {
  const bare = nullModel('constant');
  const found = await interleave(
    turns,
    () => microseconds(through, atOnce),
    () => microseconds(bare, atOnce),
  );
  const added = found.a.map((value, turn) => value - (found.b[turn] ?? 0));
  return {
    what: `${what}, ${atOnce === 1 ? 'one call at a time' : `${atOnce} calls at a time`}`,
    value: median(added),
    unit: 'µs a turn',
    against: { what: 'the bare model', value: median(found.b) },
    note: `${CALLS} calls with a prompt of ${PROMPT.length} characters, ${turns} turns; the model answers immediately`,
  };
}

async function microseconds(model: ChatModel, atOnce: number): Promise<number> {
  let left = CALLS;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async (_, seat) => {
      while (left-- > 0) await model.chat(request(seat));
    }),
  );
  return ((performance.now() - began) * 1_000) / CALLS;
}

function request(seat: number): ChatRequest {
  return {
    model: MODEL,
    adapter: null,
    messages: [
      { role: 'system', content: 'You are a lab in a market for GPUs.' },
      { role: 'user', content: PROMPT },
    ],
    sampling: { temperature: 0, topP: 1, topK: 0, seed: 1, maxTokens: 128, stop: [] },
    schema: { type: 'object', properties: { type: { const: 'pass' } }, required: ['type'] },
    timeoutMs: 30_000,
    account: { match: `match-${seat}`, seat: 'lab_1', agent: 'null-constant@1' },
  };
}

/** A worker that answers at once; its messages go through JSON, as on a real line. */
function instantWorker(): WorkerLine {
  let hear: (message: unknown) => void = () => {};
  const say = (message: FromWorker) => hear(JSON.parse(JSON.stringify(message)));
  const worker = { id: 'w', name: 'instant', host: 'here', pid: 1, device: 'cpu', threads: 1, slots: SLOTS, runtime: 'none' } as const;
  return {
    send(message) {
      const heard = JSON.parse(JSON.stringify(message)) as ToWorker;
      if (heard.type === 'ask') queueMicrotask(() => say({ type: 'done', id: heard.id, reply: answer(heard.chat) }));
    },
    onMessage(listener) {
      hear = listener;
      say({ type: 'hello', worker, models: [{ name: MODEL, digest: null, adapters: [], context: null }] });
    },
    onClose: () => {},
    close: () => {},
  };
}

function answer({ model, adapter }: AskedChat): (FromWorker & { type: 'done' })['reply'] {
  return {
    text: '{"type":"pass"}',
    held: true,
    end: 'stop',
    tokens: { prompt: 0, cached: null, completion: 0 },
    timing: { queued: 0, first: 0, total: 0 },
    pin: { model, digest: null, adapter, adapterDigest: null, runtime: null },
  };
}
