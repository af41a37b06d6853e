// The two visitors of bench/flood.ts, in a separate process: one floods the server, the other checks its health now and then.
import { Agent, request } from 'node:http';
import { io, type Socket } from 'socket.io-client';
import { obeyOrders } from './child';

export type Flood = 'nothing' | 'costly reads' | 'joins and claims' | '200 sockets' | 'replays over sockets';

export interface FloodOrder {
  do: 'flood';
  kind: Flood;
  port: number;
  seconds: number;
  /** A running match, a finished one, a table with free seats, and finished ones that nobody has watched yet. */
  matches: { running: string; finished: string; table: string; unseen: readonly string[] };
}

export interface FloodNews {
  news: 'over';
  sent: number;
  /** Answers by status; sockets by outcome. */
  answers: Record<string, number>;
  /** Milliseconds that `/api/health` took, for the other visitor. */
  health: number[];
}

const LINES = 64;
const SOCKETS = 200;
/** Opened in tens; each requests this many replays at the same moment. */
const REPLAY_SOCKETS = 150;
const REPLAYS_A_SOCKET = 50;
const TEN_EVERY_MS = 220;
const HEALTH_EVERY_MS = 100;
const FLOODER = '203.0.113.9';
const WATCHER = '198.51.100.1';

const agents = { flood: new Agent({ keepAlive: true, maxSockets: LINES }), health: new Agent({ keepAlive: true, maxSockets: 1 }) };

obeyOrders<FloodOrder>(flood, async () => undefined);

async function flood({ kind, port, seconds, matches }: FloodOrder): Promise<void> {
  const answers: Record<string, number> = {};
  let sent = 0;
  let isOver = false;
  const note = (what: string) => {
    answers[what] = (answers[what] ?? 0) + 1;
  };
  const end = Date.now() + seconds * 1000;
  const timer = setTimeout(() => {
    isOver = true;
  }, seconds * 1000);

  async function one(line: number): Promise<void> {
    for (let n = 0; !isOver; n += 1) {
      sent += 1;
      const asked = kind === 'costly reads' ? costly(n, matches) : join(line * 1e6 + n, matches);
      note(String(await ask({ port, agent: agents.flood, from: FLOODER, ...asked })));
    }
  }
  async function sockets(): Promise<void> {
    const all = Array.from({ length: SOCKETS }, (_, n) => {
      const socket = connect(port);
      socket.on('connect_error', () => note('refused'));
      socket.on('connect', () => {
        note('connected');
        const again = () => {
          if (isOver || !socket.connected) return;
          sent += 3;
          socket.emit('lobby', { join: n % 2 === 0 });
          socket.emit('unwatch', { matchId: matches.finished });
          socket.emit('watch', { matchId: matches.finished, since: 0 }, ({ ok }: { ok: boolean }) => {
            note(ok ? 'watched' : 'told to wait');
            setTimeout(again, 10);
          });
        };
        again();
      });
      return socket;
    });
    await new Promise((resolve) => setTimeout(resolve, end - Date.now()));
    for (const socket of all) socket.disconnect();
  }
  async function replays(): Promise<void> {
    const all: Socket[] = [];
    for (let n = 0; n < REPLAY_SOCKETS && !isOver; n += 1) {
      const socket = connect(port);
      socket.on('connect_error', () => note('refused'));
      socket.on('connect', () => {
        note('connected');
        sent += REPLAYS_A_SOCKET;
        for (let k = 0; k < REPLAYS_A_SOCKET; k += 1) {
          const matchId = matches.unseen[(n * REPLAYS_A_SOCKET + k) % matches.unseen.length];
          socket.emit('watch', { matchId, since: 0 }, ({ ok }: { ok: boolean }) => note(ok ? 'watched' : 'told to wait'));
        }
      });
      all.push(socket);
      if (n % 10 === 9) await new Promise((resolve) => setTimeout(resolve, TEN_EVERY_MS));
    }
    await new Promise((resolve) => setTimeout(resolve, end - Date.now()));
    for (const socket of all) socket.disconnect();
  }
  const health: number[] = [];
  async function look(): Promise<void> {
    while (!isOver) {
      const began = performance.now();
      await ask({ port, agent: agents.health, from: WATCHER, path: '/api/health' });
      health.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, HEALTH_EVERY_MS));
    }
  }
  const floods: Partial<Record<Flood, () => Promise<void>[]>> = {
    nothing: () => [],
    '200 sockets': () => [sockets()],
    'replays over sockets': () => [replays()],
  };
  await Promise.all([look(), ...(floods[kind]?.() ?? Array.from({ length: LINES }, (_, line) => one(line)))]);
  clearTimeout(timer);
  process.send?.({ news: 'over', sent, answers, health } satisfies FloodNews);
}

function connect(port: number): Socket {
  const extraHeaders = { 'x-forwarded-for': FLOODER };
  return io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders });
}

interface Asked {
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Twenty in each request, the most that the server accepts. */
function costly(n: number, { finished }: FloodOrder['matches']): Asked {
  const kinds: [string, object][] = [
    ['match.list', { limit: 100 }],
    ['match.frames', { id: finished, after: 0, limit: 500 }],
    ['tournament.list', {}],
    ['agent.list', {}],
    ['match.events', { id: finished, after: 0, limit: 500 }],
    ['catalog.overview', {}],
  ];
  const [name, input] = kinds[n % kinds.length] ?? ['match.list', {}];
  const inputs = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, input]));
  return { path: `/api/trpc/${Array(20).fill(name).join()}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}` };
}

/** Claimed seats, made-up invitations and tokens. */
function join(n: number, { table, running }: FloodOrder['matches']): Asked {
  const made = `made-up-${n}-${'x'.repeat(16)}`;
  const calls: [string, object, Record<string, string>][] = [
    ['seat.claim', { id: table, name: `Visitor ${n}`, program: true }, {}],
    ['table.enter', { invitation: made }, {}],
    ['seat.submit', { id: running, seat: 'lab_0', turn: 0, key: made, actions: [] }, { authorization: `Bearer ${made}` }],
    ['seat.ready', { id: table, seat: 'lab_0', ready: true }, { cookie: `mandi_seat_${table}_lab_0=${made}` }],
  ];
  const [name, input, headers] = calls[n % calls.length] ?? ['seat.claim', {}, {}];
  return { path: `/api/trpc/${name}`, body: JSON.stringify(input), headers: { 'content-type': 'application/json', ...headers } };
}

function ask({ port, agent, from, path, body, headers = {} }: Asked & { port: number; agent: Agent; from: string }): Promise<number> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path, agent, method: body === undefined ? 'GET' : 'POST' };
    const asked = request({ ...options, headers: { ...headers, 'x-forwarded-for': from } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.on('error', () => resolve(0));
    asked.end(body);
  });
}
