/** Which requests and sockets concern the hub, and what a process does with them when it is not the hub itself. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import { isLoopbackName } from '~/api/guard';
import { forwardRequest, forwardUpgrade } from './forward';
import type { HubLine, HubPlace } from './hub-line';

export interface HubDoor {
  /** Where the hub is, and null where it is this process. */
  readonly place: HubPlace | null;
  /** Sent by another process of this database, which has checked it. */
  isFromPeer(request: Pick<IncomingMessage, 'headers'>): boolean;
  /** null: this process answers it itself. */
  forward(request: IncomingMessage, response: ServerResponse): Promise<void> | null;
  /** True: the socket is the hub's now, or `here` takes it, where the hub has just gone. */
  forwardSocket(request: IncomingMessage, socket: Duplex, options: { head: Buffer; here(): void }): boolean;
}

/** A process that knows of no others. */
export const NO_HUB: HubDoor = { place: null, isFromPeer: () => false, forward: () => null, forwardSocket: () => false };

export function hubDoor(line: HubLine): HubDoor {
  const placeFor = (request: IncomingMessage): HubPlace | null => (line.isFromPeer(request) ? null : line.place);
  return {
    get place() {
      return line.place;
    },
    isFromPeer: (request) => line.isFromPeer(request),
    forward(request, response) {
      const place = placeFor(request);
      return place && forwardRequest(request, response, place);
    },
    forwardSocket(request, socket, { head, here }) {
      const place = placeFor(request);
      if (place) forwardUpgrade(request, socket, { head, place, onGone: here });
      return place !== null;
    },
  };
}

/** Sockets that speak in a session of the hub; one that brings its own session stays where it came in. */
export function isHubSocket(url: string): boolean {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return pathname === '/openenv/mcp' || (pathname === '/openenv/ws' && searchParams.has('session_id'));
}

/** Where other processes reach this one. */
export function peerUrlOf({ host, port, peerUrl }: { host: string; port: number; peerUrl: string | null }): string {
  if (peerUrl !== null) return peerUrl;
  if (isLoopbackName(host)) return host === '::1' ? `http://[::1]:${port}` : `http://127.0.0.1:${port}`;
  const isEvery = host === '0.0.0.0' || host === '::';
  const name = isEvery ? (outerAddress() ?? '127.0.0.1') : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The first address of this machine that others may reach. */
export function outerAddress(): string | null {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find((one) => one.family === 'IPv4' && !one.internal)?.address ?? null;
}
