import type { Server } from 'node:http';

/** Proxies and clients that keep a connection for the next request give it up after a minute or sooner. */
const KEPT_MS = 65_000;

/**
 * A request that is sent just as its connection is closed is lost, and only the client can tell whether it may be sent again: the side that
 * sends is to close first. Whoever stops the server closes what is kept (`closeAllConnections`).
 */
export function keepConnections(server: Server): void {
  server.keepAliveTimeout = KEPT_MS;
  server.headersTimeout = KEPT_MS + 1_000;
}
