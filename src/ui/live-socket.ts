import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient } from '~/live/protocol';

export type LiveSocket = Socket<ServerToClient, ClientToServer>;

let shared: LiveSocket | null = null;

/** One connection a tab, made on first use, WebSocket only: no long polling, ever. It reconnects by itself. */
export function liveSocket(): LiveSocket {
  shared ??= io({ transports: ['websocket'], reconnectionDelay: 500, reconnectionDelayMax: 4000 });
  return shared;
}

/** A seat was taken or left: the line is opened anew, so that it carries the cookies of now. Who listens asks again by itself. */
export function reopenLiveSocket(): void {
  shared?.disconnect().connect();
}
