import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient } from '~/live/protocol';

export type LiveSocket = Socket<ServerToClient, ClientToServer>;

let shared: LiveSocket | null = null;

/** One connection per tab, opened on first use. WebSocket only, without long polling; reconnects by itself. */
export function liveSocket(): LiveSocket {
  shared ??= io({ transports: ['websocket'], reconnectionDelay: 500, reconnectionDelayMax: 4000 });
  return shared;
}

/** Reconnects after a seat was claimed or left, to send the current cookies. Listeners ask again by themselves. */
export function reopenLiveSocket(): void {
  shared?.disconnect().connect();
}
