/**
 * The endpoint alone at the root of a port, without database, pages or secrets (`mandi env --serve`, and the image that OpenEnv validates).
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerHttp, type EndpointPlace } from './http-endpoint';
import { keepConnections } from './keep-connections';
import type { EndpointMeans } from './means';
import { SessionPool } from './session-pool';
import { openSocketEndpoint } from './socket-endpoint';

export interface ServeOptions {
  host: string;
  port: number;
  /** Maximum concurrent sessions. */
  sessions: number;
  version: string;
  /** Default: scripted opponents, no store, no tables. */
  means?: EndpointMeans;
  onFault(fault: unknown): void;
}

export interface ServedEndpoint {
  port: number;
  stop(): Promise<void>;
}

export async function serveEndpoint({ host, port, sessions, version, means, onFault }: ServeOptions): Promise<ServedEndpoint> {
  const pool = new SessionPool(sessions, { onFault, ...means });
  const server = createServer(listenerOf({ pool, version }, onFault));
  keepConnections(server);
  const sockets = openSocketEndpoint(pool);
  server.on('upgrade', (request, socket, head) => {
    const path = pathOf(request.url);
    if (!sockets.upgrade(request, socket, { head, path })) socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
  });
  await listening(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      sockets.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function listenerOf(place: EndpointPlace, onFault: (fault: unknown) => void): RequestListener {
  return (request, response) => {
    answerHttp(request, response, { ...place, path: pathOf(request.url) }).catch((fault: unknown) => {
      onFault(fault);
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' });
      response.end('Internal Server Error');
    });
  };
}

function pathOf(url: string | undefined): string {
  return (url ?? '/').split('?', 1)[0] ?? '/';
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
