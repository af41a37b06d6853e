/** Where workers of this and other machines come in: the WebSocket /inference/worker of the main server. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { webSocketLine } from './web-socket-line';
import type { WorkerPool } from './worker-pool';

export const WORKER_PATH = '/inference/worker';

const LARGEST_FRAME = 4 * 1024 * 1024;
const MOST_WORKERS = 256;

export interface WorkerDoor {
  /** Takes the upgrade; false: it is not for this door. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Whoever is here comes again, and may be led elsewhere. */
  disconnect(): void;
  close(): void;
}

export interface WorkerDoorOptions {
  pool: WorkerPool;
  /** May whoever asks be a worker? See `workerAccess`. */
  isAllowed(request: IncomingMessage): boolean;
}

export function workerDoor({ pool, isAllowed }: WorkerDoorOptions): WorkerDoor {
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

/** Does a worker show one of the tokens as `Authorization: Bearer …`? */
export function workerAccess(tokens: readonly (string | null)[]) {
  const expected = tokens.flatMap((token) => (token === null ? [] : [digest(token)]));
  return (request: IncomingMessage): boolean => {
    const shown = digest(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    return expected.map((one) => timingSafeEqual(one, shown)).includes(true);
  };
}

const FULL = { status: '503 Service Unavailable', words: `There are ${MOST_WORKERS} workers already.` };

/** Browsers name the page that opens a WebSocket; no worker is a page. */
function refusal(request: IncomingMessage, isAllowed: WorkerDoorOptions['isAllowed']): { status: string; words: string } | null {
  if (request.headers.origin !== undefined) return { status: '403 Forbidden', words: 'Pages cannot be inference workers.' };
  if (isAllowed(request)) return null;
  return {
    status: '401 Unauthorized',
    words: 'Workers of other machines show a token: MANDI_WORKER_TOKEN of the server, else its operator token, as Authorization: Bearer.',
  };
}

/** Equal lengths for `timingSafeEqual`, and no hint at the token's own. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
