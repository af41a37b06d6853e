import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, ask } from './support/ask';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, until, watch } from './support/server';

const TOKEN = 'operator-token-of-the-tests';
const match = { task: 'single_trade', seed: 5, policy: 'wait', pace: 0 };

let fresh: FreshDatabase;
let home: TestServer;
let opened: TestServer;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  home = await startServer(fresh);
  opened = await startServer(fresh, { host: '0.0.0.0', adminToken: TOKEN, origins: ['https://mandi.example.org'] });
});
afterAll(async () => {
  await home.stop();
  await opened.stop();
  await fresh.drop();
});

function create(server: TestServer, headers: Record<string, string> = {}): Promise<Answered> {
  const body = JSON.stringify(match);
  return ask(server, { path: '/api/trpc/match.create', method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}

describe('DNS rebinding', () => {
  it.each(['/api/trpc/system.status', '/api/health', '/', '/api/matches/x/events.jsonl'])('another host is refused at %s', async (path) => {
    const answer = await ask(home, { path, headers: { host: 'evil.example' } });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'bad_host' } });
  });

  it('another host gets no socket', async () => {
    await expect(home.connect({ host: 'evil.example' })).rejects.toThrow();
    const answer = await socketAnswer(home, { host: 'evil.example' });
    expect(answer).toContain('HTTP/1.1 400');
    expect(answer).toContain('serve the host');
  });

  it('an address that was named is answered for', async () => {
    expect((await ask(opened, { path: '/api/health', headers: { host: 'mandi.example.org' } })).status).toBe(200);
    expect((await ask(opened, { path: '/api/health', headers: { host: 'other.example.org' } })).status).toBe(403);
  });
});

it.each(['/table/%E0%A4%A', '/matches/%', '/api/matches/%FF/events.jsonl'])(
  'an address that cannot be read is told so: %s',
  async (path) => {
    const answer = await ask(home, { path });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({
      error: { code: 'bad_input', message: expect.stringContaining('invalid % escape') as string },
    });
  },
);

describe("another site's page", () => {
  it.each(['https://evil.example', 'http://localhost:1', 'null'])('%s may not post', async (origin) => {
    const answer = await create(home, { origin });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'bad_origin' } });
  });

  it('may not post without naming itself either', async () => {
    expect((await create(home, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('may not open a socket, and is told why', async () => {
    await expect(home.connect({ origin: 'https://evil.example' })).rejects.toThrow();
    const answer = await socketAnswer(home, { origin: 'https://evil.example' });
    expect(answer).toContain('HTTP/1.1 400');
    expect(answer).toContain('Pages of');
  });

  it('our own may do both', async () => {
    const { origin } = home;
    expect((await create(home, { origin })).status).toBe(200);
    expect((await home.connect({ origin })).connected).toBe(true);
    const proxied = { host: `127.0.0.1:${opened.server.port}`, origin: 'https://mandi.example.org', authorization: `Bearer ${TOKEN}` };
    expect((await create(opened, proxied)).status).toBe(200);
  });

  it('gets no leave to read (no CORS header)', async () => {
    const answer = await ask(home, { path: '/api/trpc/system.status' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('off loopback', () => {
  it.each([
    ['nobody', {}],
    ['a wrong token', { authorization: 'Bearer not-the-token' }],
    ['a wrong cookie', { cookie: 'mandi_operator=not-the-token' }],
    ['half a token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
  ] as [string, Record<string, string>][])('%s may look on, but neither create, control, recompute nor export', async (_, headers) => {
    const api = opened.apiWith(headers);
    const { id } = await home.api.match.create.mutate({ ...match, pace: 60 });
    expect((await api.match.get.query({ id })).id).toBe(id);
    expect(await api.system.status.query()).toMatchObject({ loopback: false, operatorNeeded: true, isOperator: false });
    for (const path of [
      'match.create',
      'match.control',
      'benchmark.recompute',
      'report.create',
      'report.beside',
      'report.replay',
      'data.begin',
    ]) {
      const answer = await ask(opened, {
        path: `/api/trpc/${path}`,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(
          path === 'match.create' ? match : path === 'match.control' ? { id, command: 'abort' } : { ruleset: 'classic' },
        ),
      });
      expect([path, answer.status]).toEqual([path, 401]);
      expect(answer.text).toContain('operator_needed');
    }
    for (const file of ['events.jsonl', 'transcript.md']) {
      expect((await ask(opened, { path: `/api/matches/${id}/${file}`, headers })).status).toBe(401);
    }
    const asked = encodeURIComponent(JSON.stringify({ format: 'sft', ruleset: 'classic', split: 'train' }));
    for (const path of ['/api/data/abcdefghijkm/manifest.json', '/api/trpc/data.exports', `/api/trpc/data.sample?input=${asked}`]) {
      expect([path, (await ask(opened, { path, headers })).status]).toEqual([path, 401]);
    }
    expect((await home.api.match.get.query({ id })).status).toBe('running');
    await home.api.match.control.mutate({ id, command: 'abort' });
  });

  it('the operator may, by header', async () => {
    const answer = await create(opened, { authorization: `Bearer ${TOKEN}` });
    expect(answer.status).toBe(200);
  });

  const json = { 'content-type': 'application/json' };

  async function unlock(): Promise<{ cookie: string; sent: string }> {
    const body = JSON.stringify({ token: TOKEN });
    const unlocked = await ask(opened, { path: '/api/trpc/system.unlock', method: 'POST', headers: json, body });
    expect(unlocked.status).toBe(200);
    const sent = String(unlocked.headers['set-cookie']);
    return { cookie: sent.split(';')[0] ?? '', sent };
  }

  it('the operator unlocks a browser once; its cookie cannot be read by scripts nor sent by other sites, and holds no token', async () => {
    const { cookie, sent } = await unlock();
    expect(sent).toMatch(/^mandi_operator=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/);
    expect(sent).not.toContain(TOKEN);
    expect((await create(opened, { cookie })).status).toBe(200);
    expect(await opened.apiWith({ cookie }).system.status.query()).toMatchObject({ isOperator: true });
    const { rows } = await fresh.database.pool.query<{ hash: string }>('SELECT hash FROM operator_session');
    expect(rows.length).toBeGreaterThan(0);
    const session = cookie.split('=')[1] ?? '';
    for (const { hash } of rows) expect([hash.includes(session), hash.includes(TOKEN)]).toEqual([false, false]);
  });

  it('a cookie that holds the token, as it was given before, opens nothing', async () => {
    const old = { cookie: `mandi_operator=${TOKEN}` };
    expect((await create(opened, old)).status).toBe(401);
    expect(await opened.apiWith(old).system.status.query()).toMatchObject({ isOperator: false });
  });

  it('a session is good at all web processes, until it is signed out at one of them: for copies of its cookie and its sockets too', async () => {
    const { cookie } = await unlock();
    const options = { host: '0.0.0.0', adminToken: TOKEN, origins: ['https://mandi.example.org'] };
    const other = await startServer(fresh, options);
    const changed = await startServer(fresh, { ...options, adminToken: 'another-token-of-the-tests' });
    try {
      expect((await create(other, { cookie })).status).toBe(200);
      expect((await create(changed, { cookie })).status).toBe(401); // the token has changed there
      const sockets = await Promise.all([opened.connect({ cookie }), other.connect({ cookie })]);
      const stranger = await opened.connect();
      const locked = await ask(opened, { path: '/api/trpc/system.lock', method: 'POST', headers: { ...json, cookie }, body: '{}' });
      expect(String(locked.headers['set-cookie'])).toContain('Max-Age=0');
      expect((await create(opened, { cookie })).status).toBe(401);
      expect((await create(other, { cookie })).status).toBe(401);
      await until(() => sockets.every((socket) => !socket.connected));
      expect(stranger.connected).toBe(true);
    } finally {
      await other.stop();
      await changed.stop();
    }
  });

  it('sessions are not guessed at speed either', async () => {
    const proxied = await startServer(fresh, { origins: ['https://mandi.example.org'], adminToken: TOKEN, trustedProxies: ['loopback'] });
    try {
      const guess = (n: number) =>
        ask(proxied, {
          path: '/api/trpc/system.status',
          headers: { 'x-forwarded-for': '198.51.100.61', cookie: `mandi_operator=${String(n).padStart(32, 'x')}` },
        });
      const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n)));
      expect(answers.filter(({ status }) => status !== 429)).toHaveLength(20);
    } finally {
      await proxied.stop();
    }
  });

  it('F11: behind https its cookie travels by https alone', async () => {
    const headers = { ...json, host: 'mandi.example.org', origin: 'https://mandi.example.org' };
    const unlocked = await ask(opened, {
      path: '/api/trpc/system.unlock',
      method: 'POST',
      headers,
      body: JSON.stringify({ token: TOKEN }),
    });
    expect(String(unlocked.headers['set-cookie'])).toContain('; Secure');
  });

  it('everybody may watch', async () => {
    const { id } = await home.api.match.create.mutate(match);
    expect(await watch(await opened.connect(), id)).toMatchObject({ ok: true });
  });
});

describe('what is too much or no sense', () => {
  const json = { 'content-type': 'application/json' };

  it('a body over 256 kB is refused, said beforehand or not', async () => {
    const body = JSON.stringify({ ...match, task: 'x'.repeat(300_000) });
    expect((await create(home, { 'content-length': '300000000' }).catch(() => ({ status: 413 }))).status).toBe(413);
    const declared = await ask(home, { path: '/api/trpc/match.create', method: 'POST', headers: json, body });
    expect(declared.status).toBe(413);
    const streamed = await ask(home, {
      path: '/api/trpc/match.create',
      method: 'POST',
      headers: { ...json, 'transfer-encoding': 'chunked' },
      body,
    });
    expect(streamed.status).toBe(413);
    expect(streamed.text).toContain('too_large');
  });

  it.each([
    ['malformed JSON', '{"task":', 400],
    ['no object', '"task"', 400],
    ['nothing', undefined, 400],
    ['a list', '[]', 400],
    ['a prototype', '{"__proto__":{"task":"single_trade"}}', 400],
  ])('%s is a bad request', async (_, body, status) => {
    const answer = await ask(home, { path: '/api/trpc/match.create', method: 'POST', headers: json, body });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain('bad_input');
  });

  it('no answer carries a stack trace or a path of this machine, whatever went wrong', async () => {
    const broken = await Promise.all([
      ask(home, { path: '/api/trpc/match.nothing' }),
      ask(home, { path: '/api/trpc/match.create' }),
      ask(home, { path: '/api/trpc/match.get?input=%7B' }),
      ask(home, { path: '/api/trpc/match.get?input=%7B%22id%22%3A5%7D' }),
      ask(home, { path: '/api/trpc/' }),
      ask(home, { path: '/api/trpc/match.list?input=%7B%22cursor%22%3A%22x%22%7D' }),
      ask(home, { path: `/api/trpc/${Array.from({ length: 30 }, () => 'system.status').join(',')}?batch=1&input=%7B%7D` }),
      ask(home, { path: '/api/matches/..%2f..%2fetc%2fpasswd/events.jsonl' }),
      ask(home, { path: '/api/health', method: 'DELETE' }),
      ask(home, { path: '//evil.example/%00' }),
    ]);
    for (const answer of broken) {
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      expect(answer.status, answer.text).toBeLessThan(500);
      expect(answer.text).not.toMatch(/"stack"|\bat \w+ \(|node_modules|\.ts:\d/);
      expect(answer.text).not.toContain(process.cwd());
    }
  });

  it('an upgrade that is none of ours is answered, and the line ends', async () => {
    expect(await rawUpgrade(home, '/elsewhere', {})).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  });
});

describe('every answer', () => {
  it.each(['/api/health', '/api/trpc/system.status', '/nowhere'])('of %s carries the headers that keep browsers safe', async (path) => {
    const { headers } = await ask(home, { path });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe-eval');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

function socketAnswer(server: TestServer, headers: Record<string, string>): Promise<string> {
  return rawUpgrade(server, '/socket.io/?EIO=4&transport=websocket', headers);
}

/** What comes back, byte for byte, until the line is cut. */
function rawUpgrade(server: TestServer, path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(server.origin);
    const all = {
      host,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==',
      ...headers,
    };
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\n${Object.entries(all)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n`,
      );
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('101 Switching')) socket.destroy();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}
