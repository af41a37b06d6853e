// Proxies, tokens and caps by visitor: faults F2, F4, F7 and F13 of the security review.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WatchAnswer } from '~/live/protocol';
import { type Answered, type Asked, ask } from './support/ask';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, until, watch } from './support/server';
import { openTable } from './support/table';

const TOKEN = 'operator-token-of-the-tests';
const match = { task: 'single_trade', seed: 5, policy: 'wait', pace: 0 };

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

function create(server: TestServer, headers: Record<string, string> = {}): Promise<Answered> {
  const body = JSON.stringify(match);
  return ask(server, { path: '/api/trpc/match.create', method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}

describe('F2: loopback behind a proxy', () => {
  let proxied: TestServer;
  beforeAll(async () => {
    const endpointKey = 'the-key-of-this-home';
    proxied = await startServer(fresh, {
      origins: ['https://mandi.example.org'],
      adminToken: TOKEN,
      trustedProxies: ['loopback'],
      endpointKey,
    });
  });
  afterAll(() => proxied.stop());

  const stranger = { host: 'mandi.example.org', 'x-forwarded-for': '203.0.113.9' };

  it('strangers are nobody at every endpoint, and so is this machine until it shows the token', async () => {
    for (const headers of [stranger, {}] as Record<string, string>[]) {
      expect((await create(proxied, headers)).status).toBe(401);
      for (const path of ['/v1/models', '/openenv/schema', '/api/matches/x/events.jsonl', '/mcp'])
        expect([path, (await ask(proxied, { path, headers })).status]).toEqual([path, 401]);
    }
    expect((await create(proxied, { authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  });

  it('a forwarded request has no right of loopback where no token is set either', async () => {
    expect((await create(home, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(401);
  });

  it('and is told so, while this machine is told that it need show nothing', async () => {
    const told = async (headers: Record<string, string>) => (await ask(home, { path: '/api/trpc/system.status', headers })).text;
    expect(await told({ 'x-forwarded-for': '203.0.113.9' })).toContain('"loopback":false,"operatorNeeded":true,"isOperator":false');
    expect(await told({})).toContain('"loopback":true,"operatorNeeded":false,"isOperator":true');
  });

  it.each([
    ['unlocking', (n: number) => ({ path: '/api/trpc/system.unlock', method: 'POST', body: JSON.stringify({ token: `guess ${n}` }) })],
    ['a bearer at tRPC', (n: number) => ({ path: '/api/trpc/system.status', headers: { authorization: `Bearer guess-${n}` } })],
    [
      'a bearer at plain endpoints',
      (n: number) => ({ path: '/api/matches/x/events.jsonl', headers: { authorization: `Bearer guess-${n}` } }),
    ],
    ['/v1', (n: number) => ({ path: '/v1/models', headers: { authorization: `Bearer guess-${n}` } })],
    ['/openenv', (n: number) => ({ path: '/openenv/schema', headers: { authorization: `Bearer guess-${n}` } })],
    ['/mcp', (n: number) => ({ path: '/mcp', headers: { authorization: `Bearer guess-${n}` } })],
  ] as [string, (n: number) => Asked][])(
    'F7: tokens cannot be guessed at speed by %s, and F4: only the guesser waits',
    async (what, guess) => {
      const visitor = `198.51.100.${what.length}`;
      const as = (address: string, { headers = {}, ...asked }: Asked) =>
        ask(proxied, { ...asked, headers: { 'content-type': 'application/json', ...stranger, 'x-forwarded-for': address, ...headers } });
      const statuses: number[] = [];
      for (let n = 0; n < 24; n += 1) statuses.push((await as(visitor, guess(n))).status);
      expect(statuses[0]).not.toBe(429);
      expect(statuses.at(-1)).toBe(429);
      const right = { path: '/api/trpc/system.status', headers: { authorization: `Bearer ${TOKEN}` } };
      expect((await as(visitor, right)).status).toBe(429);
      expect((await as('198.51.100.250', right)).text).toContain('"isOperator":true');
    },
  );

  it('F7: of wrong tokens that come at the same moment no more are looked at than one after the other', async () => {
    const guess = (n: number) =>
      ask(proxied, {
        path: '/api/trpc/system.status',
        headers: { ...stranger, 'x-forwarded-for': '198.51.100.77', authorization: `Bearer at-once-${n}` },
      });
    const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => guess(n)));
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(20);
    const keys = Array.from({ length: 80 }, (_, n) => ({ 'x-forwarded-for': '198.51.100.76', authorization: `Bearer at-once-${n}` }));
    const models = await Promise.all(keys.map((headers) => ask(proxied, { path: '/v1/models', headers: { ...stranger, ...headers } })));
    expect(models.filter(({ status }) => status !== 429)).toHaveLength(20);
    const right = { ...stranger, 'x-forwarded-for': '198.51.100.76', authorization: 'Bearer the-key-of-this-home' };
    expect((await ask(proxied, { path: '/v1/models', headers: right })).status).toBe(429); // else a guesser would know a hit
    expect((await ask(proxied, { path: '/v1/models', headers: { ...right, 'x-forwarded-for': '198.51.100.75' } })).status).toBe(200);
  });

  it('F18: whoever comes by https of a trusted proxy is told to stay with it', async () => {
    const headers = { ...stranger, 'x-forwarded-for': '198.51.100.78' };
    const secure = await ask(proxied, { path: '/api/health', headers: { ...headers, 'x-forwarded-proto': 'https' } });
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await ask(proxied, { path: '/api/health', headers })).headers['strict-transport-security']).toBeUndefined();
  });

  it('a report is a file for everybody who can see its page, so many times a minute', async () => {
    const headers = { ...stranger, 'x-forwarded-for': '198.51.100.79' };
    for (const file of ['report.html', 'scores.csv']) {
      const answer = await ask(proxied, { path: `/api/reports/abcdefghijkm/${file}`, headers });
      expect([file, answer.status]).toEqual([file, 404]);
      expect(answer.text).toContain('unknown_run');
    }
  });

  it('F7: wrong tokens are counted by all web processes together', async () => {
    const other = await startServer(fresh, { origins: ['https://mandi.example.org'], adminToken: TOKEN, trustedProxies: ['loopback'] });
    try {
      const guess = (server: TestServer, n: number) =>
        ask(server, {
          path: '/api/trpc/system.status',
          headers: { ...stranger, 'x-forwarded-for': '198.51.100.99', authorization: `Bearer shared-${n}` },
        });
      for (let n = 0; n < 24; n += 1) await guess(proxied, n);
      await until(async () => (await guess(other, 100)).status === 429 || (await guess(other, 101)).status === 429);
    } finally {
      await other.stop();
    }
  });
});

it('F13: one visitor has so many live connections at the same time', async () => {
  const small = await startServer(fresh, { limits: { sockets: 2 } });
  try {
    const first = await small.connect();
    await small.connect();
    await expect(small.connect()).rejects.toThrow();
    first.disconnect();
    await until(() =>
      small.connect().then(
        () => true,
        () => false,
      ),
    );
  } finally {
    await small.stop();
  }
});

it('F13: the calls of a batch share one answer’s room for replays, and a match comes whole page by page', async () => {
  const small = await startServer(fresh, { limits: { replayBytes: 20_000 } });
  try {
    const { id } = await small.api.match.create.mutate({ ...match, policy: 'rule_based_expert' });
    const { head } = await until(async () => {
      const card = await small.api.match.get.query({ id });
      return card.status === 'finished' && card;
    });
    for (const path of ['match.frames', 'match.events']) {
      const input = encodeURIComponent(JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [i, { id, limit: 2000 }]))));
      const { text } = await ask(small, { path: `/api/trpc/${Array(10).fill(path).join()}?batch=1&input=${input}` });
      expect(text.length).toBeLessThan(60_000); // and a card or a refusal of each call
      expect(text).toContain('too_large');
    }
    const seqs: number[] = [];
    for (let pages = 0; seqs.length < head; pages += 1) {
      const { frames } = await small.api.match.frames.query({ id, after: seqs.at(-1) ?? 0, limit: 2000 });
      seqs.push(...frames.map(({ seq }) => seq));
      expect(pages).toBeLessThan(head);
    }
    expect(seqs).toEqual(Array.from({ length: head }, (_, i) => i + 1));
  } finally {
    await small.stop();
  }
});

it('F13: replays are limited by visitor, each call of a batch', async () => {
  const small = await startServer(fresh, { limits: { replays: 3, batch: 2 } });
  try {
    const { id } = await small.api.match.create.mutate(match);
    const input = encodeURIComponent(JSON.stringify({ 0: { id }, 1: { id } }));
    const twice = () => ask(small, { path: `/api/trpc/match.frames,match.frames?batch=1&input=${input}` });
    expect((await twice()).status).toBe(200);
    expect((await twice()).text).toContain('too_many_requests');
    const thrice = await ask(small, { path: '/api/trpc/match.get,match.get,match.get?batch=1&input={}' });
    expect(thrice.status).toBe(400);
  } finally {
    await small.stop();
  }
});

describe('a replay that is watched over a socket', () => {
  async function finished(server: TestServer): Promise<string> {
    const { id } = await server.api.match.create.mutate(match);
    await until(async () => (await server.api.match.get.query({ id })).status === 'finished');
    return id;
  }

  it('counts with those over HTTP, on however many connections', async () => {
    const small = await startServer(fresh, { limits: { replays: 4 } });
    try {
      const id = await finished(small);
      const frames = () => ask(small, { path: `/api/trpc/match.frames?input=${encodeURIComponent(JSON.stringify({ id }))}` });
      const [one, other] = [await small.connect(), await small.connect()];
      expect(await watch(one, id)).toMatchObject({ ok: true });
      expect(await watch(one, id)).toMatchObject({ ok: true });
      expect((await frames()).status).toBe(200);
      expect(await watch(other, id)).toMatchObject({ ok: true });
      expect(await watch(other, id)).toMatchObject({ ok: false, code: 'too_many_requests', retryInS: expect.any(Number) as number });
      expect((await frames()).status).toBe(429);
    } finally {
      await small.stop();
    }
  });

  it('is shown to a class of sixty behind one address, each with three of them', async () => {
    const id = await finished(home);
    const sockets = await Promise.all(Array.from({ length: 60 }, () => home.connect()));
    const answers = await Promise.all(sockets.flatMap((socket) => [watch(socket, id), watch(socket, id), watch(socket, id)]));
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    for (const socket of sockets) socket.disconnect();
  });
});

describe('F14: text that cannot be stored is refused with a code', () => {
  it.each([
    ['tournament.get', { id: 'a\u0000b' }],
    ['report.get', { id: 'a\u0000b' }],
    ['match.list', { cursor: '\ud800' }],
    ['match.get', { id: '\udc00' }],
  ])('%s', async (path, input) => {
    const answer = await ask(home, { path: `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}` });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('"code":"bad_input"');
  });

  it('JSON that is nested 60,000 deep', async () => {
    const body = `{"token":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
    const headers = { 'content-type': 'application/json' };
    expect((await ask(home, { path: '/api/trpc/system.unlock', method: 'POST', headers, body })).status).toBe(400);
    expect(home.logged).toEqual([]);
  });
});

it('strangers are not told what the server runs on, nor which process answers', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const status = await ask(home, { path: '/api/trpc/system.status', headers });
  expect(JSON.parse(status.text)).toEqual({
    result: { data: { version: '0.0.0-test', loopback: false, operatorNeeded: true, isOperator: false } },
  });
  expect(JSON.parse((await ask(home, { path: '/api/health', headers })).text)).toEqual({ ok: true, version: '0.0.0-test' });
});

it('wrong tokens that sockets show fill no log', async () => {
  const quiet = await startServer(fresh, { limits: { tokenTries: 3 } });
  try {
    const { id } = await quiet.api.match.create.mutate(match);
    const answers = [];
    for (let n = 0; n < 8; n += 1) {
      const socket = await quiet.connect({}, { token: `wrong-token-number-${n}` });
      const request = { matchId: id, since: 0, seat: 'lab_0' };
      answers.push(await new Promise<WatchAnswer>((resolve) => socket.emit('watch', request, resolve)));
    }
    expect(answers.at(-1)).toMatchObject({ ok: false, code: 'too_many_requests' });
    expect(quiet.logged).toEqual([]);
  } finally {
    await quiet.stop();
  }
});

it('a whole address in place of a path is this host’s, or refused: nobody is sent elsewhere', async () => {
  const answerTo = (first: string, host: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(home.server.port, '127.0.0.1', () =>
        socket.write(`GET ${first} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
  const own = `127.0.0.1:${home.server.port}`;
  expect(await answerTo(`http://${own}/api/health`, own)).toContain('HTTP/1.1 200');
  for (const first of ['http://evil.example/', 'https://evil.example/api/health', 'http://evil.example', 'ftp://x/'])
    expect([first, (await answerTo(first, own)).split('\r\n', 1)[0]]).toEqual([first, 'HTTP/1.1 400 Bad Request']);
});

it('no cache keeps what the API answers', async () => {
  for (const path of ['/api/trpc/system.status', '/api/trpc/no.such', '/api/trpc/system.status,system.status?batch=1'])
    expect((await ask(home, { path })).headers['cache-control']).toBe('private, no-store');
});

it('F1: without the token a file of a tournament has at most 8,192 characters', async () => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
  const preview = (size: number) =>
    ask(home, { path: '/api/trpc/tournament.preview', method: 'POST', headers, body: JSON.stringify({ text: '#'.repeat(size) }) });
  expect((await preview(8_193)).text).toContain('too_large');
  expect((await preview(8_192)).status).toBe(200);
});

it('F4: sixty people behind one address sit down at a table of 64', async () => {
  const { id } = await openTable(home, { options: { labs: 64 }, task: 'grand_market' });
  const claimed = await Promise.all(
    Array.from({ length: 60 }, (_, i) => home.api.seat.claim.mutate({ id, name: `Person ${i}`, program: true })),
  );
  expect(new Set(claimed.map(({ seat }) => seat)).size).toBe(60);
});

describe('a proxy never sees a broken line', () => {
  const upgrade =
    'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';

  it.each(['/', '/foo', '/mcp', '/api/health', '/api/trpc/system.status'])('an upgrade of %s is answered 404', async (path) => {
    expect(await saidBy(`GET ${path} HTTP/1.1\r\n${upgrade}`)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each(['*', '//'])('a request without a path (%s) is answered 400, also as an upgrade, and not logged', async (target) => {
    expect(await saidBy(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await saidBy(`GET ${target} HTTP/1.1\r\n${upgrade}`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(home.logged).toEqual([]);
  });

  it('a body that is too large is read away before the connection ends', async () => {
    const body = 'x'.repeat(8 * 1024 * 1024);
    const head = `POST /api/trpc/match.create HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
    expect(await saidBy(head + body)).toMatch(/^HTTP\/1\.1 413 /);
  });
});

/** All that the server answers to these bytes; a reset is an error. */
function saidBy(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(home.server.port, '127.0.0.1', () => socket.write(bytes));
    let said = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      said += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(said));
  });
}
