// What a stranger may hold: so many connections, the lobby told once, no view by a planted cookie; an upgrade that nobody knows refuses nothing.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './support/ask';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, until, watchAs } from './support/server';
import { openTable } from './support/table';

const match = { task: 'single_trade', seed: 5, policy: 'wait', pace: 60 };

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

it('a lobby that a socket is in is told once, however often it enters; who left and enters again is told anew', async () => {
  const { id } = await home.api.match.create.mutate(match);
  await home.api.match.control.mutate({ id, command: 'pause' });
  await until(async () => (await home.api.match.get.query({ id })).status === 'paused');
  const socket = await home.connect();
  let told = 0;
  socket.on('lobby', ({ card }) => {
    if (card.id === id) told += 1;
  });
  const move = (join: boolean) => new Promise<void>((moved) => socket.emit('lobby', { join }, moved));
  await Promise.all(Array.from({ length: 50 }, () => move(true)));
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(10); // and what was told of it by others
  const before = told;
  await Promise.all([move(false), move(true), move(false), move(true)]); // in this order, each when the one before is done
  expect(told).toBeGreaterThanOrEqual(before + 2);
  await home.api.match.control.mutate({ id, command: 'abort' });
});

it('connections that open at the same moment are counted as well', async () => {
  const small = await startServer(fresh, { limits: { sockets: 5, tokenTries: 1000 } });
  try {
    // Each shows a token, which the database is asked for before the connection is there.
    const open = (n: number) => small.connect({ authorization: `Bearer unknown-${n}` });
    const opened = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => open(n)));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    // Those that were refused hold no place.
    for (const one of opened) if (one.status === 'fulfilled') one.value.disconnect();
    const again = await until(async () => {
      const few = await Promise.allSettled(Array.from({ length: 5 }, () => small.connect()));
      const isWhole = few.every(({ status }) => status === 'fulfilled');
      if (!isWhole) for (const one of few) if (one.status === 'fulfilled') one.value.disconnect();
      return isWhole;
    });
    expect(again).toBe(true);
  } finally {
    await small.stop();
  }
});

it('a seat’s cookie that another name of the domain has planted opens no view over https', async () => {
  const { id } = await openTable(home);
  const origin = 'https://mandi.example.org';
  const proxied = await startServer(fresh, { adminToken: 'operator-token-of-the-tests', origins: [origin] });
  try {
    const headers = { host: 'mandi.example.org', origin, 'content-type': 'application/json' };
    const body = JSON.stringify({ id, name: 'Bo' });
    const claimed = await ask(proxied, { path: '/api/trpc/seat.claim', method: 'POST', headers, body });
    const [kept = ''] = claimed.headers['set-cookie']?.[0]?.split(';') ?? [];
    const [, seat = ''] = /^__Host-mandi_seat_.*_(lab_\d+)=/.exec(kept) ?? [];
    const seen = async (cookie: string) => {
      const socket = await proxied.connect({ host: headers.host, origin, cookie });
      return watchAs(socket, { matchId: id, seat, since: 0 }, () => undefined);
    };
    expect(await seen(kept.replace('__Host-', ''))).toMatchObject({ ok: false, code: 'not_your_seat' });
    expect(await seen(kept)).not.toMatchObject({ code: 'not_your_seat' });
  } finally {
    await proxied.stop();
  }
});

describe('an upgrade that nobody knows is answered as a plain request', () => {
  const asks =
    'Host: localhost\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n';

  it('as curl --http2 asks', async () => {
    expect(await saidBy(`GET /api/health HTTP/1.1\r\n${asks}\r\n`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"ok":true/);
    expect(await saidBy(`GET /api/nothing HTTP/1.1\r\n${asks}\r\n`)).toMatch(/^HTTP\/1\.1 404 [\s\S]*not_found/);
  });

  it('with its body', async () => {
    const body = JSON.stringify({ text: 'name: x' });
    const head = `POST /api/trpc/tournament.preview HTTP/1.1\r\n${asks}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    expect(await saidBy(head + body)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"ok":false/);
    expect(home.logged).toEqual([]);
  });

  it('and the line ends, where it was to be kept too', async () => {
    expect(await saidBy(`GET /api/health HTTP/1.1\r\n${asks.replace(', close', '')}\r\n`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"ok":true/);
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
