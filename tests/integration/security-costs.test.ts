// Costly reads, large inputs and invented cookies: what one address without a token may cost everybody else.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answered, ask } from './support/ask';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer } from './support/server';
import { openTable } from './support/table';

let fresh: FreshDatabase;
let home: TestServer;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  home = await startServer(fresh);
});
afterAll(async () => {
  await home.stop();
  await fresh.drop();
});

describe('what costs the server milliseconds is done one at a time for each visitor', () => {
  const stranger = { 'x-forwarded-for': '203.0.113.9' };
  const lists = (calls: number) =>
    `/api/trpc/${Array(calls).fill('tournament.list').join()}?batch=1&input=${encodeURIComponent(JSON.stringify(Object.fromEntries(Array.from({ length: calls }, (_, i) => [i, {}]))))}`;
  const outcomes = ({ text }: Answered) =>
    (JSON.parse(text) as { error?: { data: { mandi: { code: string } } } }[]).map(({ error }) => error?.data.mandi.code ?? 'ok');

  it('so many calls wait, those beyond are told when to come again; the operator does not wait', async () => {
    const small = await startServer(fresh, { limits: { waiting: 3 } });
    try {
      const answer = await ask(small, { path: lists(20), headers: stranger });
      expect(outcomes(answer)).toEqual(Array.from({ length: 20 }, (_, n) => (n < 4 ? 'ok' : 'too_many_requests')));
      expect(answer.headers['retry-after']).toBe('1');
      expect(outcomes(await ask(small, { path: lists(20), headers: stranger })).filter((one) => one === 'ok')).toHaveLength(4);
      const free = await ask(small, { path: lists(20) });
      expect([free.status, free.headers['retry-after']]).toEqual([200, undefined]);
    } finally {
      await small.stop();
    }
  });

  it('sixty people behind one address are all answered, each with five of them', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(home, { path: lists(5), headers: stranger })));
    expect(answers.flatMap(outcomes)).toEqual(Array(300).fill('ok'));
  });
});

it('a move of 120,000 values is refused before it is looked at, whoever sends it', async () => {
  const { id } = await openTable(home, {});
  const submit = (values: number) =>
    ask(home, {
      path: '/api/trpc/seat.submit',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, seat: 'lab_0', turn: 0, key: 'k', actions: [Array(values).fill(1)] }),
    });
  const huge = await submit(120_000);
  expect([huge.status, huge.text.includes('"code":"too_large"')]).toEqual([413, true]);
  expect((await submit(10)).status).toBe(401);
});

describe('invented cookies of a table', () => {
  const invented = (id: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `mandi_seat_${id}_${from + i}=invented-${from + i}`).join('; ');
  const look = (server: TestServer, id: string, cookie: string) =>
    ask(server, { path: `/api/trpc/table.get?input=${encodeURIComponent(JSON.stringify({ id }))}`, headers: { cookie } });

  it('are looked up in one query, eight at most', async () => {
    const { id } = await openTable(home, {});
    const single = vi.spyOn(home.store.tables, 'findHolder');
    const together = vi.spyOn(home.store.tables, 'findHolders');
    try {
      expect((await look(home, id, invented(id, 0, 70))).status).toBe(200);
      expect(together.mock.calls.map(([hashes]) => hashes.length)).toEqual([8]);
      expect(single).not.toHaveBeenCalled();
    } finally {
      single.mockRestore();
      together.mockRestore();
    }
  });

  it('count as wrong tokens of their visitor, each once a minute; who holds a seat there plays on', async () => {
    const small = await startServer(fresh, { limits: { guesses: 12 } });
    try {
      const { id } = await openTable(small, {});
      const { seat, token } = await small.api.seat.claim.mutate({ id, name: 'Ada', program: true });
      const own = `mandi_seat_${id}_${seat}=${encodeURIComponent(token ?? '')}`;
      expect((await look(small, id, own)).text).toContain(`"seats":["${seat}"]`);
      for (let again = 0; again < 20; again += 1) expect((await look(small, id, invented(id, 0, 8))).status).toBe(200);
      expect((await look(small, id, invented(id, 8, 16))).status).toBe(200);
      const blocked = await look(small, id, invented(id, 16, 24));
      expect([blocked.status, Number(blocked.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
      expect((await look(small, id, own)).text).toContain(`"seats":["${seat}"]`);
    } finally {
      await small.stop();
    }
  });
});
