import { afterEach, describe, expect, test } from 'vitest';
import type { ChatReply, ChatRequest } from '../chat-model';
import { chatRequest } from '../test-request';
import type { ToWorker, WorkerLine } from '../worker-protocol';
import { type PoolOptions, WorkerPool } from './worker-pool';

const pools: WorkerPool[] = [];

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function openPool(options: PoolOptions = {}): WorkerPool {
  const pool = new WorkerPool({ returnMs: 0, ...options });
  pools.push(pool);
  return pool;
}

interface Acted {
  line: WorkerLine;
  heard: ToWorker[];
  /** Why the pool closed the line. */
  closed: string[];
  /** The turns that it was asked for and not told to cancel. */
  asked(): (ToWorker & { type: 'ask' })[];
  say(message: unknown): void;
  hello(more?: { id?: string; slots?: number; model?: string; adapters?: string[] }): void;
  done(id: string, text: string): void;
  die(why: string): void;
}

test('a worker that still loads is not asked to look before it has said hello, and is not given up', () => {
  const pool = openPool();
  const worker = actWorker(pool);
  pool.look();
  expect([worker.heard, worker.closed, pool.loss]).toEqual([[], [], null]);
  worker.hello();
  expect([worker.heard, worker.closed]).toEqual([[{ type: 'look' }], []]);
});

function actWorker(pool: WorkerPool): Acted {
  let hear: (value: unknown) => void = () => {};
  let leave: (why: string) => void = () => {};
  const heard: ToWorker[] = [];
  const closed: string[] = [];
  const line: WorkerLine = {
    send: (message) => heard.push(message),
    onMessage: (listener) => {
      hear = listener;
    },
    onClose: (listener) => {
      leave = listener;
    },
    close: (why = '') => closed.push(why),
  };
  pool.attach(line);
  return {
    line,
    heard,
    closed,
    asked: () => heard.filter((message) => message.type === 'ask'),
    say: (message) => hear(message),
    hello({ id = `w${Math.random()}`, slots = 2, model = 'small', adapters = [] } = {}) {
      const worker = { id, name: id, host: 'here', pid: 1, device: 'cpu', threads: 1, slots, runtime: 'acted 1' };
      hear({ type: 'hello', worker, models: [{ name: model, digest: null, adapters, context: 2048 }] });
    },
    done: (id, text) => hear({ type: 'done', id, reply: replyOf(text) }),
    die: (why) => leave(why),
  };
}

function replyOf(text: string) {
  return {
    text,
    held: true,
    end: 'stop',
    tokens: { prompt: 10, cached: 4, completion: 3 },
    timing: { queued: 1, first: 2, total: 9 },
    pin: { model: 'small', digest: 'sha256:1', adapter: null, adapterDigest: null, runtime: 'acted 1' },
  };
}

function ask(pool: WorkerPool, match: string, more: Partial<ChatRequest> = {}): Promise<ChatReply> {
  const reply = pool.chat(chatRequest({ account: { match }, ...more }));
  reply.catch(() => {}); // looked at later
  return reply;
}

describe('the queue', () => {
  test('turns that crossed the words of workers that end have lost nothing', async () => {
    const pool = openPool({ returnMs: 60_000 });
    actWorker(pool).die('it ended');
    const reply = ask(pool, 'm'); // waits for one to come
    for (let ends = 0; ends < 5; ends += 1) {
      const worker = actWorker(pool);
      worker.hello();
      const [{ id } = { id: '' }] = worker.asked();
      worker.say({ type: 'models', models: [] });
      worker.say({ type: 'failed', id, code: 'overloaded', why: 'The worker is shutting down.' });
      worker.die('it ended');
    }
    const last = actWorker(pool);
    last.hello();
    last.done(last.asked()[0]?.id ?? '', 'here');
    expect(await reply).toMatchObject({ text: 'here', attempts: [{ fault: null }] });
  });

  test('fills the slots of a worker, the freest first; the rest waits', async () => {
    const pool = openPool();
    const [small, large] = [actWorker(pool), actWorker(pool)];
    small.hello({ slots: 1 });
    large.hello({ slots: 3 });
    for (let turn = 0; turn < 6; turn += 1) void ask(pool, `m${turn}`);
    expect([small.asked().length, large.asked().length]).toEqual([1, 3]);
    expect(pool.state()).toMatchObject({ queued: 2, running: 4, slots: 4, health: 'up' });
  });

  test('lets matches take turns', async () => {
    const pool = openPool();
    const worker = actWorker(pool);
    worker.hello({ slots: 1 });
    const order: string[] = [];
    const all = ['a', 'a', 'a', 'b'].map(async (match, index) => {
      const { text } = await ask(pool, match);
      order.push(`${match}${index}${text}`);
    });
    for (let turn = 0; turn < 4; turn += 1) {
      worker.done(worker.asked()[turn]?.id ?? '', '!');
      await Promise.resolve();
    }
    await Promise.all(all);
    expect(order).toEqual(['a0!', 'a1!', 'b3!', 'a2!']);
  });

  test('gives a turn to a worker that has its model and its adapter, and to no other', async () => {
    const pool = openPool();
    const [plain, adapted] = [actWorker(pool), actWorker(pool)];
    plain.hello({ slots: 8 });
    adapted.hello({ slots: 1, adapters: ['classic'] });
    void ask(pool, 'a', { adapter: 'classic' });
    void ask(pool, 'b', { adapter: 'classic' });
    expect([plain.asked().length, adapted.asked().length]).toEqual([0, 1]);
    await expect(ask(pool, 'c', { model: 'large' })).rejects.toMatchObject({ code: 'unknown_model', message: 'No worker serves large.' });
    expect(pool.state().serves).toEqual([{ name: 'small', digest: null, adapters: ['classic'], context: 2048 }]);
  });

  test('says how long a turn waited, and passes pieces on as they come', async () => {
    const pool = openPool();
    const worker = actWorker(pool);
    worker.hello();
    const heard: [string, boolean][] = [];
    const reply = ask(pool, 'm', { onText: (piece, restart) => heard.push([piece, restart]) });
    const [{ id, chat } = { id: '', chat: null }] = worker.asked();
    expect(chat).toMatchObject({ stream: true, model: 'small' });
    expect(JSON.parse(JSON.stringify(chat))).not.toHaveProperty('account');
    worker.say({ type: 'piece', id, text: 'Hel' });
    worker.say({ type: 'piece', id, text: 'lo' });
    worker.done(id, 'Hello');
    expect(await reply).toMatchObject({ text: 'Hello', backend: 'workers', cost: 0, attempts: [{ backend: 'workers', fault: null }] });
    expect(heard).toEqual([
      ['Hel', false],
      ['lo', false],
    ]);
  });

  test('a full one says so at once', async () => {
    const pool = openPool({ mostQueued: 1 });
    actWorker(pool).hello({ slots: 1 });
    void ask(pool, 'a');
    void ask(pool, 'b');
    await expect(ask(pool, 'c')).rejects.toMatchObject({ code: 'overloaded' });
  });
});

describe('time and giving up', () => {
  test('waiting counts: the time is up in the queue as well', async () => {
    const pool = openPool();
    actWorker(pool).hello({ slots: 1 });
    void ask(pool, 'a');
    const late = ask(pool, 'b', { timeoutMs: 60 });
    await expect(late).rejects.toMatchObject({ code: 'timeout', message: 'No answer from the workers in 0.1 s, all of it in the queue.' });
    expect(pool.state().queued).toBe(0);
  });

  test('a worker is told to stop what nobody waits for, and its slot is free', async () => {
    const pool = openPool();
    const worker = actWorker(pool);
    worker.hello({ slots: 1 });
    const abort = new AbortController();
    const given = ask(pool, 'a', { signal: abort.signal });
    void ask(pool, 'b');
    abort.abort();
    await expect(given).rejects.toMatchObject({ code: 'aborted' });
    const [first, second] = worker.asked();
    expect(worker.heard).toContainEqual({ type: 'cancel', id: first?.id });
    expect(second).toBeDefined();
    worker.done(first?.id ?? '', 'too late');
    expect(worker.closed).toEqual([]);
  });

  test('without a worker the answer comes at once', async () => {
    await expect(ask(openPool(), 'a')).rejects.toMatchObject({ code: 'unreachable', message: 'No inference worker is connected.' });
  });

  test('the operator reads why the last worker went, as one whose GPU is not here says', () => {
    const pool = openPool();
    expect(pool.state().why).toBe('No inference worker is connected.');
    const worker = actWorker(pool);
    worker.die('The runtime cannot compute on cuda here.');
    expect(pool.state().why).toBe('No inference worker is connected; of the last one: The runtime cannot compute on cuda here.');
    actWorker(pool).hello();
    expect(pool.state().why).toBeNull();
  });

  test('a worker that is starting is waited for', async () => {
    const pool = openPool();
    const worker = actWorker(pool);
    const reply = ask(pool, 'a');
    worker.hello();
    worker.done(worker.asked()[0]?.id ?? '', 'here');
    expect((await reply).text).toBe('here');
  });

  test('what the worker refuses is the answer', async () => {
    const pool = openPool();
    const worker = actWorker(pool);
    worker.hello();
    const reply = ask(pool, 'a');
    worker.say({ type: 'failed', id: worker.asked()[0]?.id, code: 'too_long', why: 'The prompt has 9000 tokens, the context 2048.' });
    await expect(reply).rejects.toMatchObject({ code: 'too_long', message: 'The prompt has 9000 tokens, the context 2048.' });
  });
});

describe('a worker that dies', () => {
  test('loses its turns to another, which begins anew', async () => {
    const pool = openPool();
    const [first, second] = [actWorker(pool), actWorker(pool)];
    first.hello({ id: 'first', slots: 4 });
    const heard: [string, boolean][] = [];
    const reply = ask(pool, 'm', { onText: (piece, restart) => heard.push([piece, restart]) });
    const id = first.asked()[0]?.id ?? '';
    first.say({ type: 'piece', id, text: 'I wi' });
    second.hello({ id: 'second', slots: 1 });
    first.die('killed (SIGKILL)');
    expect(second.asked().map((message) => message.id)).toEqual([id]);
    second.say({ type: 'piece', id, text: 'I will' });
    second.done(id, 'I will.');
    const { text, attempts } = await reply;
    expect(text).toBe('I will.');
    expect(attempts).toMatchObject([{ fault: 'unreachable', why: 'first on here is gone: killed (SIGKILL).' }, { fault: null }]);
    expect(heard).toEqual([
      ['I wi', false],
      ['I will', true],
    ]);
  });

  test('is not heard any more', async () => {
    const pool = openPool({ silenceMs: 200 });
    const [silent, other] = [actWorker(pool), actWorker(pool)];
    silent.hello({ id: 'silent', slots: 4 });
    const reply = ask(pool, 'm');
    const id = silent.asked()[0]?.id ?? '';
    other.hello({ slots: 1 });
    const beating = setInterval(() => other.say({ type: 'beat', tally: tally() }), 20);
    while (other.asked().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    clearInterval(beating);
    expect(silent.closed).toEqual(['it sent nothing for 0.2 s']);
    silent.done(id, 'from the grave');
    other.done(id, 'alive');
    expect((await reply).text).toBe('alive');
    expect(pool.workers().map((worker) => worker.id)).not.toContain('silent');
  });

  test('and leaves nobody behind fails its turns by name', async () => {
    const pool = openPool();
    const worker = actWorker(pool);
    worker.hello();
    const reply = ask(pool, 'm');
    worker.die('it crashed');
    await expect(reply).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('with every turn that it gets: a poisonous turn is given up', async () => {
    const pool = openPool({ mostLosses: 1 });
    const workers = [actWorker(pool), actWorker(pool), actWorker(pool)];
    for (const worker of workers) worker.hello();
    const reply = ask(pool, 'm');
    for (let death = 0; death < 2; death += 1)
      workers.find((worker) => worker.asked().length > 0 && worker.closed.length === 0)?.die('it crashed');
    await expect(reply).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^Given up after 2 workers/) as string,
    });
    expect(workers.filter((worker) => worker.asked().length > 0)).toHaveLength(2);
  });
});

describe('a line', () => {
  test.each<[string, unknown]>([
    ['no object', 'hello'],
    ['an unknown type', { type: 'shout' }],
    ['a text beyond all measure', { type: 'piece', id: 't1', text: 'x'.repeat(70_000) }],
    ['a negative count', { type: 'beat', tally: { ...tally(), done: -1 } }],
    ['no slots', { type: 'hello', worker: { id: 'w', slots: 0 }, models: [] }],
  ])('that carries %s is closed with the reason', (_, message) => {
    const pool = openPool();
    const worker = actWorker(pool);
    worker.hello();
    worker.say(message);
    expect(worker.closed).toEqual([expect.stringMatching(/^it sent an invalid message \(.+\)$/) as string]);
    expect(pool.workers()).toEqual([]);
  });

  test('begins with hello', () => {
    const pool = openPool();
    const worker = actWorker(pool);
    worker.say({ type: 'beat', tally: tally() });
    expect(worker.closed).toEqual(['it sent a message before hello']);
  });

  test('of a worker that comes again takes the place of its old one', () => {
    const pool = openPool();
    const [before, after] = [actWorker(pool), actWorker(pool)];
    before.hello({ id: 'same' });
    void ask(pool, 'm');
    after.hello({ id: 'same' });
    expect(before.closed).toEqual(['it reconnected']);
    expect(after.asked()).toHaveLength(1);
    expect(pool.workers()).toHaveLength(1);
  });
});

test('closing sends the workers home and fails what waits', async () => {
  const pool = openPool();
  const worker = actWorker(pool);
  worker.hello({ slots: 1 });
  const replies = [ask(pool, 'a'), ask(pool, 'b')];
  await pool.close();
  for (const reply of replies) await expect(reply).rejects.toMatchObject({ code: 'unreachable', message: 'Mandi is stopping.' });
  expect(worker.heard.at(-1)).toEqual({ type: 'end' });
  await expect(ask(pool, 'c')).rejects.toMatchObject({ code: 'unreachable' });
});

function tally() {
  return { running: 0, done: 0, failed: 0, promptTokens: 0, cachedTokens: 0, completionTokens: 0, busyMs: 0, memory: 0 };
}
