import type { Server } from 'node:http';

/** Proxies and clients close idle connections after a minute or sooner. */
const KEPT_MS = 65_000;

/**
 * A request sent while its connection is being closed is lost, and only the client can decide on a retry, so the client should close first.
 * When the server stops, it must close kept connections (`closeAllConnections`).
 */
export function keepConnections(server: Server): void {
  server.keepAliveTimeout = KEPT_MS;
  server.headersTimeout = KEPT_MS + 1_000;
}
