/** The endpoint's WebSockets: /ws (an environment session) and /mcp (tool calls). Strictly request and response: nothing is pushed. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { after, type Soon } from '~/lib/play/soon';
import { isTooDeep } from './depth';
import type { FrameSession } from './frame-session';
import { answerRpc, unreadable } from './json-rpc';
import { failure } from './messages';
import type { SessionPool } from './session-pool';

const MOST_BYTES_IN = 1024 * 1024;
/** Clients wait for each response; one that sends this many frames ahead is closed. */
const MOST_FRAMES_AHEAD = 64;
/** A client that keeps sending without reading this much of the responses is closed. */
const MOST_BYTES_UNREAD = 4 * 1024 * 1024;
/** A peer that misses a ping is closed. Without pings, training may be silent for hours. */
const PING_EVERY_MS = 30_000;
/** A refused client gets the reason with its first frame, or after this delay. If closed immediately, older clients would not see it. */
const REFUSAL_WAIT_MS = 1_000;

export interface SocketEndpoint {
  /** Takes over the upgrade; false: not for this endpoint. `path`: the part after the endpoint's prefix. */
  upgrade(request: IncomingMessage, socket: Duplex, ask: { head: Buffer; path: string }): boolean;
  close(): void;
}

export function openSocketEndpoint(pool: SessionPool): SocketEndpoint {
  const server = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES_IN, perMessageDeflate: false });
  const alive = new WeakSet<WebSocket>();
  const timer = setInterval(() => {
    for (const client of server.clients) {
      if (!alive.has(client)) client.terminate();
      alive.delete(client);
      if (client.readyState === client.OPEN) client.ping();
    }
  }, PING_EVERY_MS);
  timer.unref();
  function welcome(client: WebSocket): void {
    alive.add(client);
    client.on('pong', () => alive.add(client));
    client.on('message', () => alive.add(client));
    client.on('error', () => client.terminate()); // a frame that is too large or invalid
  }
  return {
    upgrade(request, socket, { head, path }) {
      if (path !== '/ws' && path !== '/mcp') return false;
      server.handleUpgrade(request, socket, head, (client) => {
        welcome(client);
        if (path === '/ws') serveFrames(client, pool, sessionAsked(request));
        else serveRpc(client, pool);
      });
      return true;
    },
    close() {
      clearInterval(timer);
      for (const client of server.clients) client.close(1001);
      server.close();
    },
  };
}

function sessionAsked(request: IncomingMessage): string | null {
  return new URL(request.url ?? '/', 'http://localhost').searchParams.get('session_id');
}

function serveFrames(client: WebSocket, pool: SessionPool, asked: string | null): void {
  const place = asked === null ? pool.open() : pool.attach(asked);
  if (!(place instanceof Promise)) {
    speak(client, pool, { place, asked });
    return;
  }
  client.pause(); // messages are received once the session exists
  place.then(
    (found) => {
      speak(client, pool, { place: found, asked });
      client.resume();
    },
    () => client.terminate(),
  );
}

interface Taken {
  place: { session: FrameSession; leave(): void } | null;
  asked: string | null;
}

function speak(client: WebSocket, pool: SessionPool, { place, asked }: Taken): void {
  if (place === null) {
    const full = { active_sessions: pool.taken, max_sessions: pool.most };
    const why =
      asked === null
        ? failure('CAPACITY_REACHED', `all sessions are in use (${pool.taken} of ${pool.most}): try again later`, full)
        : failure('SESSION_ERROR', 'there is no such session, or another socket is using it');
    turnAway(client, why);
    return;
  }
  const { session, leave } = place;
  if (client.readyState === client.CLOSED) {
    leave();
    return;
  }
  client.on('close', leave);
  answerInOrder(client, (data, isBinary) =>
    isBinary ? failure('VALIDATION_ERROR', 'a frame must be text with one JSON object') : session.answer(textOf(data)),
  );
}

function serveRpc(client: WebSocket, pool: SessionPool): void {
  const place = pool.open();
  if (place === null) {
    turnAway(client, JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'All sessions are in use', data: null } }));
    return;
  }
  const { session, leave } = place;
  client.on('close', leave);
  answerInOrder(client, (data, isBinary) =>
    after(isBinary ? unreadable() : answerRpc(parsed(textOf(data)), { tools: session, sessions: pool }), (answer) =>
      JSON.stringify(answer),
    ),
  );
}

/** One response per frame, in order, although some take longer; null closes the socket. */
function answerInOrder(client: WebSocket, answerOf: (data: RawData, isBinary: boolean) => Soon<string | null>): void {
  let waiting = 0;
  let last: Promise<void> | null = null;
  function send(answer: string | null): void {
    if (answer === null) client.close(1000);
    else if (client.readyState === client.OPEN) client.send(answer);
  }
  client.on('message', (data, isBinary) => {
    if (waiting > MOST_FRAMES_AHEAD || client.bufferedAmount > MOST_BYTES_UNREAD) return client.terminate();
    const answer = last === null ? answerOf(data, isBinary) : last.then(() => answerOf(data, isBinary));
    if (!(answer instanceof Promise)) return send(answer);
    waiting += 1;
    const mine: Promise<void> = answer.then(send).finally(() => {
      waiting -= 1;
      if (last === mine) last = null;
    });
    last = mine;
  });
}

function turnAway(client: WebSocket, why: string): void {
  client.send(why);
  const timer = setTimeout(() => client.close(1000), REFUSAL_WAIT_MS);
  client.once('message', () => client.close(1000));
  client.once('close', () => clearTimeout(timer));
}

/** The text as JSON; null if it is invalid or nested too deep. */
export function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? null : value;
  } catch {
    return null;
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString();
}
