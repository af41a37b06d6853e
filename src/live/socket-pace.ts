/**
 * Answers one socket's requests one at a time, each only after the previous answer was sent, so that a client that does not read has to
 * wait.
 */
import type { Socket } from 'socket.io';

/** Even a slow connection receives a message in this time. A client that has not must ask again. */
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 1_000;

/** The next request is answered when at most this much is unsent. */
const MOST_UNSENT_BYTES = 1024 * 1024;
const MOST_WAITING_PACKETS = 100;

type Line = Pick<Socket, 'connected' | 'conn'>;

export class SocketPace {
  private last: Promise<unknown> = Promise.resolve();
  private readonly socket: Line;
  private readonly patienceMs: number;

  constructor(socket: Line, patienceMs = PATIENCE_MS) {
    this.socket = socket;
    this.patienceMs = patienceMs;
  }

  /** Calls `tooSlow` if the socket has not received the previous answer. */
  inTurn(work: () => Promise<void>, tooSlow: () => void): Promise<void> {
    const turn = this.last.then(async () => ((await this.hasRead()) ? work() : tooSlow()));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async hasRead(): Promise<boolean> {
    const until = performance.now() + this.patienceMs;
    while (this.socket.connected && this.isBusy()) {
      const left = until - performance.now();
      if (left <= 0) return false;
      await this.next(Math.min(left, LOOK_EVERY_MS));
    }
    return this.socket.connected;
  }

  private isBusy(): boolean {
    const { conn } = this.socket;
    return !conn.transport.writable && (unsentBytes(conn.transport) > MOST_UNSENT_BYTES || waitingPackets(conn) > MOST_WAITING_PACKETS);
  }

  /** Resolves when the transport has sent its data or the time has passed. */
  private next(ms: number): Promise<void> {
    const { transport } = this.socket.conn;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        transport.off('ready', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      transport.once('ready', done);
    });
  }
}

/** Bytes that the WebSocket has not sent yet. */
export function unsentBytes(transport: object): number {
  const ws: unknown = 'socket' in transport ? transport.socket : null;
  return typeof ws === 'object' && ws !== null && 'bufferedAmount' in ws ? Number(ws.bufferedAmount) : 0;
}

/** Packets waiting for the transport. Reads a private field of Engine.IO. */
export function waitingPackets(conn: object): number {
  return 'writeBuffer' in conn && Array.isArray(conn.writeBuffer) ? conn.writeBuffer.length : 0;
}
