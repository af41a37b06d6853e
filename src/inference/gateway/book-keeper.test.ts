import { describe, expect, test } from 'vitest';
import { addSums, noSums, type SpendingBook, type Sums } from '~/lib/spending/spending-book';
import { BackendFault } from '../backend-fault';
import type { ChatModel, ChatReply } from '../chat-model';
import { chatRequest } from '../test-request';
import { BookKeeper } from './book-keeper';
import { type Gateway, makeGateway, type ServerBackend } from './gateway';
import type { Budgets } from './ledger';

const account = { match: 'm1', seat: 'lab_0' };
const LIMITS = { tokens: null, calls: null, seconds: null, dollars: null };
const TWO_CALLS: Budgets = { match: { ...LIMITS, calls: 2 } };

class MemoryBook implements SpendingBook {
  readonly rows = new Map<string, Sums>();
  isAway = false;

  async id() {
    return 'book';
  }

  async read(writer: string, names: readonly { kind: string; name: string }[]) {
    if (this.isAway) throw new Error('away');
    return names.map(({ kind, name }) => {
      const found = [...this.rows].filter(([key]) => key.startsWith(`${kind} ${name} `));
      const own = found.find(([key]) => key.endsWith(` ${writer}`))?.[1] ?? noSums();
      const others = found.filter(([key]) => !key.endsWith(` ${writer}`)).map(([, sums]) => sums);
      return { own, others: others.reduce(addSums, noSums()) };
    });
  }

  async write(writer: string, rows: readonly (Sums & { kind: string; name: string })[]) {
    if (this.isAway) throw new Error('away');
    for (const { kind, name, ...sums } of rows) this.rows.set(`${kind} ${name} ${writer}`, sums);
  }

  get calls(): number {
    return [...this.rows.values()].reduce((sum, row) => sum + row.calls, 0);
  }
}

const REPLY: ChatReply = {
  text: 'ok',
  backend: 'one',
  held: false,
  end: 'stop',
  tokens: { prompt: 10, cached: null, completion: 5 },
  timing: { queued: 0, first: null, total: 1 },
  attempts: [],
  pin: { model: 'small', digest: null, adapter: null, adapterDigest: null, runtime: null },
  cost: 0,
};

function backend(id: string, chat: ChatModel['chat'] = async () => ({ ...REPLY, backend: id })): ChatModel {
  return {
    id,
    state: () => ({
      id,
      kind: 'openai',
      place: id,
      health: 'up',
      why: null,
      serves: [{ name: 'small', digest: null, adapters: [], context: null }],
      capabilities: { schema: true, adapters: true, batching: false, streaming: true },
      queued: 0,
      running: 0,
      slots: 4,
    }),
    close: async () => {},
    chat,
  };
}

/** A process that writes in this book. */
function processWith(
  book: SpendingBook,
  { budgets = TWO_CALLS, server = null }: { budgets?: Budgets; server?: ServerBackend | null } = {},
) {
  const keeper = new BookKeeper({ book, bookId: 'book', onFault: () => undefined, patienceMs: 50 });
  return makeGateway({ backends: [backend('one')], budgets, keeper, server });
}

/** As the endpoint of that process shows it. */
function serverFor(gateway: Gateway, chat: ChatModel['chat'] = (request) => gateway.chat({ ...request, isRelayed: true })): ServerBackend {
  return {
    ...backend('mandi', chat),
    covers: () => true,
    backends: () => gateway.backends(),
    get book() {
      return gateway.book();
    },
  };
}

const ask = (gateway: Gateway) => gateway.chat(chatRequest({ account }));
const SPENT = { code: 'over_budget' };

describe('a budget that several processes share', () => {
  test('goes on where the process before it ended', async () => {
    const book = new MemoryBook();
    await ask(processWith(book));
    const after = processWith(book);
    await ask(after);
    await expect(ask(after)).rejects.toMatchObject(SPENT);
    await expect(ask(processWith(book))).rejects.toMatchObject(SPENT);
  });

  test('holds the tokens of a call whose process died in the middle of it', async () => {
    const book = new MemoryBook();
    const dead = makeGateway({
      backends: [backend('one', () => new Promise(() => undefined))],
      budgets: { match: { ...LIMITS, tokens: 60 } },
      keeper: new BookKeeper({ book, bookId: 'book', onFault: () => undefined }),
    });
    void ask(dead).catch(() => undefined);
    await expect.poll(() => book.calls).toBe(1);
    await expect(ask(processWith(book, { budgets: { match: { ...LIMITS, tokens: 60 } } }))).rejects.toMatchObject(SPENT);
  });

  test('counts a call once that another process relayed to the hub', async () => {
    const book = new MemoryBook();
    const hub = processWith(book);
    const relaying = processWith(book, { server: serverFor(hub) });
    await ask(relaying);
    expect(book.calls).toBe(1);
    await ask(relaying);
    expect(book.calls).toBe(2);
    await expect(ask(relaying)).rejects.toMatchObject(SPENT);
    await expect(ask(hub)).rejects.toMatchObject(SPENT);
  });

  test('counts a call here that the hub could not serve', async () => {
    const book = new MemoryBook();
    const lost = () => Promise.reject(new BackendFault('unreachable', 'gone', { again: false }));
    const relaying = processWith(book, { server: serverFor(processWith(book), lost) });
    expect((await ask(relaying)).backend).toBe('one');
    expect(book.calls).toBe(1);
  });

  test('is counted on both sides where the server writes elsewhere, or not at all', async () => {
    const [own, other] = [new MemoryBook(), new MemoryBook()];
    const elsewhere = makeGateway({
      backends: [backend('one')],
      budgets: TWO_CALLS,
      keeper: new BookKeeper({ book: other, bookId: 'another book', onFault: () => undefined }),
    });
    await ask(processWith(own, { server: serverFor(elsewhere) }));
    await ask(processWith(own, { server: serverFor(makeGateway({ backends: [backend('one')] })) }));
    expect([own.calls, other.calls]).toEqual([2, 1]);
  });

  test('is kept by what is known here while the book is away, and written when it is back', async () => {
    const book = new MemoryBook();
    const gateway = processWith(book);
    await ask(gateway);
    book.isAway = true;
    await ask(gateway);
    await expect(ask(gateway)).rejects.toMatchObject(SPENT);
    book.isAway = false;
    await gateway.close();
    expect(book.calls).toBe(2);
  });

  test('is written as sums: one that is written twice counts once', async () => {
    const book = new MemoryBook();
    const write = book.write.bind(book);
    book.write = async (writer, rows) => {
      await write(writer, rows);
      await write(writer, rows);
    };
    await Promise.all([ask(processWith(book)), ask(processWith(book))]);
    expect(book.calls).toBe(2);
  });
});
