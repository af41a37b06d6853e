/** Requests and sockets, sent on to the hub as they came. Whoever sends one on has checked that it is allowed. */
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { answerError } from '~/api/plain-answer';
import { HUB_KEY, type HubPlace } from './hub-line';

const GONE = {
  code: 'unavailable',
  message: 'The process of this Mandi that keeps this has just gone. Try again in a few seconds.',
} as const;

export function forwardRequest(request: IncomingMessage, response: ServerResponse, place: HubPlace): Promise<void> {
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
  /** Nobody answers there: the process has been killed a moment ago. The socket is untouched. */
  onGone(): void;
}

export function forwardUpgrade(request: IncomingMessage, socket: Duplex, { head, place, onGone }: SocketToForward): void {
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

/** The hub's own name as host, and a key in place of what the client has shown: it was checked here. */
function headersFor(request: IncomingMessage, place: HubPlace): Record<string, string | string[] | undefined> {
  const { origin: _, authorization: __, cookie: ___, ...headers } = request.headers;
  return { ...headers, host: new URL(place.url).host, [HUB_KEY]: place.key };
}
