/** Accepts workers of this and other machines: the WebSocket /inference/worker of the main server. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { BEAT_EVERY_MS, type WorkerLine } from '../worker-protocol';
import type { WorkerPool } from './worker-pool';

export const WORKER_PATH = '/inference/worker';

const LARGEST_FRAME = 4 * 1024 * 1024;
const MOST_WORKERS = 256;

export interface WorkerEndpoint {
  /** Takes over the upgrade; false: not for this endpoint. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Disconnects all workers, which reconnect, perhaps to another process. */
  disconnect(): void;
  close(): void;
}

export interface WorkerEndpointOptions {
  pool: WorkerPool;
  /** Whether the caller may be a worker; see `workerAccess`. */
  isAllowed(request: IncomingMessage): boolean;
}

export function workerEndpoint({ pool, isAllowed }: WorkerEndpointOptions): WorkerEndpoint {
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME, perMessageDeflate: false });
  return {
    upgrade(request, socket, head) {
      if ((request.url ?? '').split('?', 1)[0] !== WORKER_PATH) return false;
      const why = refusal(request, isAllowed) ?? (server.clients.size >= MOST_WORKERS ? FULL : null);
      if (why) socket.end(`HTTP/1.1 ${why.status}\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${why.words}\n`);
      else server.handleUpgrade(request, socket, head, (client) => pool.attach(webSocketLine(client)));
      return true;
    },
    disconnect() {
      for (const client of server.clients) client.close(1012);
    },
    close() {
      for (const client of server.clients) client.close(1001);
      server.close();
    },
  };
}

/** Checks whether a worker sends one of the tokens as `Authorization: Bearer …`. */
export function workerAccess(tokens: readonly (string | null)[]) {
  const expected = tokens.flatMap((token) => (token === null ? [] : [digest(token)]));
  return (request: IncomingMessage): boolean => {
    const shown = digest(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    return expected.map((one) => timingSafeEqual(one, shown)).includes(true);
  };
}

const FULL = { status: '503 Service Unavailable', words: `${MOST_WORKERS} workers are already connected.` };

/** Browsers send the origin of the page that opens a WebSocket; a worker is not a page. */
function refusal(request: IncomingMessage, isAllowed: WorkerEndpointOptions['isAllowed']): { status: string; words: string } | null {
  if (request.headers.origin !== undefined) return { status: '403 Forbidden', words: 'Web pages cannot be inference workers.' };
  if (isAllowed(request)) return null;
  return {
    status: '401 Unauthorized',
    words:
      'Workers on other machines need a token: the server’s MANDI_WORKER_TOKEN, or its operator token if that is not set, as Authorization: Bearer.',
  };
}

/** `timingSafeEqual` needs equal lengths, and the length must not reveal anything about the token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const POLICY_VIOLATION = 1008;
const NORMAL = 1000;
/** A WebSocket's close reason has at most 123 bytes. */
const LONGEST_WHY = 120;

/** Pings as often as workers send heartbeats, so that a worker also notices when this side is gone. */
function webSocketLine(socket: WebSocket): WorkerLine {
  const pinger = setInterval(() => socket.ping(), BEAT_EVERY_MS);
  pinger.unref();
  socket.on('close', () => clearInterval(pinger));
  socket.on('error', () => socket.terminate()); // a frame that is too large or invalid
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    onMessage: (hear) => {
      socket.on('message', (data, isBinary) => hear(isBinary ? null : parsed(data)));
    },
    onClose: (hear) => {
      socket.on('close', (_, reason) => hear(reason.length > 0 ? printable(reason.toString()) : 'its connection was lost'));
    },
    close: (why) => socket.close(why === undefined ? NORMAL : POLICY_VIOLATION, why === undefined ? '' : printable(why)),
  };
}

/** null for invalid JSON, which is no message either. */
function parsed(data: RawData): unknown {
  try {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, LONGEST_WHY);
}
