// The watchers of bench/stream-latency.ts, all in one process: each has a socket to Mandi and one to the bare Socket.IO.
import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient } from '~/live/protocol';
import { obeyOrders } from './child';
import { moment, type WatchersNews, type WatchersOrder } from './stream-words';

type Watcher = Socket<ServerToClient, ClientToServer>;

const AT_ONCE = 50;
const mandi: Watcher[] = [];
const bare: Watcher[] = [];
const heard = { mandi: new Map<number, string[]>(), bare: new Map<number, string[]>() };
let watched = '';

obeyOrders<WatchersOrder>(obey, stop);

async function obey(order: WatchersOrder): Promise<void> {
  if (order.do === 'connect') return connectAll(order);
  if (order.do === 'watch') return watch(order.matchId);
}

async function stop(): Promise<void> {
  for (const socket of [...mandi, ...bare]) socket.disconnect();
}

async function connectAll({ port, barePort, count }: { port: number; barePort: number; count: number }): Promise<void> {
  while (mandi.length < count) {
    const some = Math.min(AT_ONCE, count - mandi.length);
    mandi.push(...(await connect(port, some, 'mandi')));
    bare.push(...(await connect(barePort, some, 'bare')));
  }
  tell({ news: 'connected' });
}

function connect(port: number, some: number, side: 'mandi' | 'bare'): Promise<Watcher[]> {
  const sockets = Array.from({ length: some }, async () => {
    const socket: Watcher = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true, reconnection: false });
    socket.on('frames', (message) => note(side, message.frames.at(-1)?.seq ?? 0));
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    return socket;
  });
  return Promise.all(sockets);
}

async function watch(matchId: string): Promise<void> {
  heard.mandi.clear();
  heard.bare.clear();
  for (const socket of mandi) {
    if (watched) socket.emit('unwatch', { matchId: watched });
    const answer = await new Promise<{ ok: boolean }>((resolve) => socket.emit('watch', { matchId, since: 0 }, resolve));
    if (!answer.ok) throw new Error('bench: a watcher was refused');
  }
  watched = matchId;
  tell({ news: 'watching' });
}

function note(side: 'mandi' | 'bare', head: number): void {
  const at = heard[side].get(head) ?? [];
  heard[side].set(head, at);
  at.push(String(moment()));
  if (at.length === mandi.length) tell({ news: 'heard', side, head, at });
}

function tell(news: WatchersNews): void {
  process.send?.(news);
}
