/** Who is told things and does not take them: what waits for a socket stays in memory, and a pong can be sent without reading a ping. */
import type { Server } from 'socket.io';
import { unsentBytes, waitingPackets } from './socket-pace';

export interface UnreadRule {
  lookEveryMs: number;
  /** Who has taken nothing from one look to the next, so many times in a row, is closed. A message of 2 MB takes less on a slow line. */
  mostLooks: number;
  /** Whoever has so many waiting asks anew with less. */
  mostWaiting: number;
}

const RULE: UnreadRule = { lookEveryMs: 10_000, mostLooks: 6, mostWaiting: 5_000 };

interface Looked {
  unsent: number;
  /** How often it was the same as before. */
  times: number;
}

/** Closes sockets that have taken nothing for a while; their clients come again, and ask for what they have missed. */
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
