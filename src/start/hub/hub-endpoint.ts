/** Which requests and sockets belong to the hub, and how other processes forward them. */
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isLoopbackName } from '~/api/access/guard';
import { answerError } from '~/api/system/plain-answer';
import { traceHeaders } from '~/lib/tracing/trace';
import { HUB_KEY, type HubLine, type HubPlace } from './hub-line';

export interface HubEndpoint {
  /** Address of the hub; null if this process is the hub. */
  readonly place: HubPlace | null;
  /** Sent by another process of this database, which has checked it. */
  isFromPeer(request: Pick<IncomingMessage, 'headers'>): boolean;
  /** null: this process answers it itself. */
  forward(request: IncomingMessage, response: ServerResponse): Promise<void> | null;
  /** True: forwarded to the hub, or handled by `here` if the hub has just disappeared. */
  forwardSocket(request: IncomingMessage, socket: Duplex, options: { head: Buffer; here(): void }): boolean;
}

/** For a process without others. */
export const NO_HUB: HubEndpoint = { place: null, isFromPeer: () => false, forward: () => null, forwardSocket: () => false };

export function hubEndpoint(line: HubLine): HubEndpoint {
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

/** Sockets that use a session of the hub. A socket with its own session stays in this process. */
export function isHubSocket(url: string): boolean {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return pathname === '/openenv/mcp' || (pathname === '/openenv/ws' && searchParams.has('session_id'));
}

/** Address of this process for the others. */
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

const GONE = {
  code: 'unavailable',
  message: 'The Mandi process that handles this has just stopped. Try again in a few seconds.',
} as const;

function forwardRequest(request: IncomingMessage, response: ServerResponse, place: HubPlace): Promise<void> {
  return new Promise((resolve) => {
    const { method } = request;
    const onward = ask(`${place.url}${request.url ?? '/'}`, { ...(method && { method }), headers: headersFor(request, place) });
    onward.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response).then(resolve, () => {
        response.destroy();
        resolve();
      });
    });
    onward.once('error', () => {
      if (!response.headersSent) answerError(response, GONE);
      resolve();
    });
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  });
}

interface SocketToForward {
  head: Buffer;
  place: HubPlace;
  /** Called if the process was killed a moment ago; nothing has been sent on the socket. */
  onGone(): void;
}

function forwardUpgrade(request: IncomingMessage, socket: Duplex, { head, place, onGone }: SocketToForward): void {
  const { hostname, port } = new URL(place.url);
  const onward = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
  const end = () => void onward.destroy();
  const gone = () => {
    socket.off('error', end).off('close', end);
    onGone();
  };
  socket.on('error', end).on('close', end);
  onward.once('error', gone);
  onward.once('connect', () => {
    onward.off('error', gone).on('error', () => socket.destroy());
    onward.on('close', () => socket.destroy());
    const lines = Object.entries(headersFor(request, place)).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value ?? '']).map((one) => `${name}: ${one}`),
    );
    onward.write(`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket);
    socket.pipe(onward);
  });
}

/** The hub's name as host, and the hub key instead of the client's credentials, which were checked here. */
function headersFor(request: IncomingMessage, place: HubPlace): Record<string, string | string[] | undefined> {
  const { origin: _, authorization: __, cookie: ___, ...headers } = request.headers;
  return { ...headers, ...traceHeaders(), host: new URL(place.url).host, [HUB_KEY]: place.key };
}
