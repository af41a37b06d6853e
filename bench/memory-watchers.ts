// The watchers of bench/idle-memory.ts: one socket for each match, all in this process.
import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient } from '~/live/protocol';
import { obeyOrders } from './child';
import type { CrowdNews, CrowdOrder } from './memory-words';

const sockets: Socket<ServerToClient, ClientToServer>[] = [];

obeyOrders<CrowdOrder>(obey, stop);

async function obey(order: CrowdOrder): Promise<void> {
  if (order.do === 'stop') return;
  for (const matchId of order.matchIds) await watch(order.port, matchId);
  const news: CrowdNews = { news: 'watching' };
  process.send?.(news);
}

async function stop(): Promise<void> {
  for (const socket of sockets) socket.disconnect();
}

async function watch(port: number, matchId: string): Promise<void> {
  const socket: Socket<ServerToClient, ClientToServer> = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true });
  sockets.push(socket);
  const answer = await new Promise<{ ok: boolean }>((resolve) => socket.emit('watch', { matchId, since: 0 }, resolve));
  if (!answer.ok) throw new Error('bench: a watcher was refused');
}
