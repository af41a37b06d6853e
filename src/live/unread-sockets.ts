/**
 * Closes sockets whose client does not read. Their unsent messages stay in memory, and a ping timeout does not detect them, because a
 * client can send pongs without reading.
 */
import type { Server } from 'socket.io';
import { unsentBytes, waitingPackets } from './socket-pace';

export interface UnreadRule {
  lookEveryMs: number;
  /**
   * A socket that has received nothing in this many consecutive checks is closed. Even on a slow connection, a message of 2 MB takes less
   * time.
   */
  mostLooks: number;
  /** A socket with this many waiting packets is closed; the client asks again for less. */
  mostWaiting: number;
}

const RULE: UnreadRule = { lookEveryMs: 10_000, mostLooks: 6, mostWaiting: 5_000 };

interface Looked {
  unsent: number;
  /** Number of checks without change. */
  times: number;
}

/** Closes sockets that have received nothing for a while. Their clients reconnect and ask for what they missed. */
export function closeUnread(io: Pick<Server, 'sockets'>, rule: UnreadRule = RULE): () => void {
  const looked = new WeakMap<object, Looked>();
  const timer = setInterval(() => {
    for (const { conn } of io.sockets.sockets.values()) {
      const { transport } = conn;
      if (transport.writable) {
        looked.delete(conn);
        continue;
      }
      const unsent = unsentBytes(transport);
      const before = looked.get(conn);
      const times = before?.unsent === unsent ? before.times + 1 : 0;
      looked.set(conn, { unsent, times });
      if (times >= rule.mostLooks || waitingPackets(conn) > rule.mostWaiting) conn.close(true);
    }
  }, rule.lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
