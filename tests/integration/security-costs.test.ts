// Costly reads, large inputs and invented cookies: what one address without a token may cost everybody else.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WatchAnswer } from '~/live/protocol';
import { type Answered, ask } from './support/ask';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, type TestSocket, until, watch, watchAs } from './support/server';
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

  it('pages of replays wait in the same line', async () => {
    const { id } = await home.api.match.create.mutate({ task: 'single_trade', seed: 5, policy: 'wait', pace: 0 });
    const small = await startServer(fresh, { limits: { waiting: 3 } });
    try {
      const inputs = { frames: { id, after: 0, limit: 10 }, events: { id, after: 0, limit: 10 }, players: { id } };
      for (const [name, input] of Object.entries(inputs)) {
        const calls = Array.from({ length: 8 }, () => input);
        const path = `/api/trpc/${calls.map(() => `match.${name}`).join()}?batch=1&input=${encodeURIComponent(JSON.stringify(Object.assign({}, calls)))}`;
        const answer = await ask(small, { path, headers: stranger });
        expect(outcomes(answer), name).toEqual(calls.map((_, n) => (n < 4 ? 'ok' : 'too_many_requests')));
      }
    } finally {
      await small.stop();
    }
  });

  it('what seats ask waits in a line of its own', async () => {
    const { id, host } = await openTable(home, {});
    const { seat, token } = await home.api.seat.claim.mutate({ id, name: 'Ada', program: true });
    await host.api.table.start.mutate({ id });
    const small = await startServer(fresh, { limits: { waiting: 3 } });
    try {
      const headers = { ...stranger, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const all = <T>(input: T) => JSON.stringify(Object.assign({}, Array(8).fill(input)));
      const names = (name: string) => `/api/trpc/${Array(8).fill(name).join()}?batch=1`;
      const expected = Array.from({ length: 8 }, (_, n) => (n < 4 ? 'ok' : 'too_many_requests'));
      const observed = await ask(small, { path: `${names('seat.observe')}&input=${encodeURIComponent(all({ id, seat }))}`, headers });
      expect(outcomes(observed)).toEqual(expected);
      const body = all({ id, seat, actions: [{ action_type: 'wait' }] });
      const checked = await ask(small, { path: names('seat.check'), method: 'POST', headers, body });
      expect(outcomes(checked)).toEqual(expected);
    } finally {
      await small.stop();
    }
  });

  it('sixty people behind one address are all answered, each with five of them', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(home, { path: lists(5), headers: stranger })));
    expect(answers.flatMap(outcomes)).toEqual(Array(300).fill('ok'));
  });
});

it('a move of 120,000 values is refused before it is looked at, and of whoever does not hold the seat no move is', async () => {
  const { id } = await openTable(home, {});
  const { token } = await home.api.seat.claim.mutate({ id, seat: 'lab_0', name: 'Ada', program: true });
  const submit = (values: number, shown: string | null) =>
    ask(home, {
      path: '/api/trpc/seat.submit',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(shown && { authorization: `Bearer ${shown}` }) },
      body: JSON.stringify({ id, seat: 'lab_0', turn: 0, key: 'k', actions: [Array(values).fill(1)] }),
    });
  const huge = await submit(120_000, token);
  expect([huge.status, huge.text.includes('"code":"too_large"')]).toEqual([413, true]);
  expect((await submit(120_000, null)).status).toBe(401);
  expect((await submit(10, null)).status).toBe(401);
});

it('seats that are claimed at made-up tables leave no counts in the database', async () => {
  const counts = async () => (await fresh.database.prisma.$queryRaw<{ n: bigint }[]>`SELECT count(*) AS n FROM rate_limit`)[0]?.n ?? 0n;
  const claim = (id: string) => home.api.seat.claim.mutate({ id, name: 'Ada', program: true }).catch((fault: Error) => fault.message);
  await claim('made-up');
  const before = await counts(); // those of this visitor
  for (let n = 0; n < 20; n += 1) expect(await claim(`made-up-${n}`)).toContain('no match');
  expect(await counts()).toBe(before);
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

  it('count on sockets too, and stop no room that others are in', async () => {
    const small = await startServer(fresh, { limits: { guesses: 12 } });
    try {
      const { id } = await openTable(small, {});
      const socket = await small.connect();
      expect(await watch(socket, id)).toMatchObject({ ok: true });
      for (let n = 0; n < 13; n += 1) {
        const guesser = await small.connect({ cookie: `mandi_seat_${id}_lab_0=invented-${n}; mandi_host_${id}=guess-${n}` });
        expect(await watchAs(guesser, { matchId: id, since: 0, seat: 'lab_0' }, () => undefined)).toMatchObject({ code: 'not_your_seat' });
        expect(await watch(guesser, id)).toMatchObject({ ok: true });
      }
      expect((await look(small, id, invented(id, 100, 101))).status).toBe(429);
      expect((await look(small, id, '')).status).toBe(200);
      const told = new Promise<string[]>((resolve) => {
        socket.on('card', ({ seats }) => resolve(seats.flatMap((seat) => ('name' in seat ? [seat.name] : []))));
      });
      await small.api.seat.claim.mutate({ id, name: 'Ada', program: true });
      expect(await told).toEqual(['Ada']);
      expect(small.logged).toEqual([]);
    } finally {
      await small.stop();
    }
  });

  it('count as wrong tokens of their visitor, each once a minute; who holds a seat there plays on', async () => {
    const uncounted = await freshDatabase('embedded'); // guesses are counted in the database, those of the tests above too
    const small = await startServer(uncounted, { limits: { guesses: 12 } });
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
      await uncounted.drop();
    }
  });

  it('tell nobody who has shown too many whether a private table is there', async () => {
    const small = await startServer(fresh, { limits: { guesses: 12 } });
    try {
      const { id } = await openTable(small, {});
      const { id: hidden } = await openTable(small, { isPrivate: true });
      const asStranger = (one: string, cookie: string) =>
        ask(small, {
          path: `/api/trpc/table.get?input=${encodeURIComponent(JSON.stringify({ id: one }))}`,
          headers: { cookie, 'x-forwarded-for': '203.0.113.9' },
        });
      for (const from of [0, 8]) await asStranger(id, invented(id, from, from + 8));
      expect((await asStranger(id, invented(id, 16, 24))).status).toBe(429);
      for (const one of [hidden, 'zzzzzzzzzzzz']) expect((await asStranger(one, `mandi_guest_${one}=foo`)).status).toBe(404);
    } finally {
      await small.stop();
    }
  });
});

it('a visitor who leaves while a file is sent is no fault that is logged', async () => {
  const { id } = await home.api.match.create.mutate({ task: 'single_trade', seed: 5, policy: 'wait', pace: 0 });
  await until(async () => (await home.api.match.get.query({ id })).status === 'finished');
  const sent = vi.spyOn(home.store, 'read');
  try {
    for (let n = 0; n < 10; n += 1) {
      const socket = connect(home.server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`GET /api/matches/${id}/events.jsonl HTTP/1.1\r\nHost: localhost\r\n\r\n`, () => socket.destroy());
      await once(socket, 'close');
    }
    await until(async () => sent.mock.calls.length >= 10);
  } finally {
    sent.mockRestore();
  }
  expect((await ask(home, { path: `/api/matches/${id}/events.jsonl` })).status).toBe(200);
  expect(home.logged).toEqual([]);
});

describe('replays over sockets', () => {
  const flooder = { 'x-forwarded-for': '203.0.113.9' };
  const SOCKETS = 12;

  async function finishedMatches(count: number): Promise<string[]> {
    const made = Array.from({ length: count }, (_, n) =>
      home.api.match.create.mutate({ task: 'single_trade', seed: n + 1, policy: 'wait', pace: 0 }),
    );
    const ids = (await Promise.all(made)).map(({ id }) => id);
    await until(async () =>
      (await Promise.all(ids.map((id) => home.api.match.get.query({ id })))).every((one) => one.status === 'finished'),
    );
    return ids;
  }

  /** Reads of these matches begin and go on once they are let; the server's own parts do all of it. */
  function holdReads({ store }: TestServer, ids: readonly string[]) {
    const read = store.read.bind(store);
    const begun: string[] = [];
    const held = new Map<string, () => void>();
    const spy = vi.spyOn(store, 'read').mockImplementation(async (id, ...rest) => {
      if (ids.includes(id)) {
        begun.push(id);
        await new Promise<void>((resolve) => held.set(id, resolve));
      }
      return read(id, ...rest);
    });
    const release = (id: string) => {
      held.get(id)?.();
      held.delete(id);
    };
    return { begun, release, restore: () => spy.mockRestore() };
  }

  it('one match at a time is read for each visitor; others, live matches and seats do not wait for it', async () => {
    const small = await startServer(fresh, { trustedProxies: ['loopback'] });
    const ids = await finishedMatches(SOCKETS + 2);
    const [others = '', operators = '', ...flooded] = ids;
    const { id: live } = await openTable(small, {});
    const reads = holdReads(small, flooded);
    const asked = vi.spyOn(small.store, 'get');
    try {
      const { seat, token } = await small.api.seat.claim.mutate({ id: live, name: 'Ada', program: true });
      const answers: string[] = [];
      const sockets = await Promise.all(flooded.map(() => small.connect(flooder)));
      const watched = flooded.map(async (id, n) => {
        const answer = await watch(sockets[n] as TestSocket, id);
        answers.push(answer.ok ? id : answer.code);
      });
      await until(() => flooded.every((id) => asked.mock.calls.some(([one]) => one === id)), 45_000);
      const other = await small.connect({ 'x-forwarded-for': '198.51.100.1' });
      for (const id of [others, live]) expect(await watch(other, id)).toMatchObject({ ok: true });
      expect(await watch(await small.connect(), operators)).toMatchObject({ ok: true });
      const neighbor = await small.connect(flooder, { token: token ?? '' });
      expect(await watch(neighbor, live)).toMatchObject({ ok: true });
      expect(await watchAs(neighbor, { matchId: live, since: 0, seat }, () => undefined)).toMatchObject({ ok: true });
      expect([reads.begun.length, answers]).toEqual([1, []]);
      for (let n = 1; n <= flooded.length; n += 1) {
        reads.release(reads.begun[n - 1] ?? '');
        await until(() => answers.length === n && (n === flooded.length || reads.begun.length === n + 1), 45_000);
        expect([answers.at(-1), reads.begun.length]).toEqual([reads.begun[n - 1], Math.min(n + 1, flooded.length)]);
      }
      await Promise.all(watched);
      expect(reads.begun.toSorted()).toEqual(flooded.toSorted());
    } finally {
      reads.restore();
      asked.mockRestore();
      await small.stop();
    }
  });

  it('so many wait, those beyond are told when to come again', async () => {
    const small = await startServer(fresh, { trustedProxies: ['loopback'], limits: { waiting: 3 } });
    const ids = await finishedMatches(8);
    const reads = holdReads(small, ids);
    try {
      const sockets = await Promise.all(ids.map(() => small.connect(flooder)));
      const answers: WatchAnswer[] = [];
      for (const [n, socket] of sockets.entries()) void watch(socket, ids[n] ?? '').then((answer) => answers.push(answer));
      await until(() => answers.length === 4, 45_000);
      for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: 'too_many_requests', retryInS: 1 });
      await until(() => {
        for (const id of reads.begun) reads.release(id);
        return answers.length === 8;
      }, 45_000);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(4);
    } finally {
      reads.restore();
      await small.stop();
    }
  });
});

describe('a socket that asks too much', () => {
  it('is told so whatever it sends, unknown events too', async () => {
    const { id } = await openTable(home, {});
    for (const emit of ['unwatch', 'no-such-event']) {
      const socket = await home.connect();
      for (let n = 0; n < 200; n += 1) socket.emit(emit as 'unwatch', { matchId: id });
      expect(await watch(socket, id)).toMatchObject({ ok: false, code: 'too_many_requests' });
      expect(await watch(await home.connect(), id)).toMatchObject({ ok: true });
    }
  });

  it('is closed when it goes on', async () => {
    const { id } = await openTable(home, {});
    const socket = await home.connect();
    let why = '';
    socket.on('disconnect', (reason) => {
      why = reason;
    });
    for (let n = 0; n < 600; n += 1) socket.emit('no-such-event' as 'unwatch', { matchId: id });
    expect(await until(() => why, 45_000)).toBe('transport close');
    expect(await watch(await home.connect(), id)).toMatchObject({ ok: true });
    expect(home.logged).toEqual([]);
  });
});
