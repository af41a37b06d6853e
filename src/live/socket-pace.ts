/** What one socket asks for is answered one after the other, and the next only once what was sent has gone out: who does not read waits. */
import type { Socket } from 'socket.io';

/** As slow as a line may be, it takes a message in this time; who has not asks again. */
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 1_000;

/** So much may be on its way when the next question is answered. */
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

  /** `tooSlow` where the socket has not taken what it was sent. */
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

  /** The transport has sent what it had, or some time has gone by. */
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

/** What the WebSocket could not hand on yet. */
export function unsentBytes(transport: object): number {
  const ws: unknown = 'socket' in transport ? transport.socket : null;
  return typeof ws === 'object' && ws !== null && 'bufferedAmount' in ws ? Number(ws.bufferedAmount) : 0;
}

/** Those that wait for the transport; Engine.IO keeps them to itself. */
export function waitingPackets(conn: object): number {
  return 'writeBuffer' in conn && Array.isArray(conn.writeBuffer) ? conn.writeBuffer.length : 0;
}
